import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'

/** A centred card, 400 px wide. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <Paper
      component="section"
      variant="outlined"
      sx={{ width: '100%', maxWidth: 400, mx: 'auto', p: { xs: 2.5, sm: 4 } }}
    >
      {children}
    </Paper>
  )
}
