import TuneIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import { useState, type ReactNode } from 'react'
import { formatPlural } from '../../shared/format.ts'

interface FilterDrawerProps {
  /** Number of active filters. */
  active: number
  /** Number of papers found; undefined while loading. */
  total: number | undefined
  children: ReactNode
}

/** The filters on narrow screens: a button that opens a drawer at the bottom. */
export function FilterDrawer({ active, total, children }: FilterDrawerProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" startIcon={<TuneIcon />} onClick={() => setOpen(true)} sx={{ flexShrink: 0 }}>
        Filters{active > 0 ? ` (${active})` : ''}
      </Button>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
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
          <Button fullWidth variant="contained" color="primary" onClick={() => setOpen(false)}>
            {total === undefined ? 'Show results' : `Show ${formatPlural(total, 'result')}`}
          </Button>
        </Box>
      </Drawer>
    </>
  )
}
