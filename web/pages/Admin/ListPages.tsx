import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { formatCount } from '../../shared/format.ts'

interface ListPagesProps {
  skip: number
  limit: number
  total: number
  onSkip: (skip: number) => void
}

/** Range of the rows shown, with buttons for the newer and older ones. */
export function ListPages({ skip, limit, total, onSkip }: ListPagesProps) {
  if (total <= limit && skip === 0) return null
  const last = Math.min(skip + limit, total)
  return (
    <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'end', gap: 1, mt: 1 }}>
      <Typography variant="meta">
        {formatCount(Math.min(skip + 1, last))} to {formatCount(last)} of {formatCount(total)}
      </Typography>
      <Button disabled={skip === 0} onClick={() => onSkip(Math.max(0, skip - limit))}>
        Newer
      </Button>
      <Button disabled={last >= total} onClick={() => onSkip(skip + limit)}>
        Older
      </Button>
    </Stack>
  )
}
