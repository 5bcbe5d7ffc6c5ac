import type { ProcessingStats } from '../../contract/admin.ts'
import type { JobKind } from '../../contract/jobKinds.ts'
import { DAYS_BACK_STATS_DEFAULT } from '../../contract/limits.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { countCardsByDay } from '../../store/readers/deliveries.ts'
import { type ListedJob } from '../../store/jobs/jobs.ts'
import { findJobsSince } from '../../store/jobs/jobLists.ts'
import { countSentByDay } from '../../store/mail/outbox.ts'

type DayStats = ProcessingStats['days'][number]
const COUNTERS = ['fetched', 'new', 'updated', 'duplicates', 'quarantined'] as const

/**
 * Returns what was fetched, delivered and mailed on each of the last days, oldest first. Job runs count for the day
 * (UTC) they were queued on, cards for the day of their delivery. Returns no days if nothing happened on any of them.
 */
export async function countProcessing(daysBack: number = DAYS_BACK_STATS_DEFAULT): Promise<ProcessingStats> {
  const today = dayIn('UTC', now())
  const first = addDays(today, 1 - daysBack)
  const since = new Date(`${first}T00:00:00Z`)
  const [jobs, cards, mails] = await Promise.all([findJobsSince(since), countCardsByDay(first), countSentByDay(since)])
  const byDay = Map.groupBy(jobs.filter(isPipeline), ({ queued_at }) => dayIn('UTC', queued_at))
  const days = Array.from({ length: daysBack }, (_, index) => {
    const on = addDays(first, index)
    return { on, ...countRuns(byDay.get(on) ?? []), delivered: cards.get(on) ?? 0, mails: mails.get(on) ?? 0 }
  })
  const isQuiet = days.every(({ runs, delivered, mails }) => runs + delivered + mails === 0)
  return { days: isQuiet ? [] : days, totals: sum(days) }
}

/** Mail jobs are excluded: mails are counted separately, and most digest runs find no reader whose digest is due. */
const MAIL_KINDS: ReadonlySet<JobKind> = new Set([
  'digest',
  'send-top-papers',
  'send-welcome',
  'resend-mails',
  'send-messages',
])
const isPipeline = ({ kind }: ListedJob) => !MAIL_KINDS.has(kind)

function countRuns(jobs: readonly ListedJob[]) {
  const counted = Object.fromEntries(
    COUNTERS.map((name) => [name, jobs.reduce((total, { counters }) => total + (counters[name] ?? 0), 0)]),
  ) as Record<(typeof COUNTERS)[number], number>
  const durations = jobs.map(({ started_at, finished_at }) =>
    started_at && finished_at ? finished_at.getTime() - started_at.getTime() : 0,
  )
  return {
    ...counted,
    runs: jobs.length,
    failed_runs: jobs.filter(({ state }) => state === 'failed').length,
    duration_ms: durations.reduce((total, ms) => total + ms, 0),
  }
}

function sum(days: readonly DayStats[]): ProcessingStats['totals'] {
  const names = [...COUNTERS, 'delivered', 'mails'] as const
  return Object.fromEntries(
    names.map((name) => [name, days.reduce((total, day) => total + day[name], 0)]),
  ) as ProcessingStats['totals']
}
