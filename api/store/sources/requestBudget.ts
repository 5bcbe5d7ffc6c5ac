import { addDays, dayIn, instantOf, now } from '../../platform/clock.ts'
import { Sources } from './sources.ts'

/** The end of the running day (UTC), when a budget begins anew. */
export const budgetEndsAt = (): Date => instantOf(addDays(dayIn('UTC', now()), 1), '00:00', 'UTC')

/**
 * Counts a request to a source. Returns 0, or, if the day has had its requests, in how many milliseconds the next day
 * begins; then it is not counted. `requestsPerDay` is for sources without a number of their own; undefined is any number. While
 * the key of a source is left out (`isWithoutKey`), a higher number of its own does not count.
 */
export async function takeRequest(
  id: string,
  requestsPerDay: number | undefined,
  isWithoutKey = false,
): Promise<number> {
  const on = dayIn('UTC', now())
  const used = { $cond: [{ $eq: ['$requests.on', on] }, '$requests.count', 0] }
  const limits = ['$requests_per_day', requestsPerDay ?? null]
  // `$min` ignores null.
  const limit = isWithoutKey ? { $min: limits } : { $ifNull: limits }
  const hasOneLeft = { $or: [{ $eq: [limit, null] }, { $lt: [used, limit] }] }
  const before = await Sources.findOneAndUpdate(
    { _id: id },
    [{ $set: { requests: { $cond: [hasOneLeft, { on, count: { $add: [used, 1] } }, '$requests'] } } }],
    { upsert: true, returnDocument: 'before', updatePipeline: true, projection: { requests: 1, requests_per_day: 1 } },
  ).lean()
  const own = before?.requests_per_day ?? requestsPerDay
  const most = isWithoutKey && own !== undefined ? Math.min(own, requestsPerDay ?? own) : own
  const had = before?.requests?.on === on ? before.requests.count : 0
  return most === undefined || had < most ? 0 : budgetEndsAt().getTime() - now().getTime()
}
