import Alert from '@mui/material/Alert'

/** Says that an admin has paused all mail. Nothing while mail is on. */
export function KillSwitchBanner({ on }: { on: boolean }) {
  if (!on) return null
  return (
    <Alert severity="warning" sx={{ mb: 1.5 }}>
      All mail is paused. Nothing is sent until it is switched on here.
    </Alert>
  )
}
