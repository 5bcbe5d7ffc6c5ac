import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { ApiError } from '../../shared/client.ts'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
import { retryLabel, useRetry } from './useRetry.ts'

export interface ErrorStateProps extends Pick<EmptyStateProps, 'action' | 'headingLevel' | 'compact'> {
  error: Error
  onRetry?: () => void
}

/** Error message with the request id and a retry button. Retries automatically when the browser is online again. */
export function ErrorState({ error, onRetry, action, headingLevel, compact = false }: ErrorStateProps) {
  const secondsLeft = useRetry(error, onRetry)
  const { title, text } = describe(error)
  return (
    <EmptyState
      role="alert"
      title={title}
      headingLevel={headingLevel}
      compact={compact}
      text={
        <>
          {text}
          {error instanceof ApiError && error.requestId !== undefined && (
            <Typography variant="meta" component="p">
              Quote this when asking for help: {error.requestId}
            </Typography>
          )}
        </>
      }
      action={
        <>
          {onRetry && (
            <Button variant="outlined" size={compact ? 'small' : 'medium'} onClick={onRetry} disabled={secondsLeft > 0}>
              {retryLabel(secondsLeft)}
            </Button>
          )}
          {action}
        </>
      }
    />
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
