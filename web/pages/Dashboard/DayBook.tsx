import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useDayBook } from '../../data/papers/dayPapers.ts'
import { formatWeekday } from '../../shared/format.ts'

/** Downloads the papers of the day for an e-reader. */
export function DayBook({ day }: { day: string }) {
  const { busy, error, run } = useDayBook()
  return (
    <div>
      <Link component="button" variant="body2" disabled={busy} onClick={() => void run(day)}>
        {busy ? 'Writing the book…' : `${formatWeekday(day)}’s papers for an e-reader (EPUB)`}
      </Link>
      {error && (
        <Typography variant="meta" component="p" color="error" role="alert">
          {`The book could not be downloaded. ${error.message}`}
        </Typography>
      )}
    </div>
  )
}
