import { useReadingItem } from '../../data/reading/useReadingItem.ts'
import type { useListedItems } from './useListedItems.ts'

/** The open item: that of the URL, or beside the list (`isWide`) its first one. */
export function useOpenItem(listed: ReturnType<typeof useListedItems>, itemId: string | null, isWide: boolean) {
  const { list, items, removals, changes } = listed
  const inList = itemId === null ? (isWide ? items[0] : undefined) : items.find(({ id }) => id === itemId)
  // The item in the URL may be on another tab or on a page that is not loaded: load it alone.
  const isUnlisted = itemId !== null && inList === undefined && list.isKnown && !list.isLoading
  const alone = useReadingItem(isUnlisted ? itemId : null)
  const isGone = itemId !== null && removals.has(itemId)

  return {
    open: inList ?? (isUnlisted && !isGone && alone.data ? changes.withUnsentItem(alone.data).item : undefined),
    /** The item of the URL is not on the reading list. */
    isMissing: isUnlisted && !isGone && alone.data === null,
  }
}
