import Paper from '@mui/material/Paper'
import Table, { type TableProps } from '@mui/material/Table'
import TableContainer from '@mui/material/TableContainer'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

export interface TableSheetProps {
  /** Accessible name of the table. */
  label: string
  /** Minimum width of the table in pixels. On narrower screens the table scrolls inside its sheet. */
  minWidth: number
  size?: TableProps['size']
  children: ReactNode
}

/** A table on its own sheet, with hairlines between rows and small grey headings. */
export function TableSheet({ label, minWidth, size = 'medium', children }: TableSheetProps) {
  return (
    <TableContainer
      component={Paper}
      variant="outlined"
      // A scrollable area must be reachable by keyboard.
      tabIndex={0}
    >
      <Rows size={size} aria-label={label} style={{ minWidth }}>
        {children}
      </Rows>
    </TableContainer>
  )
}

const Rows = styled(Table)(({ theme }) => ({
  '& td, & th': { borderColor: theme.vars.palette.divider },
  '& thead th': {
    ...theme.typography.body2,
    color: theme.vars.palette.text.secondary,
    fontWeight: 500,
    lineHeight: 1.35,
  },
  '& tbody th': { fontWeight: 500 },
  '& tbody tr:last-child > *': { borderBottom: 0 },
}))
