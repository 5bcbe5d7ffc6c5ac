import FileDownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import type { ExportFormat } from '#api/contract/citations.ts'
import { lazyPart } from '../../shared/lazyPart.tsx'
import { useWasOpened } from '../../shared/useWasOpened.ts'

const ExportFormats = lazyPart(async () => (await import('./ExportFormats.tsx')).ExportFormats)

interface ExportMenuProps {
  /** What is exported: "Export 3 papers". */
  label: string
  /** The same on a phone, beside the icon: "3". */
  shortLabel: string
  busy: boolean
  /** Why the last export failed. */
  error?: string | undefined
  onExport: (format: ExportFormat) => void
}

/**
 * Button with a menu of file formats. Its message takes the next line of the wrapping row of buttons that it is part of.
 */
export function ExportMenu({ label, shortLabel, busy, error, onExport }: ExportMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpened = useWasOpened(anchor !== null)
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FileDownloadIcon />}
        loading={busy}
        loadingPosition="start"
        aria-label={label}
        aria-busy={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {label}
        </Box>
        <Box component="span" sx={{ display: { sm: 'none' } }}>
          {shortLabel}
        </Box>
      </Button>
      {wasOpened && (
        <Suspense>
          <ExportFormats anchor={anchor} onClose={() => setAnchor(null)} onExport={onExport} />
        </Suspense>
      )}
      {error !== undefined && (
        <Typography variant="body2" role="alert" color="error" sx={{ flexBasis: '100%', textAlign: 'right' }}>
          Could not export. {error}
        </Typography>
      )}
    </>
  )
}
