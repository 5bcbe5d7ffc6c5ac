import Pagination from '@mui/material/Pagination'
import Typography from '@mui/material/Typography'
import { ControlRow } from '../../components/atoms/ControlRow.tsx'
import { formatCount } from '../../shared/format.ts'

interface ListPagesProps {
  skip: number
  limit: number
  total: number
  onSkip: (skip: number) => void
}

/** Range of the rows shown, with the pages of the others. */
export function ListPages({ skip, limit, total, onSkip }: ListPagesProps) {
  if (total <= limit && skip === 0) return null
  const last = Math.min(skip + limit, total)
  return (
    <ControlRow sx={{ justifyContent: 'end', mt: 1 }}>
      <Typography variant="meta">
        {formatCount(Math.min(skip + 1, last))} to {formatCount(last)} of {formatCount(total)}
      </Typography>
      <Pagination
        aria-label="Pages"
        count={Math.max(1, Math.ceil(total / limit))}
        page={Math.floor(skip / limit) + 1}
        siblingCount={0}
        onChange={(_event, page) => onSkip((page - 1) * limit)}
      />
    </ControlRow>
  )
}
