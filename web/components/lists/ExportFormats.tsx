import type { ExportFormat } from '#api/contract/citations.ts'
import { ActionMenu, type ActionMenuProps } from '../atoms/ActionMenu.tsx'

const labels: Readonly<Record<ExportFormat, string>> = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  csl: 'CSL-JSON',
  csv: 'CSV, with notes',
  markdown: 'Markdown, with notes',
  json: 'JSON, with notes',
  vault: 'Files for Obsidian or Logseq (ZIP), with notes',
  epub: 'EPUB for e-readers, with notes',
}

export interface ExportFormatsProps extends Pick<ActionMenuProps, 'anchor' | 'onClose'> {
  onExport: (format: ExportFormat) => void
}

/** Menu of the formats in which papers are exported. Load it with `lazyPart` when it is opened for the first time. */
export function ExportFormats({ anchor, onClose, onExport }: ExportFormatsProps) {
  return (
    <ActionMenu
      anchor={anchor}
      onClose={onClose}
      actions={(Object.keys(labels) as ExportFormat[]).map((format) => ({
        label: labels[format],
        onSelect: () => onExport(format),
      }))}
    />
  )
}
