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
export function ErrorState({ error, onRetry, action, headingLevel: Heading = 'h2', compact = false }: ErrorStateProps) {
  const secondsLeft = useRetry(error, onRetry)
  const { title, text } = describe(error)
  return (
    <div role="alert" className={compact ? 'state compact' : 'state'}>
      <Heading className="state-title">{title}</Heading>
      <p className="state-text">{text}</p>
      {error instanceof ApiError && error.requestId !== undefined && (
        <p className="meta">Quote this when asking for help: {error.requestId}</p>
      )}
      <div className="state-action">
        {onRetry && (
          <button
            className={compact ? 'button outlined small' : 'button outlined'}
            type="button"
            onClick={onRetry}
            disabled={secondsLeft > 0}
          >
            {retryLabel(secondsLeft)}
          </button>
        )}
        {action}
      </div>
    </div>
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
