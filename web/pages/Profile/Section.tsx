import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

interface SectionProps {
  /** Anchor in the URL: `/profile#digest` for `digest`. */
  id: string
  title: string
  children: ReactNode
}

/** A section of the profile, with its own heading. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <Box component="section" id={id} aria-labelledby={`${id}-title`} sx={{ mb: 4, scrollMarginTop: 84 }}>
      <Typography id={`${id}-title`} variant="h2" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      <Paper variant="sheet">{children}</Paper>
    </Box>
  )
}
