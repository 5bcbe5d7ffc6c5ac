import type { DaySource, Freshness } from '../../contract/dashboard.ts'
import type { DayRow, DayState } from '../../contract/days.ts'
import { now } from '../../platform/clock.ts'
import type { AnnouncingSource } from '../../sources/source.ts'
import { totalOf, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import type { RecentAnnouncements } from '../../store/papers/recentAnnouncements.ts'
import { findJobs, type ComingWork } from '../../store/jobs/jobLists.ts'
import { findSourceState, type SourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { announcingFor, archivesOfReader, firstReportedDay, isDeliverable, newestExpectedDay } from './deliverable.ts'
import { listDaysOf, worstOf } from './dayStates.ts'
import { sourceOf, sourcesOf } from '../../text/taxonomy/taxonomy.ts'
import type { Product } from '../product.ts'

interface ShownDay {
  day: string
  /** The stored announcements of the day. */
  announcements: readonly AnnouncementRecord[]
  recent: RecentAnnouncements
  work: Pick<ComingWork, 'samples'>
  /** Whether the reader has no cards on this day. */
  empty: boolean
}

/** Returns the age of the library, the failure of one of the reader's sources, and for an empty day the reason. */
export async function describeFreshness(
  product: Pick<Product, 'config' | 'sources'>,
  user: UserRecord,
  shown: ShownDay,
): Promise<Freshness> {
  const own = announcingFor(product.sources, user.category_ids)
  const [newest, states] = await Promise.all([
    shown.recent.newest(sourcesOf(user.category_ids)),
    Promise.all(own.map(({ id }) => findSourceState(id))),
  ])
  const isSample = newest?.sample ?? false
  // The calendar of a source says nothing about the days of the sample library.
  const known = own.length > 0 && !isSample ? await findDayStates(own, user, { ...shown, states }) : undefined
  const failingAt = states.findIndex(({ failing_since }) => failing_since !== null)
  const failing = states[failingAt]
  const successes = states.flatMap(({ last_success_at }) => last_success_at ?? [])
  const reason = shown.empty
    ? await explainEmptyDay(product, user, {
        ...shown,
        dayState: known?.day_state,
        beganOn: newest && (await findBeginning(user, states, shown.recent)),
        isAwaited: isAwaited(user, own, states),
      })
    : undefined
  return {
    announced_on: newest?.day ?? null,
    fetched_at: (newest?.completed_at ?? newestOf(successes))?.toISOString() ?? null,
    ...(failing?.failing_since && { failing_since: failing.failing_since.toISOString() }),
    ...(failing && own.length > 1 && { failing_source: own[failingAt]!.name }),
    ...(failing?.failure && { failure: failing.failure }),
    ...(failing?.failed_at && { failed_at: failing.failed_at.toISOString() }),
    ...known,
    ...(own.length > 0 && { next_expected_at: nextExpectedAt(own).toISOString() }),
    ...(reason && { reason }),
    ...describeSamplesLoading(product, shown.work),
    sample: isSample,
  }
}

/** Returns how far the sample library is, while it is loaded. */
function describeSamplesLoading(
  { config }: Pick<Product, 'config'>,
  { samples }: Pick<ComingWork, 'samples'>,
): Pick<Freshness, 'samples_loading'> {
  if (config.production || samples === null) return {}
  const { done = 0, total = 0 } = samples.progress ?? {}
  return { samples_loading: { done, total } }
}

const newestOf = (dates: readonly Date[]): Date | null =>
  dates.reduce<Date | null>((newest, date) => (newest === null || date > newest ? date : newest), null)

const nextExpectedAt = (sources: readonly AnnouncingSource[]): Date =>
  new Date(Math.min(...sources.map(({ announcements }) => announcements.nextAnnouncementAt(now()).getTime())))

/**
 * Returns what is known of the shown day in the reader's archives, of all sources and of each, and which of the last days
 * are missing in them.
 */
async function findDayStates(
  sources: readonly AnnouncingSource[],
  { category_ids }: UserRecord,
  { day, recent, states }: Pick<ShownDay, 'day' | 'recent'> & { states: readonly SourceState[] },
): Promise<Pick<Freshness, 'day_state' | 'unaccounted' | 'missing_days' | 'sources'>> {
  const archives = archivesOfReader(category_ids)
  const from = firstReportedDay(sources)
  const range = { from: day < from ? day : from, until: '9999-12-31' }
  const announcements = await recent.since(range.from)
  const rows = sources.flatMap((source, at) =>
    listDaysOf(
      source,
      { ...range, archives: archives.filter((archive) => sourceOf(archive) === source.id) },
      { state: states[at]!, announcements },
    ),
  )
  const shown = rows.filter((row) => row.day === day)
  const state = worstOf(shown.map((row) => row.state))
  const unaccounted = shown.reduce((sum, row) => sum + row.unaccounted, 0)
  const missing = new Set(rows.filter((row) => row.state === 'missing' && row.day >= from).map((row) => row.day))
  return {
    ...(shown.length > 0 && { day_state: state }),
    ...(shown.length > 0 && (state === 'recovered' || unaccounted > 0) && { unaccounted }),
    ...(missing.size > 0 && { missing_days: [...missing].toSorted() }),
    ...(sources.length > 1 && {
      sources: sources.flatMap((source) => describeSource(source, { day, row: shown.find(isOf(source)) }) ?? []),
    }),
  }
}

const isOf =
  ({ id }: AnnouncingSource) =>
  ({ source }: DayRow) =>
    source === id

/** Returns what is known of a source's day; null of one before the library began. What was read comes before the calendar. */
function describeSource(
  { id, name, announcements }: AnnouncingSource,
  { day, row }: { day: string; row: DayRow | undefined },
): DaySource | null {
  const mayBeClosed = row === undefined || (row.papers === 0 && row.state !== 'missing')
  const closed = mayBeClosed ? announcements.closureReason(day) : null
  if (row === undefined) return closed && { source: id, name, state: 'empty', closed, papers: 0 }
  const readAt = row.archives
    .flatMap(({ read_at }) => read_at ?? [])
    .toSorted()
    .at(-1)
  return {
    source: id,
    name,
    state: row.state,
    ...(closed && { closed }),
    papers: row.papers,
    ...(readAt !== undefined && { read_at: readAt }),
  }
}

/** Returns the first reason that applies. Reasons that the reader can act on come first. */
async function explainEmptyDay(
  { sources }: Pick<Product, 'sources'>,
  user: UserRecord,
  {
    day,
    announcements,
    dayState,
    beganOn,
    isAwaited,
  }: ShownDay & { dayState?: DayState; beganOn: string | null; isAwaited: boolean },
): Promise<NonNullable<Freshness['reason']>> {
  if (user.category_ids.length === 0) return 'no_categories'
  const followed = sourcesOf(user.category_ids)
  const isOwn = ({ source }: AnnouncementRecord) => followed === undefined || followed.includes(source)
  const isAnnounced = announcements.some((one) => isOwn(one) && one.complete && totalOf(one) > 0)
  // While another source is awaited, cards can still come.
  if (isAnnounced && isDeliverable(user.category_ids, announcements)) return 'nothing_in_categories'
  const own = announcingFor(sources, user.category_ids)
  // What was read comes before what the calendars predict.
  const closure = dayState === 'missing' ? null : findClosure(own, day)
  if (!closure && beganOn !== null && day < beganOn) return 'before_library'
  const isToCome = own.length > 0 && day > newestExpectedDay(own)
  // A running fetch cannot add papers to these days, except the first one: it may be the reason for an empty library.
  if (beganOn !== null && closure) return closure
  if (beganOn !== null && isToCome) return 'to_come'
  if (isAwaited || (await isFilling())) return 'running'
  if (closure) return closure
  if (dayState === 'empty') return 'announced_nothing'
  if (dayState === 'missing') return 'missed'
  if (beganOn === null) return 'empty_library'
  return 'not_fetched'
}

/** Whether an archive that the reader follows beside others is yet to be read for the first time, within minutes. */
function isAwaited(
  { category_ids }: UserRecord,
  sources: readonly AnnouncingSource[],
  states: readonly SourceState[],
): boolean {
  const archives = archivesOfReader(category_ids)
  const kept = states.flatMap(({ kept_since }) => archives.filter((archive) => kept_since[archive] !== undefined))
  const ready = sources.filter((_source, at) => states[at]?.enabled && states[at].failing_since === null)
  const isReady = (archive: string) => ready.some(({ id }) => id === sourceOf(archive))
  return kept.length > 0 && archives.some((archive) => !kept.includes(archive) && isReady(archive))
}

/** Why none of the sources announces papers on `day`; null if one of them can. */
function findClosure(sources: readonly AnnouncingSource[], day: string): 'weekend' | 'holiday' | null {
  const closures = sources.map(({ announcements }) => announcements.closureReason(day))
  return closures.includes(null) ? null : (closures[0] ?? null)
}

/** Returns the first day of the reader's archives that is kept, or without one the oldest announcement's. */
async function findBeginning(
  { category_ids }: UserRecord,
  states: readonly SourceState[],
  recent: RecentAnnouncements,
): Promise<string | null> {
  const archives = archivesOfReader(category_ids)
  const kept = states.flatMap(({ kept_since }) => archives.flatMap((archive) => kept_since[archive] ?? []))
  return kept.toSorted()[0] ?? (await recent.around('')).next ?? null
}

/** The kinds of jobs that add papers to the library. */
const FILLING_KINDS = ['ingest', 'load-samples', 'wipe-and-refetch'] as const

async function isFilling(): Promise<boolean> {
  const newest = await Promise.all(FILLING_KINDS.map((kind) => findJobs({ kind, skip: 0, limit: 1 })))
  return newest.some(({ items: [job] }) => job?.open)
}
