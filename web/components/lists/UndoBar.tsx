import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { UNDO_MS } from './undoTime.ts'

export interface UndoBarProps {
  /** The action that can be undone: "Removed", "3 removed". Null hides the bar. */
  message: string | null
  /** "Undo", or "Retry" after a failure. */
  actionLabel?: string
  onUndo: () => void
  onClose: () => void
}

/** Snackbar with the last action and an Undo button. */
export function UndoBar({ message, actionLabel = 'Undo', onUndo, onClose }: UndoBarProps) {
  return (
    <Snackbar
      open={message !== null}
      message={message}
      autoHideDuration={UNDO_MS}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      onClose={(_event, reason) => {
        if (reason !== 'clickaway') onClose()
      }}
      action={
        <Button
          size="small"
          onClick={onUndo}
          // The snackbar inverts the colour scheme, so the button inherits its text colour.
          sx={{ fontWeight: 600, textDecoration: 'underline', '&, &:hover': { color: 'inherit' } }}
        >
          {actionLabel}
        </Button>
      }
    />
  )
}
