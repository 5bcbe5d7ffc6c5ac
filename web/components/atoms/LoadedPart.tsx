import type { ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { MissingPart } from './MissingPart.tsx'
import { StillLoading } from './StillLoading.tsx'

export interface LoadedPartProps<Data> {
  /** Subject of the sentence when it cannot be refreshed: "The list of runs". */
  what: string
  /** Undefined until loaded. */
  data: Data | undefined
  error: Error | undefined
  onRetry: () => void
  /** Shown while it loads. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * A part of a page with data of its own: while it loads, when that takes long, when it failed, and when what was loaded
 * before could not be refreshed.
 */
export function LoadedPart<Data>({ what, data, error, onRetry, skeleton, children }: LoadedPartProps<Data>) {
  if (data !== undefined) {
    return (
      <>
        {error && <MissingPart what={what} error={error} onRetry={onRetry} isShown sx={{ mb: 1.5 }} />}
        {children(data)}
      </>
    )
  }
  if (error) return <ErrorState error={error} onRetry={onRetry} headingLevel="h3" compact />
  return (
    <>
      <StillLoading onRetry={onRetry} />
      {skeleton}
    </>
  )
}
