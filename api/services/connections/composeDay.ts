import { splitDay, type DayMessage } from '../../outgoing/dayMessage.ts'
import type { Log } from '../../platform/log.ts'
import type { TargetRecord } from '../../store/mail/targets.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { DueDigest } from '../digests/digestDue.ts'
import type { DigestReads } from '../digests/digestReads.ts'
import { gatherDigest, isSampleDay, readCards } from '../digests/gatherDigest.ts'
import type { Product } from '../product.ts'

/**
 * Returns the messages of a reader's day for a target: of what the target gets, the same cards in the same order as the
 * digest, with what came since the last message to this target. Empty if there is nothing to say.
 */
export async function composeDay(
  { config }: Pick<Product, 'config'>,
  user: UserRecord,
  { kind, sends }: Pick<TargetRecord, 'kind' | 'sends'>,
  { day, announced_on, log, reads }: DueDigest & { log: Log; reads: DigestReads },
): Promise<DayMessage[]> {
  const gathered = await gatherDigest(user, { day, announced_on, log, reads, kind })
  if (gathered === null) return []
  const cardsMax = user.preferences.digest.max_papers
  const hits = sends.hits && !sends.day ? (await readCards(user, gathered.cards, reads)).filter(isHit) : []
  const total = sends.day ? gathered.cards.length : hits.length
  const missed = sends.day ? gathered.missed : []
  const answers = sends.hits ? gathered.answers : []
  const notices = sends.updates ? gathered.notices : []
  // A day without papers is not posted, whatever the reader chose for the mail.
  if (total === 0 && [missed, answers, notices].every(({ length }) => length === 0)) return []
  const shownDay = announced_on ?? day
  return splitDay({
    publicUrl: config.publicUrl,
    day: shownDay,
    papers: sends.day ? await readCards(user, gathered.cards.slice(0, cardsMax), reads) : hits.slice(0, cardsMax),
    more: Math.max(0, total - cardsMax),
    ...(sends.day && {
      counts: {
        announced: gathered.announced,
        next_door: gathered.cards.reduce((count, { from_next_door }) => (from_next_door ? count + 1 : count), 0),
      },
    }),
    missed,
    answers,
    notices,
    sample: await isSampleDay(shownDay, reads),
  })
}

/** Whether a search that the reader follows found it. That is no reason of the score, so it is not in the card. */
const isHit = ({ reasons }: Awaited<ReturnType<typeof readCards>>[number]): boolean =>
  reasons.some(({ kind }) => kind === 'topic')
