import { Notice } from '../atoms/Notice.tsx'
import { SiteLink } from '../atoms/SiteLink.tsx'
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
        <Notice severity="warning" isBanner>
          {since === undefined
            ? `Offline. What is on the page stays; changes ${deviceStorage.isKept() ? 'are sent when the connection is back' : 'need a connection'}.`
            : `Offline, showing what was loaded at ${loadedAt(since)}.`}
          {waiting > 0 && ` ${waiting === 1 ? '1 change waits' : `${waiting} changes wait`} for the connection.`}
        </Notice>
      )}
      {refused?.map(({ label, reason, href, onClose }) => (
        <Notice
          key={label}
          severity="error"
          isBanner
          action={
            <>
              {href !== undefined && (
                <SiteLink className="button" to={href}>
                  Open
                </SiteLink>
              )}
              <button className="button" type="button" onClick={onClose}>
                OK
              </button>
            </>
          }
        >
          {label}. {reason}
        </Notice>
      ))}
    </>
  )
}

const loadedAt = (since: Date) =>
  (since.toDateString() === serverNow().toDateString() ? time : dayAndTime).format(since)
