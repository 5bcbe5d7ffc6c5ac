import Button from '@mui/material/Button'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { QuarantineRow } from '#api/contract/admin.ts'
import { formatCount } from '../../shared/format.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { TableSheet } from '../lists/TableSheet.tsx'

/** Shown of a record, which may have 64 KB. */
const RAW_SHOWN = 200

export interface QuarantineTableProps {
  rows: readonly QuarantineRow[]
  /** Id of the record that is being fetched again. All buttons are disabled until it ends. */
  busyId?: string | null
  onRetry: (row: QuarantineRow) => void
}

/** Table of the records that could not be parsed, with the reason and the beginning of the raw text. */
export function QuarantineTable({ rows, busyId = null, onRetry }: QuarantineTableProps) {
  return (
    <TableSheet label="Records set aside" minWidth={720}>
      <TableHead>
        <TableRow>
          <TableCell>Source</TableCell>
          <TableCell>Reason</TableCell>
          <TableCell>Last seen</TableCell>
          <TableCell>Tries</TableCell>
          <TableCell>Action</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} sx={{ verticalAlign: 'top' }}>
            <TableCell component="th" scope="row">
              {row.source}
            </TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>
              {row.reason}
              <Typography variant="meta" component="p" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
                {row.raw.length > RAW_SHOWN ? `${row.raw.slice(0, RAW_SHOWN)}…` : row.raw}
              </Typography>
            </TableCell>
            <TableCell>
              <InstantText at={row.last_seen_at} />
            </TableCell>
            <TableCell>{formatCount(row.tries)}</TableCell>
            <TableCell>
              <Button
                size="small"
                variant="outlined"
                loading={busyId === row.id}
                disabled={busyId !== null}
                aria-label={`Fetch again: ${row.reason}`}
                onClick={() => onRetry(row)}
              >
                Fetch again
              </Button>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}
