import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'
import { formatPlural } from '../../shared/format.ts'

interface FilterSheetProps {
  open: boolean
  /** Number of papers found; undefined while loading. */
  total: number | undefined
  onClose: () => void
  children: ReactNode
}

/** Drawer at the bottom with the filters. */
export function FilterSheet({ open, total, onClose, children }: FilterSheetProps) {
  return (
    <Drawer
      anchor="bottom"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': 'Filters', role: 'dialog', sx: { maxHeight: '85vh' } } }}
    >
      <Box sx={{ p: 2.5 }}>{children}</Box>
      <Box
        sx={{
          position: 'sticky',
          bottom: 0,
          p: 2,
          bgcolor: 'background.paper',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Button fullWidth variant="contained" color="primary" onClick={onClose}>
          {total === undefined ? 'Show results' : `Show ${formatPlural(total, 'result')}`}
        </Button>
      </Box>
    </Drawer>
  )
}
