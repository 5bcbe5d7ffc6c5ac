import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { JobLog } from '#api/contract/jobs.ts'
import { formatCount, formatPlural, withLocalTimes } from '../../shared/format.ts'

export type JobProblemsProps = Pick<JobLog, 'problems' | 'problems_left_out'>

/** What failed in a run: each sentence once, with how often it occurred and for what. Nothing without problems. */
export function JobProblems({ problems, problems_left_out }: JobProblemsProps) {
  if (problems.length === 0) return null
  return (
    <Box component="section" aria-labelledby="job-problems" sx={{ mt: 2 }}>
      <Typography id="job-problems" variant="h3">
        Problems
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, display: 'grid', gap: 1 }}>
        {problems.map(({ message, count, subjects }) => (
          <li key={message}>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {count > 1 && <strong>{formatCount(count)} times: </strong>}
              {withLocalTimes(message)}
            </Typography>
            {subjects.length > 0 && (
              <Typography variant="meta" component="p" sx={{ overflowWrap: 'anywhere' }}>
                {subjects.join(' · ')}
                {count > subjects.length && subjects.length >= SUBJECTS_MAX && ' and others'}
              </Typography>
            )}
          </li>
        ))}
      </Box>
      {problems_left_out > 0 && (
        <Typography variant="meta" component="p" sx={{ mt: 1 }}>
          Other problems, not listed: {formatPlural(problems_left_out, 'time')}
        </Typography>
      )}
    </Box>
  )
}

/** A group names this many of its subjects at most. */
const SUBJECTS_MAX = 3
