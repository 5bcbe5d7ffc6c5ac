import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ListImport } from '#api/contract/listImport.ts'
import { IMPORT_FILE_MAX_BYTES } from '#api/contract/limits.ts'
import { IMPORT_ENDINGS } from '../../shared/fileEndings.ts'
import { useKeptInput } from '../../shared/keptInput.ts'
import { FileField } from '../atoms/FileField.tsx'
import { ImportParts } from './ImportParts.tsx'
import { ImportResult, type ImportResultProps } from './ImportResult.tsx'

/** A file is shown in the field up to this length; a longer one would make typing slow. */
const SHOWN_MAX = 20_000

export interface ImportDialogProps extends Omit<ImportResultProps, 'result'> {
  open: boolean
  /** The import to show: undefined before there is one, null while it is loaded. */
  result: ListImport | null | undefined
  sending: boolean
  /** How much of a file that is imported in parts was read, in characters, and the papers added so far. */
  parts?: { text: string; read: number; added: number } | null
  /** Why the text could not be imported, or the import not be loaded. */
  error?: string | undefined
  onSend: (text: string) => void
  /** Shows the form again. */
  onAgain: () => void
  onClose: () => void
}

/** Imports papers into the reading list: a file or pasted text, and then what became of each paper. */
export function ImportDialog(props: ImportDialogProps) {
  const { open, result, sending, parts = null, error, onSend, onAgain, onClose, ...feeds } = props
  const [text, setText] = useKeptInput('import', '')
  const isLong = text.length > SHOWN_MAX
  const begun = parts?.text === text ? parts : null
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="import-title">
      <DialogTitle id="import-title">Import papers</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {result === undefined && (
          <>
            <Typography>
              From Zotero, PubMed, EndNote or another program as BibTeX, RIS, CSL JSON, .nbib or .enw; ids of arXiv,
              DOIs and addresses of papers, one a line; or the OPML file of a feed reader. Tags and notes come along.
            </Typography>
            <FileField
              label="Choose a file"
              accept={IMPORT_ENDINGS}
              maxBytes={IMPORT_FILE_MAX_BYTES}
              disabled={sending}
              onText={setText}
            >
              <TextField
                multiline
                fullWidth
                minRows={5}
                maxRows={12}
                label="Papers"
                placeholder={'2511.01234\nhttps://arxiv.org/abs/2510.04321'}
                value={isLong ? `${text.slice(0, SHOWN_MAX)}\n…` : text}
                onChange={(event) => setText(event.target.value)}
                slotProps={{ htmlInput: { readOnly: sending || isLong } }}
                sx={{ mt: 0.75 }}
              />
            </FileField>
          </>
        )}
        {result === undefined && begun && <ImportParts {...begun} sending={sending} />}
        {result === null && !error && <CircularProgress size={24} aria-label="Loading" />}
        {result && <ImportResult result={result} {...feeds} />}
        {error !== undefined && (
          <Typography role="alert" color="error">
            {error}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        {result === undefined ? (
          <>
            {isLong && <Button onClick={() => setText('')}>Clear</Button>}
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="contained"
              color="primary"
              loading={sending}
              disabled={text.trim() === '' || text.length > IMPORT_FILE_MAX_BYTES}
              onClick={() => onSend(text)}
            >
              {begun && !sending ? 'Go on' : 'Import'}
            </Button>
          </>
        ) : (
          <>
            <Button
              onClick={() => {
                setText('')
                onAgain()
              }}
            >
              Import more
            </Button>
            <Button variant="contained" color="primary" onClick={onClose}>
              Done
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}
