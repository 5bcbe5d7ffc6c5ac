import Table, { type TableProps } from '@mui/material/Table'
import TableContainer from '@mui/material/TableContainer'
import type { ReactNode } from 'react'

export interface TableSheetProps {
  /** What the table holds, for screen readers. */
  label: string
  /** Pixels below which the table scrolls inside its sheet instead of squeezing its columns. */
  minWidth: number
  size?: TableProps['size']
  children: ReactNode
}

/** A table on a sheet of its own, with hairlines between rows and quiet headings. */
export function TableSheet({ label, minWidth, size = 'medium', children }: TableSheetProps) {
  return (
    <TableContainer
      // What scrolls has to be reachable by keyboard.
      tabIndex={0}
      sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: '16px' }}
    >
      <Table
        size={size}
        aria-label={label}
        sx={{
          minWidth,
          '& td, & th': { borderColor: 'divider' },
          '& thead th': { color: 'text.secondary', fontSize: '0.875rem', fontWeight: 500 },
          '& tbody th': { fontWeight: 500 },
          '& tbody tr:last-child > *': { borderBottom: 0 },
        }}
      >
        {children}
      </Table>
    </TableContainer>
  )
}
