import type { Paper } from '#api/contract/papers.ts'
import { useSendOrKeep, type KEPT } from '../offline/useSendOrKeep.ts'
import { useReadingActions } from './useReadingItem.ts'

interface Saved {
  isSaved: boolean
  /** The item of the saved paper, or of one that was removed and is restored with its note. */
  itemId: string | undefined
}

/**
 * Saves a paper to the reading list, or removes it; without a connection later. The function returns the id of the saved
 * item, undefined after a removal, or `KEPT`. Throws ApiError.
 */
export function useToggleSaved() {
  const { save, remove, restore } = useReadingActions()
  const { sendOrKeep } = useSendOrKeep()
  return (
    { id, title }: Pick<Paper, 'id' | 'title'>,
    { isSaved, itemId }: Saved,
  ): Promise<string | undefined | typeof KEPT> => {
    const what = isSaved ? 'remove' : itemId === undefined ? 'save' : 'restore'
    return sendOrKeep({ paperId: id, title, what, itemId }, async () => {
      if (!isSaved) return (await (itemId === undefined ? save(id) : restore(itemId))).id
      if (itemId !== undefined) await remove(itemId)
      return undefined
    })
  }
}
