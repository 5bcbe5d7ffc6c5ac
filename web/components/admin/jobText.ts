import type { Job } from '#api/contract/jobs.ts'
import { formatCount, withLocalTimes } from '../../shared/format.ts'
import { jobStates } from '../atoms/stateWords.ts'

/** "8 of 20 feeds", "412 papers"; empty before anything is done, if the total is unknown. */
export function progressText({ done, total, unit }: Job['progress']): string {
  if (total !== undefined) return `${formatCount(done)} of ${countOf(total, unit)}`
  return done > 0 ? countOf(done, unit) : ''
}

/** "412 fetched, 301 new": the counters that are not 0. */
export const countersText = (counters: Job['counters']): string =>
  Object.entries(counters)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => countOf(value, name))
    .join(', ')

/** One line of a job's log: "Running: 8 of 20 feeds, feed math. 412 fetched, 301 new". */
export function jobLine({
  state,
  progress,
  counters,
  error,
}: Pick<Job, 'state' | 'progress' | 'counters' | 'error'>): string {
  const step = state === 'queued' || state === 'running' ? withLocalTimes(progress.step) : ''
  const parts = [progressText(progress), step].filter(Boolean).join(', ')
  return [`${jobStates[state].word}${parts && `: ${parts}`}`, error && withLocalTimes(error), countersText(counters)]
    .filter(Boolean)
    .join('. ')
}

/** Counters and units are adjectives or plurals: "3 new", "1 reader", "2 readers". */
const countOf = (value: number, name: string) =>
  `${formatCount(value)} ${(value === 1 ? name.replace(/s$/, '') : name).replaceAll('_', ' ')}`
