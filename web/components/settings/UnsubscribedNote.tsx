import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { formatInstant } from '../../shared/format.ts'

interface UnsubscribedNoteProps {
  /** When the link in a mail switched the digest off. */
  since: string
  onSwitchOn: () => void
}

/** Note that the link in a mail switched the digest off, with a button that switches it on again. */
export function UnsubscribedNote({ since, onSwitchOn }: UnsubscribedNoteProps) {
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button size="small" color="inherit" onClick={onSwitchOn}>
          Switch on again
        </Button>
      }
    >
      Switched off by the link in a mail on {formatInstant(since)}.
    </Alert>
  )
}
