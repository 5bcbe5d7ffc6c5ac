import Button from '@mui/material/Button'
import type { SxProps, Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { ApiError, isUnreachable } from '../../shared/client.ts'
import { retryLabel, useRetry } from './useRetry.ts'

export interface MissingPartProps {
  /** Subject of the sentence: "The address of your feed". */
  what: string
  error: Error
  onRetry: () => void
  /** What was loaded before is still shown, and only not refreshed. */
  isShown?: boolean
  sx?: SxProps<Theme>
}

/** One line in the place of a part of a page that could not be loaded, with a retry button. */
export function MissingPart({ what, error, onRetry, isShown = false, sx }: MissingPartProps) {
  const secondsLeft = useRetry(error, onRetry)
  return (
    <Typography component="div" variant="body2" color="textSecondary" data-screen-only sx={sx}>
      <output>
        {what} could not be {isShown ? 'refreshed' : 'loaded'}. {reasonOf(error)}
      </output>{' '}
      <Button size="small" onClick={onRetry} disabled={secondsLeft > 0}>
        {retryLabel(secondsLeft)}
      </Button>
    </Typography>
  )
}

function reasonOf(error: Error): string {
  if (isUnreachable(error)) return navigator.onLine ? 'The server does not answer.' : 'You are offline.'
  return error instanceof ApiError ? error.message : 'The page had an unexpected error.'
}
