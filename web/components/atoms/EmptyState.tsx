import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  /** Why the list is empty, and what the user can do. */
  text?: ReactNode
  action?: ReactNode
  headingLevel?: 'h1' | 'h2' | 'h3'
}

/** Message in place of an empty list. */
export function EmptyState({ title, text, action, headingLevel = 'h2' }: EmptyStateProps) {
  return (
    <Box sx={{ px: 3, py: 6, textAlign: 'center', display: 'grid', gap: 1.5, justifyItems: 'center' }}>
      <Typography component={headingLevel} variant="h2">
        {title}
      </Typography>
      {text !== undefined && (
        <Typography component="div" sx={{ color: 'text.secondary', maxWidth: '56ch', textWrap: 'pretty' }}>
          {text}
        </Typography>
      )}
      {action !== undefined && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Box>
  )
}
