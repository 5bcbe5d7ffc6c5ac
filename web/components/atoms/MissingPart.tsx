import type { CSSProperties } from 'react'
import { ApiError, isUnreachable } from '../../shared/client.ts'
import { retryLabel, useRetry } from './useRetry.ts'

export interface MissingPartProps {
  /** Subject of the sentence: "The address of your feed". */
  what: string
  error: Error
  onRetry: () => void
  /** What was loaded before is still shown, and only not refreshed. */
  isShown?: boolean
  style?: CSSProperties
}

/** One line in the place of a part of a page that could not be loaded, with a retry button. */
export function MissingPart({ what, error, onRetry, isShown = false, style }: MissingPartProps) {
  const secondsLeft = useRetry(error, onRetry)
  return (
    <div className="missing-part" style={style}>
      <output>
        {what} could not be {isShown ? 'refreshed' : 'loaded'}. {reasonOf(error)}
      </output>{' '}
      <button className="button small" type="button" onClick={onRetry} disabled={secondsLeft > 0}>
        {retryLabel(secondsLeft)}
      </button>
    </div>
  )
}

function reasonOf(error: Error): string {
  if (isUnreachable(error)) return navigator.onLine ? 'The server does not answer.' : 'You are offline.'
  return error instanceof ApiError ? error.message : 'The page had an unexpected error.'
}
