import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { Job } from '#api/contract/jobs.ts'
import { formatCount } from '../../shared/format.ts'

export type JobProgressProps = Pick<Job, 'state' | 'progress' | 'counters' | 'error'>

/** How far a run is: a bar as soon as the total is known, what is going on in words, and what it counted. */
export function JobProgress({ state, progress, counters, error }: JobProgressProps) {
  const id = useId()
  const { done, total, unit, step } = progress
  const isRunning = state === 'running'
  const counted = Object.entries(counters).filter(([, value]) => value > 0)
  return (
    <Box sx={{ minWidth: 0 }}>
      {isRunning && (
        <LinearProgress
          aria-labelledby={id}
          sx={{ borderRadius: 1, height: 6, mb: 0.5 }}
          {...(total ? { variant: 'determinate', value: Math.min(100, (100 * done) / total) } : {})}
        />
      )}
      <Typography id={id} variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {state === 'queued'
          ? 'Waiting for a worker'
          : [progressWords(done, total, unit), isRunning ? step : ''].filter(Boolean).join(', ')}
      </Typography>
      {counted.length > 0 && (
        <Typography variant="meta" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {counted.map(([name, value]) => `${formatCount(value)} ${name.replaceAll('_', ' ')}`).join(', ')}
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

function progressWords(done: number, total: number | undefined, unit: string): string {
  if (total !== undefined) return `${formatCount(done)} of ${formatCount(total)} ${unit}`
  return done > 0 ? `${formatCount(done)} ${unit}` : ''
}
