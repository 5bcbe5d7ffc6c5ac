import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'

/** Time to undo, at least; the clock stands still while pointer or focus is on the bar (WCAG 2.2.1). */
export const UNDO_MS = 10_000

export interface UndoSnackbarProps {
  /** What was done: "Removed", "3 removed". Null hides the bar. */
  message: string | null
  /** "Undo", or "Retry" after a failure. */
  actionLabel?: string
  onUndo: () => void
  onClose: () => void
}

/** Says what was just done and offers to take it back. Never the only way to do so. */
export function UndoSnackbar({ message, actionLabel = 'Undo', onUndo, onClose }: UndoSnackbarProps) {
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
          // The bar is dark in light colours and light in dark ones: its text knows which.
          sx={{ fontWeight: 600, textDecoration: 'underline', '&, &:hover': { color: 'inherit' } }}
        >
          {actionLabel}
        </Button>
      }
    />
  )
}
