import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import type { CitationFormat } from '#api/contract/citations.ts'
import { FILE_ENDINGS } from '../../shared/fileEndings.ts'
import type { Paper } from '#api/contract/papers.ts'
import { useCitation } from '../../data/papers/useCitation.ts'
import { download } from '../../shared/download.ts'
import { useAnnounce } from '../atoms/LiveAnnouncer.tsx'
import { ErrorState } from '../atoms/ErrorState.tsx'
import { useKeptDialog } from '../../shared/keptInput.ts'
import { ScrolledText } from './ScrolledText.ts'

const formats: readonly (readonly [CitationFormat, label: string])[] = [
  ['bibtex', 'BibTeX'],
  ['ris', 'RIS'],
  ['csl', 'CSL-JSON'],
  ['text', 'Text'],
]

interface CiteDialogProps {
  /** Null closes the dialog. */
  paper: Paper | null
  onClose: () => void
}

const Citation = styled(ScrolledText)(({ theme }) => ({
  fontFamily: 'monospace',
  fontSize: theme.typography.caption.fontSize,
  whiteSpace: 'pre-wrap',
})) as typeof ScrolledText

/** The citation of a paper in a chosen format, to copy or to download. */
export function CiteDialog({ paper, onClose }: CiteDialogProps) {
  // The last paper stays in the dialog while it fades out.
  const [last, setLast] = useState(paper)
  if (paper !== null && paper !== last) setLast(paper)
  return (
    <Dialog open={paper !== null} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="cite-title">
      {last && <CitationOf key={last.id} paper={last} onClose={onClose} />}
    </Dialog>
  )
}

function CitationOf({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const [format, setFormat] = useKeptDialog<CitationFormat>('citation format', 'bibtex')
  const [isCopied, setCopied] = useState(false)
  const { data: text, error, mutate } = useCitation(paper.id, format)
  const announce = useAnnounce()

  const copy = async (citation: string) => {
    await navigator.clipboard.writeText(citation)
    setCopied(true)
    announce('Citation copied')
  }

  return (
    <>
      <DialogTitle id="cite-title">Cite</DialogTitle>
      <DialogContent>
        <ToggleButtonGroup
          exclusive
          size="small"
          color="primary"
          aria-label="Format"
          value={format}
          onChange={(_event, next: CitationFormat | null) => {
            if (next !== null) setFormat(next)
            setCopied(false)
          }}
          sx={{ mb: 2, flexWrap: 'wrap' }}
        >
          {formats.map(([name, label]) => (
            <ToggleButton key={name} value={name}>
              {label}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {error && <ErrorState error={error} onRetry={() => void mutate()} headingLevel="h3" compact />}
        {text === undefined && !error && <CircularProgress size={24} aria-label="Loading" />}
        {text !== undefined && (
          <Citation variant="outlined" component="section" tabIndex={0} aria-label="Citation">
            {text}
          </Citation>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          disabled={text === undefined}
          onClick={() =>
            text !== undefined && download(text, `${paper.source_id.replace(/\W+/g, '-')}.${FILE_ENDINGS[format]}`)
          }
        >
          Download
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={text === undefined}
          onClick={() => text !== undefined && void copy(text)}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </DialogActions>
    </>
  )
}
