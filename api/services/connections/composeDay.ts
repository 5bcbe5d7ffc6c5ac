import { splitDay, type DayMessage } from '../../outgoing/dayMessage.ts'
import type { Log } from '../../platform/log.ts'
import type { TargetRecord } from '../../store/mail/targets.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { DueDigest } from '../digests/digestDue.ts'
import type { DigestReads } from '../digests/digestReads.ts'
import { gatherDigest, isSampleDay, readCards } from '../digests/gatherDigest.ts'
import type { Product } from '../product.ts'

/**
 * Returns the messages of a reader's day for a target: the same cards in the same order as the digest, with what came
 * since the last message to this target. Empty if there is nothing to say.
 */
export async function composeDay(
  { config }: Pick<Product, 'config'>,
  user: UserRecord,
  target: Pick<TargetRecord, 'kind' | 'sends'>,
  { day, announced_on, log, reads }: DueDigest & { log: Log; reads: DigestReads },
): Promise<DayMessage[]> {
  const gathered = await gatherDigest(user, { day, announced_on, log, reads, kind: target.kind })
  if (gathered === null) return []
  const { cards, missed, notices, answers, announced } = gathered
  const updates = target.sends.updates ? { notices, answers } : {}
  const hasUpdates = target.sends.updates && notices.length + answers.length > 0
  // A day without papers is not posted, whatever the reader chose for the mail.
  if (cards.length === 0 && missed.length === 0 && !hasUpdates) return []
  const shown = cards.slice(0, user.preferences.digest.max_papers)
  const shownDay = announced_on ?? day
  return splitDay({
    publicUrl: config.publicUrl,
    day: shownDay,
    papers: await readCards(user, shown, reads),
    more: cards.length - shown.length,
    counts: {
      announced,
      next_door: cards.reduce((count, { from_next_door }) => (from_next_door ? count + 1 : count), 0),
    },
    missed,
    ...updates,
    sample: await isSampleDay(shownDay, reads),
  })
}
