import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type ReactNode } from 'react'
import { useKeptDialog } from '../../shared/keptInput.ts'
import { DialogForm } from './DialogForm.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  /** Names the action and its object: "Delete 214 failed jobs", never "OK". */
  confirmLabel: string
  danger?: boolean
  /** A word that the user must type to enable the button. */
  typed?: string
  /** Label of the field for it; without one, it asks for the word. */
  typedLabel?: string
  /** Upper and lower case of the typed word are the same. */
  ignoreCase?: boolean
  busy?: boolean
  error?: string | undefined
  /** What the next confirmation needs. */
  notice?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} aria-labelledby="confirm-title" maxWidth="xs" fullWidth>
      <ConfirmForm {...props} />
    </Dialog>
  )
}

// A separate component, so that the typed word is cleared when the dialog closes.
function ConfirmForm({
  title,
  children,
  confirmLabel,
  danger,
  typed,
  typedLabel = `Type "${typed}" to go on`,
  ignoreCase = false,
  busy,
  error,
  notice,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [word, setWord] = useKeptDialog(`word for ${title}`, '')
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text)
  const allowed = typed === undefined || fold(word.trim()) === fold(typed)
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        if (allowed && !busy) onConfirm()
      }}
    >
      <DialogTitle id="confirm-title">{title}</DialogTitle>
      <DialogContent>
        <DialogContentText component="div">{children}</DialogContentText>
        {typed !== undefined && (
          <TextField
            fullWidth
            margin="normal"
            label={typedLabel}
            value={word}
            onChange={(event) => setWord(event.target.value)}
            autoComplete="off"
          />
        )}
      </DialogContent>
      {notice !== undefined && (
        <Alert severity="info" sx={{ mx: 3, mt: 1, flexShrink: 0 }}>
          {notice}
        </Alert>
      )}
      {error !== undefined && (
        <Alert severity="error" sx={{ mx: 3, mt: 1, flexShrink: 0 }}>
          {error}
        </Alert>
      )}
      <DialogActions>
        <Button type="button" onClick={onClose} color="inherit" sx={{ flexShrink: 0 }}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="contained"
          color={danger ? 'error' : 'primary'}
          loading={busy ?? false}
          disabled={!allowed}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </DialogForm>
  )
}
