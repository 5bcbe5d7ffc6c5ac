import { FATES, type Whereabouts } from '../../contract/whereabouts.ts'
import { countAnnounced } from '../../store/papers/announcements.ts'
import type { Announcement } from '../../store/papers/paperMerge.ts'
import type { PaperRecord } from '../../store/papers/papers.ts'
import type { LedgerBuckets, PaperPlace } from '../../store/readers/deliveries.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { archivesOf } from '../../text/taxonomy/taxonomy.ts'
import { listDays } from '../days/dayStates.ts'
import type { Product } from '../product.ts'
import { findMuteCauses } from '../delivery/mutes.ts'

/** The fate of a paper, with what the sentence about it needs. */
export type FateDetails = Omit<Whereabouts, 'ref' | 'paper' | 'saved_item_id'>

export interface WhereaboutsContext {
  product: Product
  user: UserRecord
  /** The categories that the reader follows, with their canonical codes. */
  followed: ReadonlySet<string>
}

/** The fate of a paper in a delivery; null when it is neither on a card nor in a bucket of the ledger. */
export async function describePlace(
  place: PaperPlace,
  user: UserRecord,
  paper: PaperRecord,
): Promise<FateDetails | null> {
  const { day, rank, positions, cards, below_cut } = place
  const of = cards + below_cut
  if (rank !== null) return { fate: 'shown', day, place: rank, of }
  const fate = FATES.find((one): one is keyof LedgerBuckets => one in positions && positions[one as never] >= 0)
  if (fate === undefined) return null
  if (fate === 'below_cut') return { fate, day, place: cards + positions.below_cut + 1, of }
  // Undefined when the text of the paper has changed since.
  const causes = fate === 'muted' ? await findMuteCauses(user, [{ ...paper, id: paper._id }]) : null
  const because = causes?.get(paper._id)
  return { fate, day, ...(because !== undefined && { because }) }
}

/** The fate of an announcement that is not in the reader's delivery of its day (`delivery`, if there is one). */
export async function describeAnnouncement(
  { product, followed }: WhereaboutsContext,
  paper: PaperRecord,
  { on: day, type }: Announcement,
  delivery: PaperPlace | undefined,
): Promise<FateDetails> {
  const source = product.sources.findAnnouncing(paper.source)
  const archives = archivesOf(paper.categories)
  const { kept_since } = await findSourceState(paper.source)
  const keptSince = archives.flatMap((archive) => kept_since[archive] ?? []).toSorted()[0]
  if (keptSince !== undefined && day < keptSince) return { fate: 'before_library', day }
  if (!isFollowed(paper, followed)) return { fate: 'other_categories', day, categories: paper.categories }

  // A finished delivery without the paper: its cross-list was announced only in other categories.
  const others = paper.categories.filter((code) => !followed.has(code))
  const isCross = type === 'cross' || type === 'replace-cross'
  if (delivery && isCross && others.length > 0 && delivery.day_papers >= (await countAnnounced(day)))
    return { fate: 'other_categories', day, categories: others }

  const followedArchives = archivesOf(paper.categories.filter((code) => followed.has(code)))
  const rows = source ? await listDays(source, { from: day, until: day, archives: followedArchives }) : []
  return { fate: rows.some(({ state }) => state === 'missing') ? 'day_missing' : 'not_delivered_yet', day }
}

/** Whether the reader follows a category or topic of the paper. */
export const isFollowed = ({ category_ids }: Pick<PaperRecord, 'category_ids'>, followed: ReadonlySet<string>) =>
  category_ids.some((id) => followed.has(id))
