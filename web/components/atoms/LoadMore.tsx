import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'

export interface LoadMoreProps {
  shown: number
  total: number
  /** Maximum number of items that the next request loads. */
  step: number
  busy?: boolean
  failed?: boolean
  onMore: () => void
}

/** Footer of a list: how many items are shown, and a button that loads more. */
export function LoadMore({ shown, total, step, busy = false, failed = false, onMore }: LoadMoreProps) {
  const left = total - shown
  return (
    <Stack spacing={1} sx={{ alignItems: 'center', py: 3 }}>
      <Typography
        component="output"
        variant="body2"
        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {left > 0
          ? `${shown.toLocaleString('en')} of ${total.toLocaleString('en')}`
          : `That is all: ${total.toLocaleString('en')}.`}
      </Typography>
      {left > 0 && (
        <Button
          variant="outlined"
          onClick={onMore}
          disabled={busy}
          startIcon={busy && <CircularProgress size="1.125rem" color="inherit" aria-label="Loading" />}
        >
          {failed ? 'Could not load more. Try again' : `Show ${Math.min(step, left).toLocaleString('en')} more`}
        </Button>
      )}
    </Stack>
  )
}
