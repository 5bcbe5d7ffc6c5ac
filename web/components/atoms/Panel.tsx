import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A centred card, 400 px wide. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <Box
      component="section"
      sx={{
        width: '100%',
        maxWidth: 400,
        mx: 'auto',
        p: { xs: 2.5, sm: 4 },
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: '16px',
      }}
    >
      {children}
    </Box>
  )
}
