import { useState } from 'react'
import type { ReadingStatus, SelectionChange } from '#api/contract/readingList.ts'
import { useAnnounce } from '../../components/atoms/LiveAnnouncer.tsx'
import { readingStatuses } from '../../components/atoms/stateWords.ts'
import { useSelectionCalls } from '../../data/reading/useSelectionCalls.ts'
import { useAction } from '../../data/useAction.ts'

interface Options {
  selected: ReadonlySet<string>
  /** Called after a change of the list. */
  onChanged: () => unknown
  /** Called after the selected papers were removed. */
  onRemoved: () => void
}

/** Moves, tags and removes the selected papers together. The last change can be undone. */
export function useSelectionChanges({ selected, onChanged, onRemoved }: Options) {
  const calls = useSelectionCalls()
  const announce = useAnnounce()
  /** What was done, and the changes that undo it. */
  const [done, setDone] = useState<{ message: string; undo: SelectionChange[] } | null>(null)
  const { run, busy, error } = useAction(async (act: () => Promise<void>) => {
    await act()
    await onChanged()
  })
  const finish = (message: string, undo: SelectionChange[]) => {
    setDone({ message, undo: undo.filter(({ ids }) => ids.length > 0) })
    announce(message)
  }
  const changeAll = (change: Omit<SelectionChange, 'ids'>) => calls.change({ ids: [...selected], ...change })

  return {
    done,
    busy,
    error,
    move: (status: ReadingStatus) =>
      void run(async () => {
        const changed = await changeAll({ status })
        const before = [...new Set(changed.map((item) => item.status))]
        const idsOf = (old: ReadingStatus) => changed.filter((item) => item.status === old).map(({ id }) => id)
        finish(
          `${changed.length} moved to ${readingStatuses[status]}`,
          before.map((old) => ({ ids: idsOf(old), status: old })),
        )
      }),
    addTags: (tags: readonly string[]) =>
      void run(async () => {
        const undo: SelectionChange[] = []
        const ids = new Set<string>()
        for (const tag of tags) {
          const changed = (await changeAll({ add_tag: tag })).map(({ id }) => id)
          undo.push({ ids: changed, remove_tag: tag })
          for (const id of changed) ids.add(id)
        }
        finish(`${ids.size} tagged`, undo)
      }),
    remove: () =>
      void run(async () => {
        const ids = (await changeAll({ removed: true })).map(({ id }) => id)
        onRemoved()
        finish(`${ids.length} removed`, [{ ids, removed: false }])
      }),
    undo: () =>
      void run(async () => {
        for (const change of done?.undo ?? []) await calls.change(change)
        setDone(null)
        announce('Undone')
      }),
    dismiss: () => setDone(null),
  }
}
