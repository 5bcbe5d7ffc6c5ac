import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'

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
      <ControlRow sx={{ justifyContent: 'space-between', mb: 1.5 }}>
        <Typography variant="h2">{title}</Typography>
        {action}
      </ControlRow>
      {children}
    </Box>
  )
}
