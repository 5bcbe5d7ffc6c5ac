import { addDays, dayIn, instantOf, now } from '../../platform/clock.ts'
import { Sources } from './sources.ts'

/** The end of the running day (UTC), when a budget begins anew. */
export const budgetEndsAt = (): Date => instantOf(addDays(dayIn('UTC', now()), 1), '00:00', 'UTC')

/**
 * How many requests a source may be sent in a day; null for any number. Its own number (`own`) counts before the default,
 * but while its key is left out (`isWithoutKey`) a higher one does not.
 */
export function requestLimitOf(own: number | null, byDefault: number | null, isWithoutKey: boolean): number | null {
  return isWithoutKey && own !== null && byDefault !== null ? Math.min(own, byDefault) : (own ?? byDefault)
}

/**
 * Counts a request to a source. Returns 0, or, if the day has had its requests, in how many milliseconds the next day
 * begins; then it is not counted. `requestsPerDay` is for sources without a number of their own; undefined is any number.
 */
export async function takeRequest(
  id: string,
  requestsPerDay: number | undefined,
  isWithoutKey = false,
): Promise<number> {
  const on = dayIn('UTC', now())
  const used = { $cond: [{ $eq: ['$requests.on', on] }, '$requests.count', 0] }
  const limits = ['$requests_per_day', requestsPerDay ?? null]
  // As `requestLimitOf`: `$min` ignores null.
  const limit = isWithoutKey ? { $min: limits } : { $ifNull: limits }
  const hasOneLeft = { $or: [{ $eq: [limit, null] }, { $lt: [used, limit] }] }
  const before = await Sources.findOneAndUpdate(
    { _id: id },
    [{ $set: { requests: { $cond: [hasOneLeft, { on, count: { $add: [used, 1] } }, '$requests'] } } }],
    { upsert: true, returnDocument: 'before', updatePipeline: true, projection: { requests: 1, requests_per_day: 1 } },
  ).lean()
  const most = requestLimitOf(before?.requests_per_day ?? null, requestsPerDay ?? null, isWithoutKey)
  const had = before?.requests?.on === on ? before.requests.count : 0
  return most === null || had < most ? 0 : budgetEndsAt().getTime() - now().getTime()
}
