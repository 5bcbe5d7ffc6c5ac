import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { Freshness } from '#api/contract/dashboard.ts'
import { formatDay, formatInstant, withLocalTimes } from '../../shared/format.ts'

export interface FreshnessNoteProps {
  freshness: Freshness
  /** The day whose papers are shown, YYYY-MM-DD; undefined if none are. */
  day: string | undefined
  isAdmin: boolean
}

/** Warning if the source fails, with the dated cause and the next announcement, or a note if the library contains sample papers. Else renders nothing. */
export function FreshnessNote({ freshness, day, isAdmin }: FreshnessNoteProps) {
  const { failing_since, failing_source = 'The source', failed_at, failure, next_expected_at, sample } = freshness
  const samples = 'This is the sample library: all its papers and people are invented. It goes when real papers come.'
  if (failing_since === undefined) {
    if (!sample) return null
    return (
      <Alert severity="info" sx={{ mb: 2 }}>
        {samples}
      </Alert>
    )
  }
  const shown = day === undefined || sample ? '.' : `; you see the papers of ${formatDay(day)}.`
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {failing_source} could not be reached since {formatInstant(failing_since)}
      {shown} {failed_at && failure && `Last tried ${formatInstant(failed_at)}: `}
      {failure && withLocalTimes(failure)}{' '}
      {next_expected_at && `The next announcement is expected ${formatInstant(next_expected_at)}.`} {sample && samples}{' '}
      {isAdmin && (
        <Link component={RouterLink} to="/admin?tab=ingestion" underline="always">
          Look at the runs
        </Link>
      )}
    </Alert>
  )
}
