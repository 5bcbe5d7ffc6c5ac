import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Job } from '#api/contract/jobs.ts'
import { formatCount } from '../../shared/format.ts'

export type JobProgressProps = Pick<Job, 'state' | 'progress' | 'counters' | 'error'>

/** The step of a job before its first attempt. */
const NOT_STARTED = 'waiting'

/** Progress of a job: a bar (determinate once the total is known), the current step, the counters and the error. */
export function JobProgress({ state, progress, counters, error }: JobProgressProps) {
  const id = useId()
  const { done, total, unit, step } = progress
  const isRunning = state === 'running'
  // A job that waits to be repeated keeps its step, which names the last error.
  const isRetry = state === 'queued' && step !== NOT_STARTED
  const nonZeroCounters = Object.entries(counters).filter(([, value]) => value > 0)
  return (
    <Box sx={{ minWidth: 0 }}>
      {isRunning && (
        <LinearProgress
          aria-labelledby={id}
          sx={{ borderRadius: 1, height: 6, mb: 0.5 }}
          {...(total ? { variant: 'determinate', value: Math.min(100, (100 * done) / total) } : {})}
        />
      )}
      <Typography id={id} variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
        {[
          state === 'queued' ? 'Waiting for a worker' : progressText(done, total, unit),
          isRunning || isRetry ? step : '',
        ]
          .filter(Boolean)
          .join(', ')}
      </Typography>
      {nonZeroCounters.length > 0 && (
        <Typography variant="meta" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {nonZeroCounters.map(([name, value]) => countOf(value, name)).join(', ')}
        </Typography>
      )}
      {error !== undefined && (
        <Typography variant="body2" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
          {error}
        </Typography>
      )}
    </Box>
  )
}

/** Counters and units are adjectives or plurals: "3 new", "1 reader", "2 readers". */
const countOf = (value: number, name: string) =>
  `${formatCount(value)} ${(value === 1 ? name.replace(/s$/, '') : name).replaceAll('_', ' ')}`

function progressText(done: number, total: number | undefined, unit: string): string {
  if (total !== undefined) return `${formatCount(done)} of ${countOf(total, unit)}`
  return done > 0 ? countOf(done, unit) : ''
}
