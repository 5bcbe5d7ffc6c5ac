import type { ArchiveDayRow, DayRow, DayState } from '../../contract/days.ts'
import { addDays, ARXIV_ZONE, instantOf, now } from '../../platform/clock.ts'
import type { AnnouncingSource } from '../../sources/source.ts'
import { findAnnouncementsSince, totalOf, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findSourceState, type SourceState } from '../../store/sources/sources.ts'

/** Eastern time after which the announcement of that day is late: it is missing if it was not read. */
const LATE_AT = '08:00'

/** Whether the announcement of `day` should have been read by now. */
export const isDayLate = (day: string): boolean => now() >= instantOf(day, LATE_AT, ARXIV_ZONE)

/** The days from `from` to `until` (inclusive) on which the source announces papers: without weekends if it has none. */
export function listOpenDays({ announcements }: AnnouncingSource, from: string, until: string): string[] {
  const days: string[] = []
  for (let day = from; day <= until; day = addDays(day, 1))
    if (announcements.closureReason(day) !== 'weekend') days.push(day)
  return days
}

interface Range {
  /** First and last day, inclusive. */
  from: string
  until: string
  /** Only these archives. Default: all that the library keeps. */
  archives?: readonly string[]
}

/**
 * Returns the state of each day of the range on which the source announces papers, newest first. Days before an archive's
 * first kept day are left out, and weekends if it has none.
 */
export const listDays = async (source: AnnouncingSource, range: Range): Promise<DayRow[]> =>
  listDaysOf(source, range, await readStored(source, range))

async function readStored({ id }: AnnouncingSource, { from }: Range) {
  const [state, announcements] = await Promise.all([findSourceState(id), findAnnouncementsSince(from)])
  return { state, announcements }
}

/** As `listDays`, of what the caller has read: the state of the source, and the announcements from the first day on. */
export function listDaysOf(
  source: AnnouncingSource,
  { from, until, archives }: Range,
  {
    state: { kept_since },
    announcements,
  }: { state: Pick<SourceState, 'kept_since'>; announcements: readonly AnnouncementRecord[] },
): DayRow[] {
  const byDay = new Map(announcements.filter((one) => one.source === source.id).map((one) => [one.day, one]))
  const wanted = archives ?? Object.keys(kept_since)
  const last = [until, source.announcements.expectedDay(now())].toSorted()[0] ?? until
  const rows: DayRow[] = []
  // Days without any kept archive are skipped at once: `from` may be years ago.
  const firstKept = wanted.flatMap((archive) => kept_since[archive] ?? []).toSorted()[0] ?? '9999-12-31'
  for (let day = last; day >= from && day >= firstKept; day = addDays(day, -1)) {
    const announcement = byDay.get(day)
    if (announcement === undefined && source.announcements.closureReason(day) === 'weekend') continue
    const kept = wanted.filter((archive) => (kept_since[archive] ?? '9999') <= day)
    if (kept.length > 0) rows.push(describeDay(source.id, { day, announcement, archives: kept }))
  }
  return rows
}

/** Returns the state of one day over `archives`. */
export function describeDay(
  source: string,
  { day, announcement, archives }: { day: string; announcement?: AnnouncementRecord; archives: readonly string[] },
): DayRow {
  const rows = archives.map((archive): ArchiveDayRow => {
    const known = announcement?.archives[archive]
    if (known === undefined)
      return { archive, state: isDayLate(day) ? 'missing' : 'expected', papers: 0, unaccounted: 0, read_at: null }
    const { read_at, unread: _, ...rest } = known
    return { archive, ...rest, read_at: read_at.toISOString() }
  })
  const unaccounted = rows.reduce((sum, row) => sum + row.unaccounted, 0)
  return {
    source,
    day,
    state: worstOf(rows.map(({ state }) => state)),
    papers: announcement ? totalOf(announcement) : 0,
    unaccounted,
    archives: rows,
  }
}

const awaited = <Row extends ArchiveDayRow | DayRow>(row: Row): Row =>
  row.state === 'missing' ? { ...row, state: 'expected' } : row

/** As `listDays`, for people: a source that was never read misses no day. It is new or cannot be reached, as its state says. */
export async function reportDays(source: AnnouncingSource, range: Range): Promise<DayRow[]> {
  const stored = await readStored(source, range)
  const rows = listDaysOf(source, range, stored)
  if (stored.state.last_success_at !== null) return rows
  return rows.map((row) => ({ ...awaited(row), archives: row.archives.map(awaited) }))
}

/** The missing ones of `rows`, oldest first. */
export const missingOf = (rows: readonly DayRow[]): string[] =>
  rows
    .filter(({ state }) => state === 'missing')
    .map(({ day }) => day)
    .toReversed()

/** The days of the range that are missing in at least one of the archives, oldest first. */
export const findMissingDays = async (source: AnnouncingSource, range: Range): Promise<string[]> =>
  missingOf(await listDays(source, range))

/** A day is as good as its worst archive. Empty archives count only if all are empty. */
const ORDER: readonly DayState[] = ['missing', 'expected', 'recovered', 'announced', 'empty']
export const worstOf = (states: readonly DayState[]): DayState =>
  ORDER.find((state) => states.includes(state)) ?? 'expected'
