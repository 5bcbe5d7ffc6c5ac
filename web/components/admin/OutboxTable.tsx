import Button from '@mui/material/Button'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { OutboxRow } from '#api/contract/mail.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel } from '../atoms/StateLabel.tsx'
import { mailNames, outboxStates } from '../atoms/stateWords.ts'
import { TableSheet } from '../lists/TableSheet.tsx'

export interface OutboxTableProps {
  rows: readonly OutboxRow[]
  /** Id of the mail that is being queued again. All buttons are disabled until it ends. */
  busyId?: string | null
  onResend: (row: OutboxRow) => void
}

const canBeResent = ({ state }: OutboxRow) => state === 'failed' || state === 'uncertain' || state === 'suppressed'

/** Table of the outbox: queued, sent and failed mail, with the cause of failure. Unsent mail can be sent again. */
export function OutboxTable({ rows, busyId = null, onResend }: OutboxTableProps) {
  return (
    <TableSheet label="Outbox" minWidth={760}>
      <TableHead>
        <TableRow>
          <TableCell>To</TableCell>
          <TableCell>Message</TableCell>
          <TableCell>State</TableCell>
          <TableCell>When</TableCell>
          <TableCell>Action</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} sx={{ verticalAlign: 'top' }}>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{row.to}</TableCell>
            <TableCell>
              {row.subject}
              <Typography variant="meta" component="p">
                {mailNames[row.kind]}
                {row.attempts > 1 && `, ${row.attempts} attempts`}
              </Typography>
            </TableCell>
            <TableCell>
              <StateLabel {...outboxStates[row.state]} />
              {row.error !== undefined && (
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {row.error}
                </Typography>
              )}
            </TableCell>
            <TableCell>
              <InstantText at={row.sent_at ?? row.queued_at} />
              {row.retry_at !== null && (
                <Typography variant="meta" component="p">
                  next try <InstantText at={row.retry_at} />
                </Typography>
              )}
            </TableCell>
            <TableCell>
              {canBeResent(row) && (
                <Button
                  size="small"
                  variant="outlined"
                  loading={busyId === row.id}
                  disabled={busyId !== null}
                  aria-label={`Send again to ${row.to}: ${row.subject}`}
                  sx={{ whiteSpace: 'nowrap' }}
                  onClick={() => onResend(row)}
                >
                  Send again
                </Button>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}
