import Button from '@mui/material/Button'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { SuppressionRow } from '#api/contract/mail.ts'
import { InstantText } from '../atoms/InstantText.tsx'
import { suppressionCauses } from '../atoms/stateWords.ts'
import { TableSheet } from '../lists/TableSheet.tsx'

export interface SuppressionTableProps {
  rows: readonly SuppressionRow[]
  /** Id of the row that is being released. All buttons are disabled until it ends. */
  busyId?: string | null
  onRelease: (row: SuppressionRow) => void
}

/** Table of the addresses to which nothing is sent, with the cause and the reply of the mail server. */
export function SuppressionTable({ rows, busyId = null, onRelease }: SuppressionTableProps) {
  return (
    <TableSheet label="Addresses without mail" minWidth={640}>
      <TableHead>
        <TableRow>
          <TableCell>Address</TableCell>
          <TableCell>Cause</TableCell>
          <TableCell>Since</TableCell>
          <TableCell>Last refused</TableCell>
          <TableCell>Action</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} sx={{ verticalAlign: 'top' }}>
            <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
              {row.id}
            </TableCell>
            <TableCell>
              {suppressionCauses[row.cause]}
              <Typography variant="meta" component="p" sx={{ overflowWrap: 'anywhere' }}>
                {row.reason}
              </Typography>
            </TableCell>
            <TableCell>
              <InstantText at={row.since} />
            </TableCell>
            <TableCell>
              <InstantText at={row.last_refused_at} />
            </TableCell>
            <TableCell>
              <Button
                size="small"
                variant="outlined"
                loading={busyId === row.id}
                disabled={busyId !== null}
                aria-label={`Release ${row.id}`}
                onClick={() => onRelease(row)}
              >
                Release
              </Button>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </TableSheet>
  )
}
