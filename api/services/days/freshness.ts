import type { Freshness } from '../../contract/dashboard.ts'
import type { DayState } from '../../contract/days.ts'
import { LEDGER_DAYS } from '../../contract/limits.ts'
import { addDays, now } from '../../platform/clock.ts'
import type { AnnouncingSource } from '../../sources/source.ts'
import {
  findAnnouncementDaysAround,
  findNewestAnnouncement,
  totalOf,
  type AnnouncementRecord,
} from '../../store/papers/announcements.ts'
import { findOpenJob } from '../../store/jobs/jobs.ts'
import { findJobs } from '../../store/jobs/jobLists.ts'
import { findSourceState, type SourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { archivesOfReader } from './deliverable.ts'
import { listDays } from './dayStates.ts'
import type { Product } from '../product.ts'

/** The source whose announcement calendar defines the days of the dashboard. */
export const SOURCE = 'arxiv'

interface ShownDay {
  day: string
  /** The stored announcements of the day. */
  announcements: readonly AnnouncementRecord[]
  /** Whether the reader has no cards on this day. */
  empty: boolean
}

/** Returns the age of the library, the failures of its source, and for an empty day the reason. */
export async function describeFreshness(
  product: Pick<Product, 'config' | 'sources'>,
  user: UserRecord,
  shown: ShownDay,
): Promise<Freshness> {
  const [newest, state] = await Promise.all([findNewestAnnouncement(), findSourceState(SOURCE)])
  const source = product.sources.findAnnouncing(SOURCE)
  const isSample = newest?.sample ?? false
  // The calendar of the source says nothing about the days of the sample library.
  const known = source && !isSample ? await findDayStates(source, user, shown.day) : undefined
  const reason = shown.empty
    ? await explainEmptyDay(product, user, {
        ...shown,
        dayState: known?.day_state,
        beganOn: newest && (await findBeginning(user, state.kept_since)),
      })
    : undefined
  return {
    announced_on: newest?.day ?? null,
    fetched_at: (newest?.completed_at ?? state.last_success_at)?.toISOString() ?? null,
    ...(state.failing_since && { failing_since: state.failing_since.toISOString() }),
    ...(state.failing_since && state.failure && { failure: state.failure }),
    ...(state.failing_since && state.failed_at && { failed_at: state.failed_at.toISOString() }),
    ...known,
    ...(source && { next_expected_at: source.announcements.nextAnnouncementAt(now()).toISOString() }),
    ...(reason && { reason }),
    ...(await describeSamplesLoading(product)),
    sample: isSample,
  }
}

/** Returns how far the sample library is, while it is loaded. */
async function describeSamplesLoading({
  config,
}: Pick<Product, 'config'>): Promise<Pick<Freshness, 'samples_loading'>> {
  const job = config.production ? null : await findOpenJob('load-samples')
  if (job === null) return {}
  const { done = 0, total = 0 } = job.progress ?? {}
  return { samples_loading: { done, total } }
}

/** Returns what is known of the shown day in the reader's archives, and which of the last days are missing in them. */
async function findDayStates(
  source: AnnouncingSource,
  { category_ids }: UserRecord,
  day: string,
): Promise<Pick<Freshness, 'day_state' | 'unaccounted' | 'missing_days'>> {
  const archives = archivesOfReader(category_ids)
  const from = addDays(source.announcements.expectedDay(now()), -LEDGER_DAYS)
  const rows = await listDays(source, { from: day < from ? day : from, until: '9999-12-31', archives })
  const shown = rows.find((row) => row.day === day)
  const missing = rows.filter((row) => row.state === 'missing' && row.day >= from).map((row) => row.day)
  return {
    ...(shown && { day_state: shown.state }),
    ...(shown && (shown.state === 'recovered' || shown.unaccounted > 0) && { unaccounted: shown.unaccounted }),
    ...(missing.length > 0 && { missing_days: missing.toReversed() }),
  }
}

/** Returns the first reason that applies. Reasons that the reader can act on come first. */
async function explainEmptyDay(
  { sources }: Pick<Product, 'sources'>,
  user: UserRecord,
  { day, announcements, dayState, beganOn }: ShownDay & { dayState?: DayState; beganOn: string | null },
): Promise<NonNullable<Freshness['reason']>> {
  if (user.category_ids.length === 0) return 'no_categories'
  if (announcements.some((one) => one.complete && totalOf(one) > 0)) return 'nothing_in_categories'
  const source = sources.findAnnouncing(SOURCE)
  // What was read comes before what the calendar predicts.
  const closure = dayState === 'missing' ? null : source?.announcements.closureReason(day)
  if (!closure && beganOn !== null && day < beganOn) return 'before_library'
  const isToCome = source !== undefined && day > source.announcements.expectedDay(now())
  // A running fetch cannot add papers to these days, except the first one: it may be the reason for an empty library.
  if (beganOn !== null && closure) return closure
  if (beganOn !== null && isToCome) return 'to_come'
  if (await isFilling()) return 'running'
  if (closure) return closure
  if (dayState === 'empty') return 'announced_nothing'
  if (dayState === 'missing') return 'missed'
  if (beganOn === null) return 'empty_library'
  return 'not_fetched'
}

/** Returns the first day of the reader's archives that is kept, or without one the oldest announcement's. */
async function findBeginning(
  { category_ids }: UserRecord,
  keptSince: SourceState['kept_since'],
): Promise<string | null> {
  const kept = archivesOfReader(category_ids).flatMap((archive) => keptSince[archive] ?? [])
  return kept.toSorted()[0] ?? (await findAnnouncementDaysAround('')).next ?? null
}

/** The kinds of jobs that add papers to the library. */
const FILLING_KINDS = ['ingest', 'load-samples', 'wipe-and-refetch'] as const

async function isFilling(): Promise<boolean> {
  const newest = await Promise.all(FILLING_KINDS.map((kind) => findJobs({ kind, skip: 0, limit: 1 })))
  return newest.some(({ items: [job] }) => job?.open)
}
