import { TAGS_MAX } from '../../contract/limits.ts'
import type { SelectionChange } from '../../contract/readingList.ts'
import { expiryAt, orders, toFilter, type ItemFilter } from './readingFilter.ts'
import { Items, listed, type ItemRecord } from './readingListModel.ts'

type ItemOrder = ItemFilter & { sort?: keyof typeof orders }

/** All items of the reader's list that match, the newest first by default. */
export const findAllItems = (userId: string, { sort = 'added', ...filter }: ItemOrder): Promise<ItemRecord[]> =>
  Items.find(toFilter(userId, filter)).sort(orders[sort]).lean<ItemRecord[]>()

/** The ids of the first `limit` items that match, and the number of all that do. */
export async function findItemIds(
  userId: string,
  { sort = 'added', limit, ...filter }: ItemOrder & { limit: number },
): Promise<{ ids: string[]; total: number }> {
  const matching = toFilter(userId, filter)
  const [found, total] = await Promise.all([
    Items.find(matching, { _id: 1 }).sort(orders[sort]).limit(limit).lean(),
    Items.countDocuments(matching),
  ])
  return { ids: found.map(({ _id }) => _id), total }
}

/** A change of several items: their state, a tag in the spelling of the list, all spellings of a tag, or a removal. */
export type ItemsChange = Pick<SelectionChange, 'status' | 'add_tag' | 'removed'> & { remove_tags?: readonly string[] }

/** Changes those of the reader's items that it changes something of. Returns them with the state that they had. */
export async function changeItems(
  userId: string,
  ids: readonly string[],
  change: ItemsChange,
  at: Date,
): Promise<Pick<ItemRecord, '_id' | 'status'>[]> {
  const { filter, update } = toUpdate(userId, change, at)
  const found = await Items.find({ _id: { $in: ids }, ...filter }, { status: 1 }).lean()
  await Items.updateMany({ _id: { $in: found.map(({ _id }) => _id) }, ...filter }, update)
  return found
}

function toUpdate(userId: string, { status, add_tag, remove_tags = [], removed }: ItemsChange, at: Date) {
  if (removed === true) return { filter: listed(userId), update: { $set: { removed_at: at, changed_at: at } } }
  if (removed === false)
    return {
      filter: { user_id: userId, removed_at: { $gte: expiryAt(at) } },
      update: { $set: { removed_at: null, changed_at: at } },
    }
  const changed = { $inc: { version: 1 } }
  if (status !== undefined)
    return {
      filter: { ...listed(userId), status: { $ne: status } },
      update: { ...changed, $set: { status, updated_at: at, changed_at: at } },
    }
  const $set = { updated_at: at, changed_at: at }
  if (add_tag !== undefined) {
    // An item with the most tags that one can have has no tag behind them.
    const hasRoom = { [`tags.${TAGS_MAX - 1}`]: { $exists: false } }
    return {
      filter: { ...listed(userId), tags: { $ne: add_tag }, ...hasRoom },
      update: { ...changed, $set, $push: { tags: add_tag } },
    }
  }
  return {
    filter: { ...listed(userId), tags: { $in: [...remove_tags] } },
    update: { ...changed, $set, $pull: { tags: { $in: [...remove_tags] } } },
  }
}
