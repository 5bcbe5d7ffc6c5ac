import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Job } from '#api/contract/jobs.ts'
import { withLocalTimes } from '../../shared/format.ts'
import { countersText, progressText } from './jobText.ts'

export type JobProgressProps = Pick<Job, 'state' | 'progress' | 'counters' | 'error'>

/** The step of a job before its first attempt. */
const NOT_STARTED = 'waiting'

/** Progress of a job: a bar (determinate once the total is known), the current step, the counters and the error. */
export function JobProgress({ state, progress, counters, error }: JobProgressProps) {
  const id = useId()
  const { step } = progress
  const isRunning = state === 'running'
  // A job that waits to be repeated keeps its step, which names the last error.
  const isRetry = state === 'queued' && step !== NOT_STARTED
  const counted = countersText(counters)
  return (
    <Box sx={{ minWidth: 0 }}>
      {isRunning && (
        <LinearProgress
          aria-labelledby={id}
          sx={{ mb: 0.5 }}
          {...(progress.total && {
            variant: 'determinate',
            value: Math.min(100, (100 * progress.done) / progress.total),
          })}
        />
      )}
      <Typography id={id} variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
        {[
          state === 'queued' ? 'Waiting for a worker' : progressText(progress),
          isRunning || isRetry ? withLocalTimes(step) : '',
        ]
          .filter(Boolean)
          .join(', ')}
      </Typography>
      {counted !== '' && (
        <Typography variant="meta" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {counted}
        </Typography>
      )}
      {error !== undefined && (
        <Typography
          variant="body2"
          sx={{ color: state === 'partial' ? 'warning.main' : 'error.main', overflowWrap: 'anywhere' }}
        >
          {withLocalTimes(error)}
        </Typography>
      )}
    </Box>
  )
}
