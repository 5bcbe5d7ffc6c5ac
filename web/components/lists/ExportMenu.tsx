import FileDownloadOutlinedIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ExportFormat } from '#api/contract/citations.ts'
import { PopupMenu } from '../atoms/PopupMenu.tsx'

const labels: Readonly<Record<ExportFormat, string>> = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  csl: 'CSL-JSON',
  csv: 'CSV, with notes',
  markdown: 'Markdown, with notes',
  json: 'JSON, with notes',
}

interface ExportMenuProps {
  /** Selected papers; 0 for the whole list. */
  selected: number
  busy: boolean
  /** Why nothing can be exported. */
  disabledBecause?: string | undefined
  /** Why the last export failed. */
  error?: string | undefined
  onExport: (format: ExportFormat) => void
  onClearSelection: () => void
}

/**
 * Button with a menu of file formats for the whole list or the selected papers. Its messages take the next line of the
 * wrapping row of buttons that it is part of.
 */
export function ExportMenu(props: ExportMenuProps) {
  const { selected, busy, disabledBecause, error, onExport, onClearSelection } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      {selected > 0 && <Button onClick={onClearSelection}>Clear selection</Button>}
      <Button
        variant="outlined"
        loading={busy}
        disabled={disabledBecause !== undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        startIcon={<FileDownloadOutlinedIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {selected > 0 ? `Export ${selected} selected` : 'Export'}
      </Button>
      <PopupMenu anchor={anchor} onClose={() => setAnchor(null)}>
        {(Object.keys(labels) as ExportFormat[]).map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              // The menu gives the focus back to its button, before that is busy and cannot take it.
              flushSync(() => setAnchor(null))
              onExport(format)
            }}
          >
            {labels[format]}
          </MenuItem>
        ))}
      </PopupMenu>
      {disabledBecause !== undefined && (
        <Typography variant="meta" component="p" sx={{ flexBasis: '100%', textAlign: 'right' }}>
          {disabledBecause}
        </Typography>
      )}
      {error !== undefined && (
        <Typography variant="body2" role="alert" sx={{ flexBasis: '100%', textAlign: 'right', color: 'error.main' }}>
          Could not export. {error}
        </Typography>
      )}
    </>
  )
}
