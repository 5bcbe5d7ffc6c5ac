import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { Link } from 'react-router-dom'
import type { HealthCheck, ReadersWithoutMail } from '#api/contract/admin.ts'
import type { OutboxState } from '#api/contract/mail.ts'
import { withLocalTimes } from '../../shared/format.ts'
import { ControlRow } from '../atoms/ControlRow.tsx'

export interface WithoutMailBannerProps {
  readers: ReadersWithoutMail
  /** What the health says about the mails. */
  check: Pick<HealthCheck, 'state' | 'message'>
  /** Shows the mails of the outbox in this state, or all. */
  onShowMails: (state: OutboxState | undefined) => void
  onShowAddresses: () => void
}

/** Says how many readers are without their newest digest or welcome mail and why, with the ways to act. Else nothing. */
export function WithoutMailBanner({ readers, check, onShowMails, onShowAddresses }: WithoutMailBannerProps) {
  const { total, waiting, deferred, refused, uncertain, suppressed, welcome } = readers
  if (total + welcome === 0) return null
  const mails: [count: number, name: string, state: OutboxState | undefined][] = [
    [refused, 'Show the failed mails', 'failed'],
    [uncertain, 'Show the mails perhaps sent', 'uncertain'],
    [deferred + welcome, 'Show the outbox', undefined],
  ]
  return (
    <Alert severity={check.state === 'down' ? 'error' : 'warning'} sx={{ mb: 3, overflowWrap: 'anywhere' }}>
      {withLocalTimes(check.message)}
      <ControlRow sx={{ mt: 1 }}>
        {waiting > 0 && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            component={Link}
            to="/admin?tab=ingestion&runs=digest"
          >
            Show the runs of the digests
          </Button>
        )}
        {mails.map(
          ([count, name, state]) =>
            count > 0 && (
              <Button key={name} size="small" variant="outlined" color="inherit" onClick={() => onShowMails(state)}>
                {name}
              </Button>
            ),
        )}
        {suppressed > 0 && (
          <Button size="small" variant="outlined" color="inherit" onClick={onShowAddresses}>
            Show the addresses without mail
          </Button>
        )}
      </ControlRow>
    </Alert>
  )
}
