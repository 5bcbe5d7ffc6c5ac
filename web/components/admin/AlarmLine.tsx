import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink } from 'react-router-dom'
import type { SystemHealth } from '#api/contract/admin.ts'

/** To whom alarms go: "Alarms: 1 admin by Slack and mail". Without anybody, how to set them up. */
export function AlarmLine({ alarms: { admins, by } }: { alarms: SystemHealth['alarms'] }) {
  if (admins > 0)
    return (
      <Typography variant="meta" component="p" sx={{ mt: 1 }}>
        Alarms: {admins === 1 ? '1 admin' : `${admins} admins`} by {LIST.format(by)}.
      </Typography>
    )
  return (
    <Typography variant="meta" component="p" sx={{ mt: 1 }}>
      Alarms: no admin gets a message when a check fails. Switch them on in{' '}
      <Link component={RouterLink} to="/profile#connections" underline="always">
        your profile
      </Link>
      : by mail, or by a connection of yours.
    </Typography>
  )
}

const LIST = new Intl.ListFormat('en-GB')
