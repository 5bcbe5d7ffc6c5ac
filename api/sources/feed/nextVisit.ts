import { weekday } from '../../platform/clock.ts'
import type { FeedHints } from './rawFeed.ts'

const HOUR_MS = 3_600_000
/** Less than a day, so that each day has a visit. */
const WAIT_MAX_MS = 20 * HOUR_MS
/** Visits with news in a row after which a feed is visited twice as often, and without after which half as often. */
const NEWS_STREAK = 5
const QUIET_STREAK = 10
const SPREAD_MS = 10 * 60_000
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** How the last visits of a feed went. */
export interface VisitHistory {
  /** Visits with news in a row. */
  newsStreak: number
  /** Visits without news in a row. */
  quietStreak: number
  /** Failed visits in a row. */
  failures: number
}

/**
 * Returns when a feed that could be read is visited again: after the longest time that it asks for in its text or in the
 * headers of the answer, one hour at least and 20 at most, and not in the hours and on the days that it excludes.
 */
export function nextVisitAt(
  at: Date,
  { address, hints, headers, history }: { address: string; hints: FeedHints; headers: Headers; history: VisitHistory },
): Date {
  const asked = [
    (hints.ttlMinutes ?? 0) * 60_000,
    (hints.updateMinutes ?? 0) * 60_000,
    Number(/\bmax-age\s*=\s*(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1] ?? 0) * 1000,
    freshFor(headers),
  ]
  const busy = history.newsStreak >= NEWS_STREAK ? 0.5 : history.quietStreak >= QUIET_STREAK ? 2 : 1
  const waitMs = Math.min(WAIT_MAX_MS, Math.max(HOUR_MS, Math.max(...asked) * busy, busy === 2 ? 2 * HOUR_MS : 0))
  // Feeds that were followed at the same time are not visited at the same time for ever.
  let next = new Date(at.getTime() + waitMs + (Number(Bun.hash(address)) % SPREAD_MS))
  for (let hour = 0; hour < 7 * 24 && isSkipped(next, hints); hour++) next = new Date(next.getTime() + HOUR_MS)
  return next
}

/** Returns when a feed that could not be read is visited again: later after each failure, or when it asks for it. */
export function retryVisitAt(
  at: Date,
  {
    address,
    history,
    retryAfterMs,
    isOnceADay,
  }: { address: string; history: VisitHistory; retryAfterMs: number; isOnceADay: boolean },
): Date {
  const doubled = Math.min(WAIT_MAX_MS, HOUR_MS * 2 ** Math.min(history.failures, 10))
  const waitMs = Math.max(isOnceADay ? WAIT_MAX_MS : doubled, retryAfterMs)
  return new Date(at.getTime() + waitMs + (Number(Bun.hash(address)) % SPREAD_MS))
}

/** By `Expires`, relative to the date of the answer. */
function freshFor(headers: Headers): number {
  const [expires, sentAt] = [headers.get('expires'), headers.get('date')].map((text) => Date.parse(text ?? ''))
  return expires === undefined || sentAt === undefined || Number.isNaN(expires - sentAt) ? 0 : expires - sentAt
}

function isSkipped(at: Date, { skipHours, skipDays }: FeedHints): boolean {
  const hours = skipHours.map((hour) => hour % 24)
  if (new Set(hours).size < 24 && hours.includes(at.getUTCHours())) return true
  const day = DAYS[weekday(at.toISOString().slice(0, 10))] ?? ''
  return new Set(skipDays).size < 7 && skipDays.includes(day)
}
