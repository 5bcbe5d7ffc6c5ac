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

/** Table of the outbox: queued, sent and failed mail, with the cause of failure. */
export function OutboxTable({ rows }: { rows: readonly OutboxRow[] }) {
  return (
    <TableSheet label="Outbox" minWidth={640}>
      <TableHead>
        <TableRow>
          <TableCell>To</TableCell>
          <TableCell>Message</TableCell>
          <TableCell>State</TableCell>
          <TableCell>When</TableCell>
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
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}
