import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { Freshness } from '#api/contract/dashboard.ts'
import { formatDay, formatInstant } from '../app/format.ts'

export interface FreshnessNoteProps {
  freshness: Freshness
  /** The day on the page. */
  day: string
  isAdmin: boolean
}

/** Says when what is shown is not today's truth: the source fails, or the library is the sample one. Else nothing. */
export function FreshnessNote({ freshness, day, isAdmin }: FreshnessNoteProps) {
  const { failing_since, failure, sample } = freshness
  return (
    <>
      {failing_since !== undefined && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          The source could not be reached since {formatInstant(failing_since)}; you see the papers of {formatDay(day)}.
          {failure !== undefined && ` ${failure}`}{' '}
          {isAdmin && (
            <Link component={RouterLink} to="/admin?tab=ingestion">
              Look at the runs
            </Link>
          )}
        </Alert>
      )}
      {sample && (
        <Alert severity="info" sx={{ mb: 2 }}>
          This is the sample library: all its papers and people are invented.
        </Alert>
      )}
    </>
  )
}
