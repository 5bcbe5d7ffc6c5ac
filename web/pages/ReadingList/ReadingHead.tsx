import type { ReadingCounts } from '#api/contract/readingList.ts'
import { Icon } from '../../components/atoms/Icon.tsx'
import { ExportMenu } from '../../components/lists/ExportMenu.tsx'
import { useExport } from '../../data/reading/useExport.ts'
import type { ReadingFilter } from '../../data/reading/readingPages.ts'
import { formatCount, formatPlural } from '../../shared/format.ts'

const IMPORT = {
  path: 'M18 15v3H6v-3H4v3c0 1.1.9 2 2 2h12c1.1 0 2-.9 2-2v-3zM7 9l1.41 1.41L11 7.83V16h2V7.83l2.59 2.58L17 9l-5-5z',
}

interface ReadingHeadProps {
  counts: ReadingCounts | undefined
  /** What the list shows. */
  filter: ReadingFilter
  /** Number of papers that it shows; undefined until it is known. */
  shown: number | undefined
  onImport: () => void
}

/** Heading of the reading list, with the import, and the export of what is shown, or else of all. */
export function ReadingHead({ counts, filter, shown, onImport }: ReadingHeadProps) {
  const download = useExport()
  const all = counts && counts.to_read + counts.reading + counts.done
  const { sort } = filter
  return (
    <div className="reading-head">
      <h1 className="page-title">Reading list</h1>
      <div className="reading-head-actions">
        <button className="button outlined" type="button" onClick={onImport}>
          <Icon name={IMPORT} className="from-sm" />
          Import
        </button>
        {shown !== undefined && shown > 0 && (
          <ExportMenu
            label={`Export ${formatPlural(shown, 'paper')}`}
            busy={download.busy}
            error={download.error?.message}
            onExport={(format) => void download.run(format, { filter })}
          />
        )}
        {all !== undefined && all > 0 && shown !== undefined && shown < all && (
          <ExportMenu
            label={`Export all ${formatCount(all)}`}
            busy={download.busy}
            onExport={(format) => void download.run(format, { filter: sort ? { sort } : {} })}
          />
        )}
      </div>
    </div>
  )
}
