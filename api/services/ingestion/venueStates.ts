import { addDays, ARXIV_ZONE, dayIn, instantOf, now } from '../../platform/clock.ts'
import type { AppError } from '../../platform/errors.ts'
import type { NewestDates } from '../../sources/openreview/notes.ts'
import { findVenueRecords, type VenueRecord } from '../../store/sources/venues.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** A venue is read so often while papers may still be accepted, and before the first one was. */
const BUSY_EVERY_MS = 6 * HOUR_MS
/** Titles and withdrawals come for some weeks after the decision. */
const BUSY_MS = 8 * WEEK_MS
/** The longest time from a submission to its decision. */
const DECISION_MS = 34 * WEEK_MS
/** After a failure, twice as long after each further one. */
const RETRY_MS = HOUR_MS
/** As long as a day may be read again. */
const DAYS_KEPT = 40

/** What a reading of the whole list found. */
export interface VenueReading {
  /** Papers of the list, and those that could not be read. */
  papers: number
  unread: number
  news: number
  /** When the newest paper was accepted. */
  lastAcceptedAt: Date | null
}

/** The state of a venue after a reading that did not come to the end. */
export function afterFailure(venue: VenueRecord, { message, details }: AppError): VenueRecord {
  const at = now()
  const pauseMs = Math.min(RETRY_MS * 2 ** venue.failures, BUSY_EVERY_MS)
  const wantedMs = (details.retryAfter ?? 0) * 1_000
  return {
    ...venue,
    ...counted(venue, { tries: 1, read: 0, news: 0 }),
    next_read_at: new Date(at.getTime() + Math.max(pauseMs, wantedMs)),
    failing_since: venue.failing_since ?? at,
    failure: message,
    failures: venue.failures + 1,
  }
}

/** The state of a venue after its list was read to the end. */
export function afterReading(venue: VenueRecord, { papers, unread, news, lastAcceptedAt }: VenueReading): VenueRecord {
  const at = now()
  const last = latestOf([venue.last_accepted_at, lastAcceptedAt])
  return {
    ...venue,
    ...counted(venue, { tries: 1, read: 1, news }),
    next_read_at: new Date(at.getTime() + (isBusy(last, at) ? BUSY_EVERY_MS : WEEK_MS)),
    first_read_at: venue.first_read_at ?? at,
    last_success_at: at,
    failing_since: null,
    failure: null,
    failures: 0,
    last_accepted_at: last,
    papers,
    unread,
  }
}

/** The latest of some instants; null without one. */
export function latestOf(instants: readonly (Date | null)[]): Date | null {
  const times = instants.flatMap((instant) => instant?.getTime() ?? [])
  return times.length === 0 ? null : new Date(Math.max(...times))
}

/** When papers with these dates were accepted at the latest. Many venues give the date of the submission alone. */
export function acceptedBy({ published, submitted }: NewestDates): Date | null {
  const instant = published?.getTime() ?? (submitted === null ? null : submitted.getTime() + DECISION_MS)
  // The date may be that of the conference, which is still to come.
  return instant === null ? null : new Date(Math.min(instant, now().getTime()))
}

/** Whether papers of the venue may be accepted or change: none is yet, or the last one was some weeks ago at most. */
const isBusy = (lastAcceptedAt: Date | null, at: Date): boolean =>
  lastAcceptedAt === null || at.getTime() - lastAcceptedAt.getTime() < BUSY_MS

type Counts = VenueRecord['days'][string]

function counted({ days }: VenueRecord, { tries, read, news }: Counts): Pick<VenueRecord, 'days'> {
  const day = dayIn(ARXIV_ZONE, now())
  const before = days[day] ?? { tries: 0, read: 0, news: 0 }
  const all = { ...days, [day]: { tries: before.tries + tries, read: before.read + read, news: before.news + news } }
  const kept = Object.entries(all).toSorted(([one], [other]) => (one < other ? 1 : -1))
  return { days: Object.fromEntries(kept.slice(0, DAYS_KEPT)) }
}

/**
 * Whether one of these venues should have been read on `day` (Eastern), and none was: then why a reading failed, if one did.
 * A venue that is read once a week need not be read on each day.
 */
export async function findUnread(codes: readonly string[], day: string): Promise<{ failure: string | null } | null> {
  const end = instantOf(addDays(day, 1), '00:00', ARXIV_ZONE)
  const wanted = [...(await findVenueRecords(codes)).values()].filter(
    ({ first_tried_at, days, next_read_at, last_accepted_at: last }) =>
      first_tried_at < end &&
      (days[day] !== undefined || next_read_at < end || ((last === null || last < end) && isBusy(last, end))),
  )
  if (wanted.length === 0 || wanted.some(({ days }) => (days[day]?.read ?? 0) > 0)) return null
  return { failure: wanted.find((venue) => venue.failure !== null)?.failure ?? null }
}

/** What a reader must know about these venues, in a sentence, by their codes. Venues that are well have none. */
export async function findVenueStates(codes: readonly string[]): Promise<Map<string, string>> {
  const states = [...(await findVenueRecords(codes))].map(([code, venue]): [string, string] => [code, describe(venue)])
  return new Map(states.filter(([, text]) => text !== ''))
}

function describe({ failing_since, failure, unread }: VenueRecord): string {
  if (failing_since !== null) {
    const since = `${failing_since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return `The venue could not be read since ${since}. ${failure ?? ''}`.trim()
  }
  return unread > 0 ? `${unread === 1 ? '1 paper' : `${unread} papers`} of the venue cannot be read.` : ''
}
