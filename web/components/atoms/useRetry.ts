import { useEffect, useState } from 'react'
import { ApiError } from '../../shared/client.ts'

/**
 * What every retry button has in common: calls `onRetry` when the browser is online again, and returns the seconds that
 * the server asked to wait, 0 if the button can be pressed.
 */
export function useRetry(error: Error, onRetry: (() => void) | undefined): number {
  const secondsLeft = useCountdown(error instanceof ApiError ? (error.retryAfter ?? 0) : 0)
  useEffect(() => {
    if (!onRetry) return
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return secondsLeft
}

/** Label of a retry button that is disabled for `secondsLeft`. */
export const retryLabel = (secondsLeft: number) => (secondsLeft > 0 ? `Try again in ${secondsLeft} s` : 'Try again')

/** Counts down from `seconds` to 0. Returns the seconds left. */
function useCountdown(seconds: number): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setElapsed((value) => value + 1), 1_000)
    return () => {
      clearInterval(timer)
      setElapsed(0)
    }
  }, [seconds])
  return Math.max(0, seconds - elapsed)
}
