import type { Taste } from '../../contract/taste.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { findMute } from '../../ranking/interests.ts'
import { findRankingPapers } from '../../store/papers/rankingPapers.ts'
import { findDeliveryDays, findMutedPapers } from '../../store/readers/deliveries.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { obeyMutes } from '../delivery/delivery.ts'

const MUTED_DAYS = 30

/** Each mute with the papers that it hid in the last 30 days. */
export async function countHidden(user: UserRecord): Promise<Taste['muted']> {
  const { _id, interests } = user
  const mutes = [
    ...interests.muted_terms.map((text) => ({ kind: 'term' as const, text })),
    ...interests.muted_authors.map((text) => ({ kind: 'author' as const, text })),
  ]
  if (mutes.length === 0) return []
  // A new mute has hidden papers of the newest list, whether it was looked at since or not.
  const [newest] = await findDeliveryDays(_id, 1)
  if (newest) await obeyMutes(user, [newest.on])
  const ids = await findMutedPapers(_id, addDays(dayIn('UTC', now()), -MUTED_DAYS))
  const papers = [...(await findRankingPapers(ids)).values()]
  return mutes.map(({ kind, text }) => {
    const only = {
      keywords: [],
      authors: [],
      muted_terms: kind === 'term' ? [text] : [],
      muted_authors: kind === 'author' ? [text] : [],
    }
    const hidden = papers.filter(
      (paper) => findMute({ ...paper, authors: paper.authors.map(({ name }) => name) }, only) !== null,
    )
    return { kind, text, hidden: hidden.length, paper_ids: hidden.map((paper) => paper._id) }
  })
}
