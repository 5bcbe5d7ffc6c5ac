import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { WAITS, type useChanges } from '../../data/offline/useChanges.ts'

interface Options {
  changes: ReturnType<typeof useChanges>
  /** Called with the item as it was before the move, unless the move undoes another one. */
  onMoved: (item: Item) => void
}

/** Moves items between states and changes their tags. */
export function useItemChanges({ changes, onMoved }: Options) {
  const announce = useAnnounce()
  return {
    move: async (item: Item, status: ReadingStatus, isUndo = false) => {
      const result = await changes.move(item, status)
      if (result === 'refused') return
      if (!isUndo) onMoved(item)
      announce(result === 'waiting' ? WAITS : `Moved to ${readingStatuses[status]}: ${item.paper.title}`)
    },
    setTags: async (item: Item, next: readonly string[]) => {
      if ((await changes.setTags(item, next)) === 'waiting') announce(WAITS)
    },
    /** Why the last move or change of the tags of the item failed. */
    errorOf: ({ paper }: Item): string | undefined => {
      const failure = changes.failureOf(paper.id)
      if (failure?.what === 'move') return `Could not move. ${failure.message}`
      return failure?.what === 'tags' ? `Could not change the tags. ${failure.message}` : undefined
    },
  }
}
