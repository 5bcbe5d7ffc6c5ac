import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { OutboxRow, OutboxState } from '#api/contract/mail.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { StateLabel, type Tone } from '../atoms/StateLabel.tsx'
import { TableSheet } from '../lists/TableSheet.tsx'

/** How a mail stands, in words. */
export const outboxStates: Record<OutboxState, { tone: Tone; word: string }> = {
  queued: { tone: 'unknown', word: 'Waiting' },
  claimed: { tone: 'running', word: 'Being prepared' },
  'handing-off': { tone: 'running', word: 'Being sent' },
  sent: { tone: 'good', word: 'Sent' },
  failed: { tone: 'bad', word: 'Failed' },
  uncertain: { tone: 'warning', word: 'Perhaps sent' },
  suppressed: { tone: 'warning', word: 'Held back' },
}
const kinds: Record<OutboxRow['kind'], string> = { digest: 'Digest', 'top-papers': 'Top papers', test: 'Test' }

/** Mail that went out, waits, or could not be sent, with the cause. */
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
                {kinds[row.kind]}
                {row.attempts > 1 && `, ${row.attempts} attempts`}
              </Typography>
            </TableCell>
            <TableCell>
              <StateLabel tone={outboxStates[row.state].tone}>{outboxStates[row.state].word}</StateLabel>
              {row.error !== undefined && (
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {row.error}
                </Typography>
              )}
            </TableCell>
            <TableCell>
              <InstantText at={row.sent_at ?? row.queued_at} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}
