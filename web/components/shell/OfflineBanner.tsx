import Alert from '@mui/material/Alert'
import { useOnline } from '../../shared/useOnline.ts'

interface OfflineBannerProps {
  /** When the data on the page was loaded. */
  since?: Date
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Banner shown while the browser is offline, with the age of the data. Renders nothing while online. */
export function OfflineBanner({ since }: OfflineBannerProps) {
  if (useOnline()) return null
  return (
    <Alert severity="warning" sx={{ borderRadius: 0 }}>
      {since === undefined
        ? 'Offline. What is on the page stays; changes are sent when the connection is back.'
        : `Offline, showing what was loaded at ${time.format(since)}.`}
    </Alert>
  )
}
