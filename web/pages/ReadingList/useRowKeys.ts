import type { Item } from '#api/contract/readingList.ts'
import { focusNote } from '../../components/papers/focusNote.ts'
import { useShortcuts } from '../../shared/useShortcuts.ts'
import { useUser } from '../../shared/useUser.ts'
import { focusedRowId, focusRow, type RowHandlers } from './ReadingRow.tsx'

interface Options {
  items: readonly Item[]
  /** The open item. */
  open: Item | undefined
  /** It is beside the list. */
  isWide: boolean
  handlers: RowHandlers
  onOpen: (id: string) => void
  onUndo: () => void
}

const inTab = (address: string) => window.open(address, '_blank', 'noopener')

/** Keyboard shortcuts of the list. They act on the item of the row that has the focus, else on the open one. */
export function useRowKeys({ items, open, isWide, handlers, onOpen, onUndo }: Options): void {
  const { preferences } = useUser()
  const current = () => items.find(({ id }) => id === focusedRowId()) ?? open
  const step = (by: 1 | -1) => {
    const index = items.findIndex(({ id }) => id === current()?.id)
    const next = items[index === -1 ? 0 : index + by]
    if (!next) return
    onOpen(next.id)
    // In a narrow window the paper opens in a dialog, which has the focus.
    if (isWide) focusRow(next.id)
  }
  const withCurrent = (act: (item: Item) => void) => () => {
    const item = current()
    if (item) act(item)
  }
  useShortcuts(
    {
      j: () => step(1),
      k: () => step(-1),
      o: withCurrent(({ id }) => onOpen(id)),
      s: withCurrent(handlers.remove),
      e: withCurrent((item) => handlers.move(item, 'done')),
      v: withCurrent(({ paper }) => inTab(paper.urls.abs)),
      p: withCurrent(({ paper }) => inTab(paper.urls.pdf ?? paper.urls.abs)),
      c: withCurrent(handlers.cite),
      x: withCurrent(handlers.toggle),
      n: () => focusNote(document.querySelector('#reading-detail')),
      u: onUndo,
    },
    preferences.shortcuts,
  )
}
