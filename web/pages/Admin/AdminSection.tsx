import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'

interface AdminSectionProps {
  title: string
  /** For `showSection`. */
  id?: string
  /** Control to the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** Scrolls to the section with this id. */
export const showSection = (id: string) => document.getElementById(id)?.scrollIntoView()

/** A section of a tab, with its own heading. */
export function AdminSection({ title, id, action, children }: AdminSectionProps) {
  return (
    <Box component="section" id={id} aria-label={title} sx={{ mb: 4 }}>
      <ControlRow sx={{ justifyContent: 'space-between', mb: 1.5 }}>
        <Typography variant="h2">{title}</Typography>
        {action}
      </ControlRow>
      {children}
    </Box>
  )
}
