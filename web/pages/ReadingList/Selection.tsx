import { UndoSnackbar } from '../../components/lists/UndoSnackbar.tsx'
import { useExport } from '../../data/reading/useExport.ts'
import type { ReadingFilter } from '../../data/reads.ts'
import { useSelectionCalls } from '../../data/reading/useSelectionCalls.ts'
import { useAction } from '../../data/useAction.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useSelectionChanges } from './useSelectionChanges.ts'

interface SelectionProps {
  selected: ReadonlySet<string>
  filter: ReadingFilter
  /** Number of papers that the list shows. */
  shown: number
  tags: readonly string[]
  onSelect: (ids: readonly string[]) => void
  onChanged: () => unknown
}

/** The bar of the selected papers, and Undo for what was done with them. */
export function Selection({ selected, filter, shown, tags, onSelect, onChanged }: SelectionProps) {
  const { findIds } = useSelectionCalls()
  const download = useExport()
  const changes = useSelectionChanges({ selected, onChanged, onRemoved: () => onSelect([]) })
  const selectAll = useAction(async () => onSelect([...new Set([...selected, ...(await findIds(filter))])]))
  return (
    <>
      {selected.size > 0 && (
        <SelectionBar
          selected={selected.size}
          others={selected.size < shown ? shown : undefined}
          tags={tags}
          busy={changes.busy || selectAll.busy}
          exporting={download.busy}
          error={(changes.error ?? selectAll.error ?? download.error)?.message}
          onSelectAll={() => void selectAll.run()}
          onClear={() => onSelect([])}
          onTag={changes.addTags}
          onMove={changes.move}
          onRemove={changes.remove}
          onExport={(format) => void download.run(format, { ids: [...selected] })}
        />
      )}
      <UndoSnackbar message={changes.done?.message ?? null} onUndo={changes.undo} onClose={changes.dismiss} />
    </>
  )
}
