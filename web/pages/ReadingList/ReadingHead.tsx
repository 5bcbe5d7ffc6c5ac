import { EXPORT_SELECTION_MAX } from '#api/contract/limits.ts'
import type { ReadingCounts } from '#api/contract/readingList.ts'
import { Icon } from '../../components/atoms/Icon.tsx'
import { ExportMenu } from '../../components/lists/ExportMenu.tsx'
import { useExport } from '../../data/reading/useExport.ts'

const IMPORT = {
  path: 'M18 15v3H6v-3H4v3c0 1.1.9 2 2 2h12c1.1 0 2-.9 2-2v-3zM7 9l1.41 1.41L11 7.83V16h2V7.83l2.59 2.58L17 9l-5-5z',
}

interface ReadingHeadProps {
  counts: ReadingCounts | undefined
  /** Ids of the selected items. */
  selected: ReadonlySet<string>
  onClearSelection: () => void
  onImport: () => void
}

/** Heading of the reading list, with the import, and the export of the whole list or the selection. */
export function ReadingHead({ counts, selected, onClearSelection, onImport }: ReadingHeadProps) {
  const download = useExport()
  const isEmpty = counts !== undefined && counts.to_read + counts.reading + counts.done === 0
  const disabledBecause =
    selected.size > EXPORT_SELECTION_MAX
      ? `Select at most ${EXPORT_SELECTION_MAX} papers, or none to export all.`
      : undefined
  return (
    <div className="reading-head">
      <h1 className="page-title">Reading list</h1>
      <div className="reading-head-actions">
        <button
          className={selected.size > 0 ? 'button outlined from-sm' : 'button outlined'}
          type="button"
          onClick={onImport}
        >
          <Icon name={IMPORT} className="from-sm" />
          Import
        </button>
        {!isEmpty && (
          <ExportMenu
            selected={selected.size}
            busy={download.busy}
            disabledBecause={disabledBecause}
            error={download.error?.message}
            onExport={(format) => void download.run(format, [...selected])}
            onClearSelection={onClearSelection}
          />
        )}
      </div>
    </div>
  )
}
