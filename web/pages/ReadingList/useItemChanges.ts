import type { Item, ReadingStatus } from '#api/contract/readingList.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { KEPT, useSendOrKeep, WAITS } from '../../data/offline/useSendOrKeep.ts'
import { useReadingActions } from '../../data/reading/useReadingItem.ts'
import { useItemErrors } from './useItemErrors.ts'

interface Options {
  /** The items as the server knows them. */
  items: readonly Item[]
  showChanged: (item: Item) => void
  /** Called with the item as it was before the move, unless the move undoes another one. */
  onMoved: (item: Item) => void
}

/** Moves items between states and changes their tags, also without a connection. Both are shown at once. */
export function useItemChanges({ items, showChanged, onMoved }: Options) {
  const { move: moveItem, changeTags } = useReadingActions()
  const { sendOrKeep } = useSendOrKeep()
  const { errors, attempt } = useItemErrors()
  const announce = useAnnounce()

  const move = async (item: Item, status: ReadingStatus, isUndo = false) => {
    const { id, paper, version } = item
    const known = items.find((each) => each.id === id) ?? item
    let isWaiting = false
    const send = async () => {
      const change = { what: 'move', move: { from: item.status, to: status, version } } as const
      const moved = await sendOrKeep({ paperId: paper.id, title: paper.title, itemId: id, ...change }, () => {
        showChanged({ ...item, status })
        return moveItem(item, status)
      })
      isWaiting = moved === KEPT
      // What waits is shown from what is kept, on top of what the server knows.
      showChanged(moved === KEPT ? known : moved)
    }
    if (!(await attempt(id, 'Could not move.', send))) return showChanged(item)
    if (!isUndo) onMoved(item)
    announce(isWaiting ? WAITS : `Moved to ${readingStatuses[status]}: ${paper.title}`)
  }

  const setTags = async (item: Item, next: string[]) => {
    const { id, paper, version } = item
    const known = items.find((each) => each.id === id) ?? item
    const save = async () => {
      const change = { what: 'tags', tags: { from: item.tags, to: next, version } } as const
      const saved = await sendOrKeep({ paperId: paper.id, title: paper.title, itemId: id, ...change }, () => {
        showChanged({ ...item, tags: next })
        return changeTags(item, next)
      })
      showChanged(saved === KEPT ? known : saved)
      if (saved === KEPT) announce(WAITS)
    }
    if (!(await attempt(id, 'Could not change the tags.', save))) showChanged(item)
  }

  return { move, setTags, errors }
}
