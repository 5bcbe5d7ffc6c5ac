import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { ApiError } from '../../shared/client.ts'
import { retryLabel, useRetry } from './useRetry.ts'

export interface ErrorStateProps {
  error: Error
  onRetry?: () => void
  /** Shown beside the retry button. */
  action?: ReactNode
  headingLevel?: 'h1' | 'h2' | 'h3'
  /** Small layout for a tile instead of a whole page. */
  compact?: boolean
}

/** Error message with the request id and a retry button. Retries automatically when the browser is online again. */
export function ErrorState({ error, onRetry, action, headingLevel = 'h2', compact = false }: ErrorStateProps) {
  const secondsLeft = useRetry(error, onRetry)
  const { title, text } = describe(error)
  return (
    <Box
      role="alert"
      sx={
        compact
          ? { py: 1, display: 'grid', gap: 0.5, justifyItems: 'start' }
          : { px: 3, py: 6, textAlign: 'center', display: 'grid', gap: 1.5, justifyItems: 'center' }
      }
    >
      <Typography component={headingLevel} variant={compact ? 'subtitle2' : 'h2'}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '56ch' }} variant={compact ? 'body2' : 'body1'}>
        {text}
      </Typography>
      {error instanceof ApiError && error.requestId !== undefined && (
        <Typography variant="meta">Quote this when asking for help: {error.requestId}</Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: compact ? 0 : 1 }}>
        {onRetry && (
          <Button variant="outlined" onClick={onRetry} disabled={secondsLeft > 0} size={compact ? 'small' : 'medium'}>
            {retryLabel(secondsLeft)}
          </Button>
        )}
        {action}
      </Box>
    </Box>
  )
}

function describe(error: Error): { title: string; text: string } {
  if (!(error instanceof ApiError)) {
    return { title: 'This could not be shown', text: 'The page had an unexpected error. Your data is not affected.' }
  }
  switch (error.code) {
    case 'unreachable':
      return navigator.onLine
        ? { title: 'The server does not answer', text: 'Nothing is lost. It may be restarting; try again in a moment.' }
        : { title: 'You are offline', text: 'This loads by itself when the connection is back.' }
    case 'forbidden':
      return { title: 'You may not see this', text: error.message }
    case 'not-found':
      return { title: 'There is nothing here', text: error.message }
    case 'rate-limited':
      return { title: 'Too many requests', text: error.message }
    default:
      return { title: 'Could not load', text: error.message }
  }
}
