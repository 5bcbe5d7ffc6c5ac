import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { TableSheet } from '../lists/TableSheet.tsx'

interface Column<Row> {
  name: string
  renderCell: (row: Row) => ReactNode
  /** The cell names its row. */
  isHead?: boolean
  align?: 'right'
  /** A text of any length, which is broken anywhere; other words are kept whole. */
  isLong?: boolean
  /** A short text, which is kept on one line beside long ones. */
  isShort?: boolean
  width?: string
}

export interface RecordTableProps<Row extends { id: string }> {
  /** Accessible name of the table. */
  label: string
  /** Minimum width of the table in pixels. On narrower screens the table scrolls inside its sheet. */
  minWidth: number
  rows: readonly Row[]
  columns: readonly Column<Row>[]
}

/** Table of records of one kind, a line each, which begins at the top of its cells. */
export function RecordTable<Row extends { id: string }>({ label, minWidth, rows, columns }: RecordTableProps<Row>) {
  return (
    <TableSheet label={label} minWidth={minWidth}>
      <TableHead>
        <TableRow>
          {columns.map(({ name, align, width }) => (
            <TableCell key={name} align={align ?? 'left'} sx={{ width }}>
              {name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <Records>
        {rows.map((row) => (
          <TableRow key={row.id}>
            {columns.map(({ name, renderCell, isHead = false, align, isLong = false, isShort = false }) => (
              <TableCell
                key={name}
                align={align ?? 'left'}
                {...(isHead && { component: 'th', scope: 'row' })}
                {...(isLong && { sx: { overflowWrap: 'anywhere', minWidth: 200 } })}
                {...(isShort && { sx: { whiteSpace: 'nowrap' } })}
              >
                {renderCell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </Records>
    </TableSheet>
  )
}

const Records = styled(TableBody)({
  verticalAlign: 'top',
  // An address is not broken inside a word: the table scrolls.
  overflowWrap: 'normal',
  '& > tr': { verticalAlign: 'top' },
})

/** A second line of a cell. */
export function CellDetail({ children }: { children: ReactNode }) {
  return (
    <Typography variant="meta" component="p">
      {children}
    </Typography>
  )
}

interface RowActionProps {
  /** Id of the row. */
  id: string
  /** Id of the row whose action is in progress. All buttons are disabled until it ends. */
  busyId: string | null
  label: string
  /** Accessible name, with the object of the action. */
  name: string
  onAct: () => void
}

/** The action of a row. */
export function RowAction({ id, busyId, label, name, onAct }: RowActionProps) {
  return (
    <Button
      size="small"
      variant="outlined"
      loading={busyId === id}
      disabled={busyId !== null}
      aria-label={name}
      onClick={onAct}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {label}
    </Button>
  )
}
