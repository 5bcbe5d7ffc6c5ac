import { SELECTION_MAX } from '../../contract/limits.ts'
import type { ChangedItems, ItemIds, ReadingFilter, SelectionChange } from '../../contract/readingList.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { changeItems, findItemIds, type ItemsChange } from '../../store/readers/readingSelection.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { markTasteChanged } from '../ranking/tasteSignals.ts'
import { toItemFilter } from './readingList.ts'
import { findSpellings, spellAsOnList } from './readingTags.ts'

/** The ids of the items that match, as many as one selection can have. */
export async function listItemIds(user: UserRecord, { sort, ...filter }: ReadingFilter): Promise<ItemIds> {
  const matching = await toItemFilter(user._id, filter)
  const { ids, total } = await findItemIds(user._id, { ...matching, ...(sort && { sort }), limit: SELECTION_MAX })
  return { items: ids, total }
}

/**
 * Makes one change to several items of the reader's list. Items that it changes nothing of are left out of the result:
 * those that are not on the list, have the state or the tag already, or as many tags as an item can have. Safe to repeat.
 */
export async function changeSelection(user: UserRecord, { ids, ...change }: SelectionChange): Promise<ChangedItems> {
  const changed = await changeItems(user._id, ids, await spell(user._id, change), now())
  if (change.removed !== undefined && changed.length > 0) await markTasteChanged(user._id)
  return { items: changed.map(({ _id, status }) => ({ id: _id, status })), total: changed.length }
}

async function spell(
  userId: string,
  { add_tag, remove_tag, ...change }: Omit<SelectionChange, 'ids'>,
): Promise<ItemsChange> {
  if (remove_tag !== undefined) return { remove_tags: await findSpellings(userId, remove_tag) }
  if (add_tag === undefined) return change
  const [tag] = await spellAsOnList(userId, [add_tag])
  if (tag === undefined) throw invalidField('add_tag', 'A tag needs a letter or a digit.')
  return { add_tag: tag }
}
