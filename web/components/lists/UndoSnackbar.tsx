import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'
import { useWasOpened } from '../../shared/useWasOpened.ts'
import { loadPart } from '../../shared/loadPart.ts'

const Snackbar = lazy(() => loadPart(() => import('@mui/material/Snackbar')))

/** Minimum time to undo. The timer pauses while the pointer or the focus is on the bar (WCAG 2.2.1). */
export const UNDO_MS = 10_000

export interface UndoSnackbarProps {
  /** The action that can be undone: "Removed", "3 removed". Null hides the bar. */
  message: string | null
  /** "Undo", or "Retry" after a failure. */
  actionLabel?: string
  onUndo: () => void
  onClose: () => void
}

/** Snackbar with the last action and an Undo button, loaded on its first use. The page must offer a second way to undo. */
export function UndoSnackbar({ message, actionLabel = 'Undo', onUndo, onClose }: UndoSnackbarProps) {
  const wasOpened = useWasOpened(message !== null)
  return (
    wasOpened && (
      <Suspense>
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
      </Suspense>
    )
  )
}
