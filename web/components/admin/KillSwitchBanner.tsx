import Alert from '@mui/material/Alert'

/** Says that an admin has paused all mail. Nothing while mail is on. */
export function KillSwitchBanner({ on }: { on: boolean }) {
  if (!on) return null
  return (
    <Alert severity="warning" sx={{ mb: 1.5 }}>
      All mail is paused. What is due waits in the outbox until mail is switched on here.
    </Alert>
  )
}
