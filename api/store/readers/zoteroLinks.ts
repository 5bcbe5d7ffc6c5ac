import type { ZoteroQuestion } from '../../contract/zotero.ts'
import { TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import { Items, listed, type ItemRecord } from './readingListModel.ts'
import { ZoteroItems, type ZoteroItemRecord } from './zoteroItemModel.ts'

/** The next items of the list that were saved from `since` on and are linked to no item at Zotero. */
export async function findUnsent(
  userId: string,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<{ items: ItemRecord[]; last: string | null }> {
  const found = await Items.find({ ...listed(userId), added_at: { $gte: since }, _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<ItemRecord[]>()
  const linked = new Set<string>(
    await ZoteroItems.distinct('link.item_id', {
      user_id: userId,
      'link.item_id': { $in: found.map(({ _id }) => _id) },
    }),
  )
  return { items: found.filter(({ _id }) => !linked.has(_id)), last: found.at(-1)?._id ?? null }
}

/** The next items that are linked to the list and not about to be created, with those of the list that exist. */
export async function findLinked(userId: string, { after, limit }: { after: string; limit: number }) {
  const links = await ZoteroItems.find({
    user_id: userId,
    link: { $ne: null },
    state: { $ne: 'planned' },
    _id: { $gt: after },
  })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<ZoteroItemRecord[]>()
  const ids = links.flatMap(({ link }) => link?.item_id ?? [])
  const items = await Items.find({ _id: { $in: ids }, user_id: userId }).lean<ItemRecord[]>()
  return { links, items: new Map(items.map((item) => [item._id, item])) }
}

/** The items that may be those of a paper: by its record, an id, or its title. */
export const findSamePaper = (
  userId: string,
  { paperIds, refs, titleKey }: { paperIds: readonly string[]; refs: readonly string[]; titleKey: string },
): Promise<ZoteroItemRecord[]> =>
  ZoteroItems.find({
    user_id: userId,
    // Nothing is written to the library of a group.
    group: null,
    // Of an item that was removed from the list here the paper may be saved anew.
    removed: { $in: [null, 'here'] },
    state: { $ne: 'planned' },
    $or: [{ paper_id: { $in: [...paperIds] } }, { refs: { $in: [...refs] } }, { title_key: titleKey }],
  })
    .sort({ _id: 1 })
    .limit(20)
    .lean<ZoteroItemRecord[]>()

/** Whether the list was changed at or after `since`: saved, removed, restored, or given other tags or another note. */
export const hasListChanged = async (userId: string, since: Date): Promise<boolean> =>
  (await Items.exists({ user_id: userId, changed_at: { $gte: since } })) !== null

/** The readers whose lists were changed at or after `since`, with the time of the last change. Reads an index alone. */
export async function findChangedLists(since: Date): Promise<{ userId: string; at: Date }[]> {
  const found = await Items.aggregate<{ _id: string; at: Date }>([
    { $match: { changed_at: { $gte: since } } },
    { $group: { _id: '$user_id', at: { $max: '$changed_at' } } },
  ])
  return found.map(({ _id, at }) => ({ userId: _id, at }))
}

const isProblem = (userId: string) => ({
  user_id: userId,
  $or: [
    { state: { $in: ['missing', 'waiting'] satisfies ZoteroItemRecord['state'][] }, taught: true },
    { 'link.refused': { $ne: null } },
  ],
})

/** Items that were not recognised, or refused, in the order of their titles. */
export async function findProblems(userId: string, { skip, limit }: { skip: number; limit: number }) {
  const filter = isProblem(userId)
  const [items, total] = await Promise.all([
    ZoteroItems.find(filter).sort({ title_key: 1, _id: 1 }).skip(skip).limit(limit).lean<ZoteroItemRecord[]>(),
    ZoteroItems.countDocuments(filter, { limit: TOTAL_EXACT_MAX + 1 }),
  ])
  return { items, total }
}

const isAsked = (userId: string) => ({
  user_id: userId,
  $or: [{ removed_at: { $ne: null } }, { notes_apart_at: { $ne: null } }],
})

/** Items that the reader is asked about, the oldest question first. */
export async function findQuestioned(userId: string, { skip, limit }: { skip: number; limit: number }) {
  const filter = isAsked(userId)
  const [items, total] = await Promise.all([
    ZoteroItems.find(filter).sort({ removed_at: 1, _id: 1 }).skip(skip).limit(limit).lean<ZoteroItemRecord[]>(),
    ZoteroItems.countDocuments(filter),
  ])
  return { items: items.map((item) => ({ item, kind: kindOf(item) })), total }
}

/** What the reader is asked about an item. */
export function kindOf({ removed, removed_at }: ZoteroItemRecord): ZoteroQuestion['kind'] {
  if (removed_at === null) return 'notes-apart'
  return removed === 'there' ? 'removed-in-zotero' : 'removed-here'
}

/** How many items there are of each kind. */
export async function countItems(userId: string) {
  const count = (filter: object) => ZoteroItems.countDocuments({ user_id: userId, ...filter })
  const [papers, waiting, problems, sent, questions] = await Promise.all([
    count({ state: 'found', taught: true }),
    count({ state: 'waiting', taught: true }),
    ZoteroItems.countDocuments(isProblem(userId)),
    count({ state: { $ne: 'planned' }, link: { $ne: null }, removed: null }),
    ZoteroItems.countDocuments(isAsked(userId)),
  ])
  return { papers, waiting, problems: problems - waiting, sent, questions }
}
