import {
  boundedFetch,
  type DecodeBody,
  type FetchedResponse,
  type Limits,
  type ResolveAddress,
} from './boundedFetch.ts'
import { failureOfError, mayBeAskedAt, readRetryAfter, unavailable, type Failure } from './failures.ts'
import type { RateLimit } from './requestSlots.ts'

export interface SenderOptions {
  /** Name of the service, the first word of every error message: "arXiv". */
  name: string
  rateLimit: RateLimit
  /** Key of the rate limit: one request at a time for this key, over all hosts and processes. */
  slotKey: string
  /** The key for `address`, for a client that asks many hosts; by default `slotKey` for all. */
  slotOf?: (address: URL) => string
  /** Pause after a request to `address`, in milliseconds. A function if it can change while the process runs. */
  gapMs: number | ((address: URL) => Promise<number>)
  userAgent: string
  /**
   * Headers of a request to `address` besides those of the client: "accept", a key. Redirects to another origin are asked
   * for anew: a key must be given to the host that it belongs to alone.
   */
  headers?: (address: URL) => Promise<Readonly<Record<string, string>>>
  /** Requests a day if an admin has set no number; absent for any number. */
  requestsPerDay?: number
  /**
   * Counts a request. Returns how many milliseconds to wait for the budget of the next day, 0 if there is one left.
   * `isWithoutKey`: its key is left out, so that no more than `requestsPerDay` are allowed, whatever an admin has set.
   */
  takeFromBudget?: (requestsPerDay: number | undefined, isWithoutKey?: boolean) => Promise<number>
  /** Origins that a redirect may lead to, besides that of the request: "https://export.arxiv.org". "any": all. */
  origins: readonly string[] | 'any'
  /** Why an address, also one that a redirect leads to, may not be asked; null if it may. Follows the name of the service. */
  refuse?: (address: URL) => string | null
  redirectsMax?: number
  /** Reads the bytes of a body; by default they are UTF-8. */
  decode?: DecodeBody
  limits: Limits
  /** Chooses the IP address of each request, also of a redirect; without it any address may be used. */
  resolve?: ResolveAddress
  /** A request does not wait for the end of a longer pause that the service asked for (`Retry-After`): it fails. */
  waitMaxMs: number
  /** Called with each response, before the slot is released. */
  onResponse?: (response: FetchedResponse) => void
}

interface Send {
  signal: AbortSignal
  validator?: string | null
  /** Sent as the body of a POST. It may hold a key: no redirect to another origin gets it. */
  form?: URLSearchParams
  /** Sent as JSON in the body of a POST, or of another `method`, likewise. */
  json?: unknown
  method?: 'PATCH'
  /** Headers of this request and of its redirects, which stay at its origin if there are any. They may hold a key. */
  headers?: Readonly<Record<string, string>>
  /** `Last-Modified` of the version that the caller has, byte for byte as received. */
  modified?: string | null
  /** Path of a file that a body with status 200 is written to, in place of being returned. */
  file?: string
  /** No request was sent for the caller yet. */
  isFirst: boolean
}

/** A response, with where it came from. */
export interface SentResponse extends FetchedResponse {
  /** The address behind all redirects. */
  address: URL
  /** Every redirect on the way says that the address has changed for good. */
  isMovedForGood: boolean
}

const REDIRECTS_MAX = 3
const redirects = new Set([301, 302, 303, 307, 308])
const forGood = new Set([301, 308])

/**
 * Returns a function that sends a GET, or a POST, within the rate limit, and one for each redirect. It returns
 * any response, and a Failure when there is none. Throws "source-unavailable" without a request during a long pause, and when the budget of the day is used up.
 */
export function createSender(options: SenderOptions) {
  const { name, rateLimit, slotKey, slotOf = () => slotKey, gapMs, userAgent, limits, resolve, decode } = options
  const { waitMaxMs, onResponse, refuse, redirectsMax = REDIRECTS_MAX } = options
  const origins = options.origins === 'any' ? null : new Set(options.origins)

  async function sendOnce(
    address: URL,
    { signal, validator, modified, form, json, method, headers: own, file, isFirst }: Send,
  ): Promise<FetchedResponse | Failure> {
    const pauseAfterMs = typeof gapMs === 'number' ? gapMs : await gapMs(address)
    const key = slotOf(address)
    const slot = await rateLimit.take(key, { gapMs: pauseAfterMs, waitMaxMs, signal })
    if ('pausedMs' in slot) {
      const waitMs = slot.pausedMs
      throw unavailable(name, `asked for a pause; ${mayBeAskedAt(waitMs)}`, { waitMs, refused: isFirst })
    }
    try {
      const waitMs = (await options.takeFromBudget?.(options.requestsPerDay)) ?? 0
      if (waitMs > 0) {
        const reason = `has been sent all requests that it may be sent today; ${mayBeAskedAt(waitMs)}`
        throw unavailable(name, reason, { waitMs, refused: isFirst })
      }
      const headers = {
        ...(await options.headers?.(address)),
        ...own,
        'user-agent': userAgent,
        ...(validator && { 'if-none-match': validator }),
        ...(modified && { 'if-modified-since': modified }),
      }
      const answer = await boundedFetch(address, {
        headers,
        signal,
        limits,
        resolve,
        form,
        json,
        method,
        file,
        decode,
      }).catch((error: unknown) => {
        // An abort by the caller is not a failure of the service; every other error is.
        signal.throwIfAborted()
        return failureOfError(error)
      })
      if ('status' in answer) onResponse?.(answer)
      const pauseMs = 'status' in answer ? readRetryAfter(answer) : 0
      // Before the slot is released, so that no other process sends a request in between.
      if (pauseMs > 0) await rateLimit.pause(key, pauseMs)
      return answer
    } finally {
      await slot.release()
    }
  }

  return async function send(address: URL, { isFirst, ...request }: Send): Promise<SentResponse | Failure> {
    let at = address
    let isMovedForGood = true
    for (let hop = 0; ; hop++) {
      const refused = refuse?.(at) ?? null
      if (refused !== null) return { reason: refused, kind: 'refused', retryable: false }
      const isOwn = request.form !== undefined || request.json !== undefined || request.headers !== undefined
      if (at.origin !== address.origin && (isOwn || origins?.has(at.origin) === false))
        return { reason: `sent us to an address we do not follow (${at.origin})`, retryable: false }
      const answer = await sendOnce(at, { ...request, isFirst: isFirst && hop === 0 })
      if (!('status' in answer)) return answer
      const location = redirects.has(answer.status) ? answer.headers.get('location') : null
      if (location === null) return { ...answer, address: at, isMovedForGood: isMovedForGood && hop > 0 }
      isMovedForGood &&= forGood.has(answer.status)
      if (hop === redirectsMax) return { reason: 'redirects in circles', retryable: false }
      if (!URL.canParse(location, at)) return { reason: 'redirects to no address', retryable: false }
      at = new URL(location, at)
    }
  }
}
