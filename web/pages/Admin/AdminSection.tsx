import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'

interface AdminSectionProps {
  title: string
  /** For `showSection`. */
  id?: string
  /** Said below the title. */
  description?: string
  /** Control to the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** Scrolls to the section with this id. */
export const showSection = (id: string) => document.getElementById(id)?.scrollIntoView()

/** A section of a tab, with its own heading. */
export function AdminSection({ title, id, description, action, children }: AdminSectionProps) {
  return (
    <Box component="section" id={id} aria-label={title} sx={{ mb: 4 }}>
      <ControlRow sx={{ justifyContent: 'space-between', mb: 1.5 }}>
        <Typography variant="h2">{title}</Typography>
        {action}
      </ControlRow>
      {description !== undefined && (
        <Typography variant="body2" sx={{ mb: 1.5, color: 'text.secondary' }}>
          {description}
        </Typography>
      )}
      {children}
    </Box>
  )
}
