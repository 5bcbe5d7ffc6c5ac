import { splitDay, type DayMessage } from '../../outgoing/dayMessage.ts'
import type { Log } from '../../platform/log.ts'
import type { TargetRecord } from '../../store/mail/targets.ts'
import type { DeliveredCard } from '../../store/readers/deliveries.ts'
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
  const cards = sends.day ? gathered.cards : sends.hits ? await findHits(user, gathered.cards, reads) : []
  const missed = sends.day ? gathered.missed : []
  const answers = sends.hits ? gathered.answers : []
  const notices = sends.updates ? gathered.notices : []
  // A day without papers is not posted, whatever the reader chose for the mail.
  if ([cards, missed, answers, notices].every(({ length }) => length === 0)) return []
  const shown = cards.slice(0, user.preferences.digest.max_papers)
  const shownDay = announced_on ?? day
  return splitDay({
    publicUrl: config.publicUrl,
    day: shownDay,
    papers: await readCards(user, shown, reads),
    more: cards.length - shown.length,
    ...(sends.day && {
      counts: {
        announced: gathered.announced,
        next_door: cards.reduce((count, { from_next_door }) => (from_next_door ? count + 1 : count), 0),
      },
    }),
    missed,
    answers,
    notices,
    sample: await isSampleDay(shownDay, reads),
  })
}

/** The cards that a search which the reader follows found. That is no reason of the score, so it is not in the cards. */
async function findHits(
  user: UserRecord,
  cards: readonly DeliveredCard[],
  reads: DigestReads,
): Promise<DeliveredCard[]> {
  const areHits = await Promise.all(
    cards.map(async (card) => {
      const [read] = await readCards(user, [card], reads)
      return read?.reasons.some(({ kind }) => kind === 'topic') ?? false
    }),
  )
  return cards.filter((_card, at) => areHits[at])
}
