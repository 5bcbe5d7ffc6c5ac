import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { SiteLink } from '../atoms/SiteLink.tsx'
import { radii } from '../../shared/theme/radii.ts'
import { deviceStorage } from '../../shared/deviceStorage.ts'
import { useOnline } from '../../shared/useOnline.ts'
import { serverNow } from '../../shared/serverClock.ts'

export interface OfflineBannerProps {
  /** When the data on the page was loaded. */
  since?: Date
  /** Number of changes that wait to be sent. */
  waiting?: number
  /** Changes that the server refused after they had waited. `href` leads to what was refused. */
  refused?: readonly { label: string; reason: string; href?: string; onClose: () => void }[]
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** Banner shown while the browser is offline, with the age of the data, and for changes that could not be sent. */
export function OfflineBanner({ since, waiting = 0, refused }: OfflineBannerProps) {
  const online = useOnline()
  return (
    <>
      {!online && (
        <Banner variant="banner" severity="warning">
          {since === undefined
            ? `Offline. What is on the page stays; changes ${deviceStorage.isKept() ? 'are sent when the connection is back' : 'need a connection'}.`
            : `Offline, showing what was loaded at ${loadedAt(since)}.`}
          {waiting > 0 && ` ${waiting === 1 ? '1 change waits' : `${waiting} changes wait`} for the connection.`}
        </Banner>
      )}
      {refused?.map(({ label, reason, href, onClose }) => (
        <Banner
          key={label}
          variant="banner"
          severity="error"
          action={
            <>
              {href !== undefined && (
                <Button component={SiteLink} to={href}>
                  Open
                </Button>
              )}
              <Button onClick={onClose}>OK</Button>
            </>
          }
        >
          {label}. {reason}
        </Banner>
      ))}
    </>
  )
}

/** The dashboard has no bar that a banner could be a part of: there it is as wide as the page. */
const Banner = styled(Alert)(({ theme }) => ({
  'header:not(.MuiAppBar-root) ~ &': {
    width: 'calc(100% - 32px)',
    maxWidth: 1072,
    margin: '16px auto 0',
    borderStyle: 'solid',
    borderWidth: 1,
    borderRadius: radii.tile,
    [theme.breakpoints.up('sm')]: { width: 'calc(100% - 48px)' },
  },
}))

const loadedAt = (since: Date) =>
  (since.toDateString() === serverNow().toDateString() ? time : dayAndTime).format(since)
