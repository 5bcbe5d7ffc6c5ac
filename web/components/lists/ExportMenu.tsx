import { Suspense, useState } from 'react'
import type { ExportFormat } from '#api/contract/citations.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { Icon } from '../atoms/Icon.tsx'

const EXPORT = {
  path: 'M18 15v3H6v-3H4v3c0 1.1.9 2 2 2h12c1.1 0 2-.9 2-2v-3zm-1-4-1.41-1.41L13 12.17V4h-2v8.17L8.41 9.59 7 11l5 5z',
}

const ActionMenu = lazyPart(async () => (await import('../atoms/ActionMenu.tsx')).ActionMenu)

const labels: Readonly<Record<ExportFormat, string>> = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  csl: 'CSL-JSON',
  csv: 'CSV, with notes',
  markdown: 'Markdown, with notes',
  json: 'JSON, with notes',
}

interface ExportMenuProps {
  /** What is exported: "Export 3 papers". */
  label: string
  busy: boolean
  /** Why the last export failed. */
  error?: string | undefined
  onExport: (format: ExportFormat) => void
}

/**
 * Button with a menu of file formats. Its message takes the next line of the wrapping row of buttons that it is part of.
 */
export function ExportMenu({ label, busy, error, onExport }: ExportMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(anchor !== null)
  return (
    <>
      <button
        className="button outlined"
        type="button"
        disabled={busy}
        aria-busy={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {busy ? <progress className="icon spinner" aria-hidden /> : <Icon name={EXPORT} className="from-sm" />}
        {label}
      </button>
      {wasOpened && (
        <Suspense>
          <ActionMenu
            anchor={anchor}
            onClose={() => setAnchor(null)}
            actions={(Object.keys(labels) as ExportFormat[]).map((format) => ({
              label: labels[format],
              onSelect: () => onExport(format),
            }))}
          />
        </Suspense>
      )}
      {error !== undefined && (
        <p className="row-error export-message" role="alert">
          Could not export. {error}
        </p>
      )}
    </>
  )
}
