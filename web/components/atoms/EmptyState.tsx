import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: ReactNode
  /** Why the list is empty, and what the user can do. */
  text?: ReactNode
  action?: ReactNode
  headingLevel?: 'h1' | 'h2' | 'h3'
  /** Small layout for a tile instead of a whole page. */
  compact?: boolean
  role?: 'alert'
}

/** Message in place of an empty list. */
export function EmptyState({ title, text, action, headingLevel = 'h2', compact = false, role }: EmptyStateProps) {
  return (
    <Message compact={compact} role={role}>
      <Typography component={headingLevel} variant={compact ? 'subtitle2' : 'h2'} sx={{ textWrap: 'balance' }}>
        {title}
      </Typography>
      {text !== undefined && (
        <Typography
          component="div"
          variant={compact ? 'body2' : 'body1'}
          sx={{ maxWidth: '56ch', color: 'text.secondary', textWrap: 'balance' }}
        >
          {text}
        </Typography>
      )}
      {action !== undefined && <Actions>{action}</Actions>}
    </Message>
  )
}

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, marginTop: 8 })

const Message = styled('div', { shouldForwardProp: (name) => name !== 'compact' })<{ compact: boolean }>({
  display: 'grid',
  gap: 12,
  justifyItems: 'center',
  padding: '48px 24px',
  overflowWrap: 'anywhere',
  textAlign: 'center',
  variants: [
    {
      props: { compact: true },
      style: {
        gap: 4,
        justifyItems: 'start',
        padding: '8px 0',
        textAlign: 'start',
        [`& > ${Actions}`]: { marginTop: 0 },
      },
    },
  ],
})
