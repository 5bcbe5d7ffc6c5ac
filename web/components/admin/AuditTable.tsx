import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { AuditRow } from '#api/contract/admin.ts'
import { formatCount } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { TableSheet } from '../lists/TableSheet.tsx'

/** Table of the audit log: changes with their details, and calls with the status of their response. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <TableSheet label="Audit log" minWidth={720}>
      <TableHead>
        <TableRow>
          <TableCell>When</TableCell>
          <TableCell>Who</TableCell>
          <TableCell>Action</TableCell>
          <TableCell>Object</TableCell>
          <TableCell>Outcome</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} sx={{ verticalAlign: 'top' }}>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>
              <InstantText at={row.at} />
            </TableCell>
            <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
              {row.by_email}
            </TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>
              {row.action}
              {row.details !== '' && (
                <Typography variant="meta" component="p">
                  {row.details}
                </Typography>
              )}
            </TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>{row.target ?? '–'}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{describeOutcome(row)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}

/** The outcome of a call, with how often the same one happened in that hour. A change is recorded after it was made. */
function describeOutcome({ status, times }: AuditRow): string {
  if (status === null) return 'changed'
  const outcome = status < 400 ? 'done' : status === 403 ? 'refused' : 'failed'
  return `${outcome} (${status})${times > 1 ? `, ${formatCount(times)} times` : ''}`
}
