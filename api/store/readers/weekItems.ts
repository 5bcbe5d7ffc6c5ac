import type { FoundBy } from '../../contract/limits.ts'
import type { Paper } from '../../contract/papers.ts'
import { Items, listed, toKnownState, type ItemRecord, type KnownState } from './readingListModel.ts'

/** From `from` on, before `until`. */
export interface Span {
  from: Date
  until: Date
}

const within = ({ from, until }: Span) => ({ $gte: from, $lt: until })
const isWaiting = (userId: string, before: Date) => ({
  ...listed(userId),
  status: 'to_read' as const,
  added_at: { $lt: before },
})
const WRITTEN = { $ne: '' }

/** What the reader saved and noted in a span, of what is on the list. */
export interface WeekItems {
  saved: number
  noted: number
  /** The last ones of both, the newest first. */
  newest: ItemRecord[]
  /** The records of all that were saved. */
  saved_ids: string[]
  /** How each of these was found, by id, where that is known. */
  found_by: Map<string, FoundBy>
}

/** The items that were saved or noted in the span, with the `limit` newest. A note of an earlier version has no time. */
export async function findWeekItems(userId: string, span: Span, limit: number): Promise<WeekItems> {
  const saved = { ...listed(userId), added_at: within(span) }
  const noted = { ...listed(userId), noted_at: within(span), notes: WRITTEN }
  const [added, written, notedCount, savedIds] = await Promise.all([
    Items.find(saved).sort({ added_at: -1, _id: 1 }).limit(limit).lean<ItemRecord[]>(),
    Items.find(noted).sort({ noted_at: -1, _id: 1 }).limit(limit).lean<ItemRecord[]>(),
    Items.countDocuments(noted),
    Items.find(saved, { paper_id: 1, found_by: 1 }).lean<Pick<ItemRecord, 'paper_id' | 'found_by'>[]>(),
  ])
  const each = new Map([...written, ...added].map((item) => [item._id, item]))
  const lastOf = ({ added_at, noted_at }: ItemRecord) =>
    Math.max(...[added_at, noted_at].map((at) => (at && at >= span.from && at < span.until ? at.getTime() : 0)))
  const newest = [...each.values()].toSorted((one, other) => lastOf(other) - lastOf(one)).slice(0, limit)
  const found_by = new Map(savedIds.flatMap((item) => (item.found_by ? [[item.paper_id, item.found_by] as const] : [])))
  return {
    saved: savedIds.length,
    noted: notedCount,
    newest,
    saved_ids: savedIds.map(({ paper_id }) => paper_id),
    found_by,
  }
}

/** Number of the items that are to be read and were added before `before`. */
export const countWaiting = (userId: string, before: Date): Promise<number> =>
  Items.countDocuments(isWaiting(userId, before))

/** Some of the items that are to be read and were added before `before`, those that wait longest first, or the newest. */
export const findWaiting = (
  userId: string,
  {
    before,
    skip = 0,
    limit,
    isNewestFirst = false,
  }: { before: Date; skip?: number; limit: number; isNewestFirst?: boolean },
): Promise<ItemRecord[]> =>
  Items.find(isWaiting(userId, before))
    .sort({ added_at: isNewestFirst ? -1 : 1, _id: 1 })
    .skip(skip)
    .limit(limit)
    .lean<ItemRecord[]>()

/** The state of each paper on the list when it was saved, by paper id, with when that was. */
export async function findSavedStates(userId: string, before: Date): Promise<Map<string, KnownState>> {
  const fields = {
    paper_id: 1,
    'snapshot.version': 1,
    'snapshot.withdrawn': 1,
    'snapshot.journal_ref': 1,
    'snapshot.urls.code': 1,
    'snapshot.notices': 1,
  } as const
  const found = await Items.find({ ...listed(userId), added_at: { $lt: before } }, fields).lean<SavedState[]>()
  return new Map(
    found.map(({ paper_id, snapshot }) => [
      paper_id,
      toKnownState({ ...snapshot, urls: { abs: '', ...snapshot.urls } }),
    ]),
  )
}

interface SavedState {
  paper_id: string
  snapshot: Pick<Paper, 'version' | 'withdrawn' | 'journal_ref' | 'notices'> & { urls?: { code?: string } }
}
