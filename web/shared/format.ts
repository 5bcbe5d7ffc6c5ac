import { issnOf } from './preprintServers.ts'
import { serverNow } from './serverClock.ts'

const count = new Intl.NumberFormat('en')
const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const utcTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
// Swedish dates are those of ISO 8601.
const isoDay = new Intl.DateTimeFormat('sv-SE')
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 1204 -> "1,204". */
export const formatCount = (value: number): string => count.format(value)

/** "1 paper", "34 papers". */
export const formatPlural = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`

/** "4 categories, 2 journals and 1 search"; "0 categories" for nothing. `searches` says how many of `ids` are searches. */
export function formatFollowed(ids: readonly string[], searches: number): string {
  const journals = ids.filter((id) => issnOf(id) !== undefined).length
  const queries = ids.filter((id) => id.startsWith('pubmed.')).length
  const feeds = ids.filter((id) => id.startsWith('feed.')).length
  const venues = ids.filter((id) => id.startsWith('openreview.')).length
  const categories = ids.length - journals - queries - feeds - venues - searches
  const parts = [
    (categories > 0 || ids.length === 0) && formatPlural(categories, 'category', 'categories'),
    journals > 0 && formatPlural(journals, 'journal'),
    queries > 0 && formatPlural(queries, 'query', 'queries'),
    feeds > 0 && formatPlural(feeds, 'feed'),
    venues > 0 && formatPlural(venues, 'venue'),
    searches > 0 && formatPlural(searches, 'search', 'searches'),
  ]
  return list.format(parts.filter((part) => part !== false))
}

/** "Too long by 12 characters." */
export const formatExcess = (characters: number): string => `Too long by ${formatPlural(characters, 'character')}.`

/** "06:10" in the reader's time zone. */
export const formatTime = (at: string | Date): string => timeOfDay.format(new Date(at))

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** "06:10:04" in the reader's time zone. */
export const formatClock = (at: string | Date): string => clock.format(new Date(at))

/** "Fri 20 Nov, 06:10" in the reader's time zone. */
export const formatInstant = (at: string | Date): string => dayAndTime.format(new Date(at))

/** "at 06:10" if it is on the calendar day `day`, else "Fri 20 Nov, 06:10", in the reader's time zone. */
export const formatWithin = (at: string, day: string): string =>
  isoDay.format(new Date(at)) === day ? `at ${formatTime(at)}` : formatInstant(at)

/** "arXiv", "arXiv and bioRxiv", "arXiv, bioRxiv and medRxiv". */
export const formatNames = (names: Iterable<string>): string => list.format(names)

/** A sentence of the API with each "2026-11-20 05:10 UTC" in it as "Fri 20 Nov, 06:10" in the reader's time zone. */
export const withLocalTimes = (sentence: string): string =>
  sentence.replace(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC\b/g, (_, day, time) => formatInstant(`${day}T${time}:00Z`))

/** "05:10 UTC". */
export const formatUtc = (at: string | Date): string => `${utcTime.format(new Date(at))} UTC`

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** "3 March" in the reader's time zone, with the year if it is not this year: "3 March 2025". */
export const formatDateShort = (at: string | Date, now: Date = serverNow()): string =>
  (new Date(at).getFullYear() === now.getFullYear() ? dayOfYear : fullDay).format(new Date(at))

/** 0.643 -> "64 %". */
export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`

/** "1 October 2026" in the reader's time zone. */
export const formatDate = (at: string | Date): string => fullDay.format(new Date(at))

/** As `formatDate`; of a date of which only a part is known "1 October 2026", "October 2026" or "2026", in every time zone. */
export function formatPartialDate(at: string, precision?: 'day' | 'month' | 'year'): string {
  if (precision === undefined) return formatDate(at)
  const parts = { day: { day: 'numeric', month: 'long' }, month: { month: 'long' }, year: {} } as const
  return new Date(at).toLocaleDateString('en-GB', { ...parts[precision], year: 'numeric', timeZone: 'UTC' })
}

/** A calendar day YYYY-MM-DD as "Fri 20 Nov", independent of the time zone. */
export const formatDay = (day: string): string => shortDay.format(new Date(`${day}T00:00:00Z`))

/** "just now", "4 minutes ago", "yesterday", "3 days ago", "last week", "2 months ago". */
export function formatAgo(at: string | Date, now: Date = serverNow()): string {
  const past = now.getTime() - new Date(at).getTime()
  if (past < MINUTE) return 'just now'
  if (past < HOUR) return relative.format(-Math.floor(past / MINUTE), 'minute')
  if (past < DAY) return relative.format(-Math.floor(past / HOUR), 'hour')
  if (past < 7 * DAY) return relative.format(-Math.floor(past / DAY), 'day')
  if (past < 30 * DAY) return relative.format(-Math.floor(past / (7 * DAY)), 'week')
  if (past < 365 * DAY) return relative.format(-Math.floor(past / (30 * DAY)), 'month')
  return relative.format(-Math.floor(past / (365 * DAY)), 'year')
}

/** "340 ms", "38 s", "4 min 10 s", "2 h 5 min", "3 d 4 h". */
export function formatDuration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / SECOND)} s`
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`
  return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`
}

/** "82 MB". */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`

const veryShortDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** A calendar day YYYY-MM-DD as "Thu 19". */
export const formatShortDay = (day: string): string => veryShortDay.format(new Date(`${day}T00:00:00Z`))

/** A calendar day YYYY-MM-DD as "Friday, 20 November", with the year if `near` is a day of another one. */
export function formatLongDay(day: string, near?: string | null): string {
  const year = near && near.slice(0, 4) !== day.slice(0, 4) ? ` ${day.slice(0, 4)}` : ''
  return longDay.format(new Date(`${day}T00:00:00Z`)).replace(/^(\w+) /, '$1, ') + year
}

/** A calendar day YYYY-MM-DD as "Friday". */
export const formatWeekday = (day: string): string => weekday.format(new Date(`${day}T00:00:00Z`))

/** `formatLongDay` for use within a sentence: "Thursday 26 November". */
export const formatDayInText = (day: string, near?: string | null): string => formatLongDay(day, near).replace(',', '')

const monthDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Two calendar days as a range: "3 to 20 November", "28 October to 20 November". */
export function formatDayRange(from: string, until: string): string {
  const [first, last] = [from, until].map((day) => monthDay.format(new Date(`${day}T00:00:00Z`))) as [string, string]
  return from.slice(0, 7) === until.slice(0, 7) ? `${first.split(' ')[0]} to ${last}` : `${first} to ${last}`
}
