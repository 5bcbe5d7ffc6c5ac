import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface AdminSectionProps {
  title: string
  /** Control to the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A section of a tab, with its own heading. */
export function AdminSection({ title, action, children }: AdminSectionProps) {
  return (
    <Box component="section" aria-label={title} sx={{ mb: 4 }}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          flexWrap: 'wrap',
          gap: 1,
          mb: 1.5,
        }}
      >
        <Typography variant="h2">{title}</Typography>
        {action}
      </Box>
      {children}
    </Box>
  )
}
