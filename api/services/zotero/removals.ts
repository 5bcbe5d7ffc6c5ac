import { now } from '../../platform/clock.ts'
import { findSavedItems } from '../../store/readers/readingList.ts'
import { removeSeedsOf } from '../../store/readers/tasteSeeds.ts'
import {
  deleteAllItems,
  deleteItems,
  findItemsByKey,
  saveItems,
  type ZoteroItemRecord,
} from '../../store/readers/zoteroItems.ts'
import { markTasteChanged } from '../ranking/tasteSignals.ts'
import { settleSeeds } from './seeds.ts'

/**
 * Records that these items are in the trash or deleted: they teach no more. Where the paper is on the reading list because
 * of the item, or the item because of the list, the reader is asked. Nothing is removed from the list. `versions`: those
 * of items in the trash. Safe to repeat.
 */
export async function recordGone(
  userId: string,
  keys: readonly string[],
  versions: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  if (keys.length === 0) return
  const items = [...(await findItemsByKey(userId, keys)).values()]
  const saved = await findSavedItems(
    userId,
    items.flatMap(({ paper_id, listed }) => (listed && paper_id !== null ? paper_id : [])),
  )
  const isKept = ({ link, listed, paper_id }: ZoteroItemRecord) =>
    link !== null || (listed && saved.has(paper_id ?? ''))
  await saveItems(
    items.filter(isKept).map((item) => ({
      ...item,
      version: versions.get(item.key) ?? item.version,
      taught: false,
      // One that was never created, or whose creation was not heard of, is there no more.
      state: item.state === 'planned' ? ('outside' as const) : item.state,
      removed: 'there' as const,
      removed_at: item.removed === 'there' ? item.removed_at : now(),
    })),
  )
  await deleteItems(
    userId,
    items.filter((item) => !isKept(item)).map(({ key }) => key),
  )
  await settleSeeds(userId, items)
}

/** Forgets all that is known of a library. Papers on the reading list stay there. */
export async function forgetItems(userId: string): Promise<void> {
  await deleteAllItems(userId)
  await removeSeedsOf(userId, 'zotero')
  await markTasteChanged(userId)
}
