import Table, { type TableProps } from '@mui/material/Table'
import TableContainer from '@mui/material/TableContainer'
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
      // A scrollable area must be reachable by keyboard.
      tabIndex={0}
      sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: '16px' }}
    >
      <Table
        size={size}
        aria-label={label}
        sx={{
          minWidth,
          '& td, & th': { borderColor: 'divider' },
          '& thead th': { color: 'text.secondary', fontSize: '0.875rem', fontWeight: 500, lineHeight: 1.35 },
          '& tbody th': { fontWeight: 500 },
          '& tbody tr:last-child > *': { borderBottom: 0 },
        }}
      >
        {children}
      </Table>
    </TableContainer>
  )
}
