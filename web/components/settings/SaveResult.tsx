import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SaveStatus } from '../../data/account/useSetting.ts'

export interface SaveResultProps {
  status?: SaveStatus
  /** Error sentence of the last failed save. */
  error?: string | undefined
  onRetry?: (() => void) | undefined
}

/** The status of the last save of a setting, with a retry after a failure. Keeps its line while there is nothing to say. */
export function SaveResult({ status = 'idle', error, onRetry }: SaveResultProps) {
  return (
    <Box component="output" sx={{ display: 'block', minHeight: 21 }}>
      {status === 'saving' && <Typography variant="meta">Saving…</Typography>}
      {status === 'saved' && (
        <Typography variant="body2" component="span" sx={{ color: 'success.main' }}>
          Saved
        </Typography>
      )}
      {status === 'failed' && (
        <Typography variant="body2" component="span" sx={{ color: 'error.main' }}>
          Not saved. {error}{' '}
          {onRetry && (
            <Button size="small" onClick={onRetry} sx={{ minHeight: 0, py: 0 }}>
              Retry
            </Button>
          )}
        </Typography>
      )}
    </Box>
  )
}
