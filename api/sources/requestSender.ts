import { boundedFetch, type FetchedResponse, type Limits, type ResolveAddress } from './boundedFetch.ts'
import { failureOfError, mayBeAskedAt, readRetryAfter, unavailable, type Failure } from './failures.ts'
import type { RateLimit } from './requestSlots.ts'

export interface SenderOptions {
  /** Name of the service, the first word of every error message: "arXiv". */
  name: string
  rateLimit: RateLimit
  /** Key of the rate limit: one request at a time for this key, over all hosts and processes. */
  slotKey: string
  /** Pause after a request to `address`, in milliseconds. A function if it can change while the process runs. */
  gapMs: number | ((address: URL) => Promise<number>)
  userAgent: string
  /** Origins that a redirect may lead to, besides that of the request: "https://export.arxiv.org". */
  origins: readonly string[]
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
  /** No request was sent for the caller yet. */
  isFirst: boolean
}

const REDIRECTS_MAX = 3
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Returns a function that sends a GET, or a POST of a form, within the rate limit, and one for each redirect. It returns
 * any response, and a Failure when there is none. Throws "source-unavailable" without a request during a long pause.
 */
export function createSender(options: SenderOptions) {
  const { name, rateLimit, slotKey, gapMs, userAgent, limits, resolve, waitMaxMs, onResponse } = options
  const origins = new Set(options.origins)

  async function sendOnce(
    address: URL,
    { signal, validator, form, isFirst }: Send,
  ): Promise<FetchedResponse | Failure> {
    const pauseAfterMs = typeof gapMs === 'number' ? gapMs : await gapMs(address)
    const slot = await rateLimit.take(slotKey, { gapMs: pauseAfterMs, waitMaxMs, signal })
    if ('pausedMs' in slot) {
      const waitMs = slot.pausedMs
      throw unavailable(name, `asked for a pause; ${mayBeAskedAt(waitMs)}`, { waitMs, refused: isFirst })
    }
    try {
      const headers = { 'user-agent': userAgent, ...(validator && { 'if-none-match': validator }) }
      const answer = await boundedFetch(address, { headers, signal, limits, resolve, form }).catch((error: unknown) => {
        // An abort by the caller is not a failure of the service; every other error is.
        signal.throwIfAborted()
        return failureOfError(error)
      })
      if ('status' in answer) onResponse?.(answer)
      const pauseMs = 'status' in answer ? readRetryAfter(answer) : 0
      // Before the slot is released, so that no other process sends a request in between.
      if (pauseMs > 0) await rateLimit.pause(slotKey, pauseMs)
      return answer
    } finally {
      await slot.release()
    }
  }

  return async function send(address: URL, { isFirst, ...request }: Send): Promise<FetchedResponse | Failure> {
    let at = address
    for (let hop = 0; ; hop++) {
      if (at.origin !== address.origin && (request.form !== undefined || !origins.has(at.origin)))
        return { reason: `sent us to an address we do not follow (${at.origin})`, retryable: false }
      const answer = await sendOnce(at, { ...request, isFirst: isFirst && hop === 0 })
      const location = 'status' in answer && redirects.has(answer.status) ? answer.headers.get('location') : null
      if (location === null) return answer
      if (hop === REDIRECTS_MAX) return { reason: 'redirects in circles', retryable: false }
      if (!URL.canParse(location, at)) return { reason: 'redirects to no address', retryable: false }
      at = new URL(location, at)
    }
  }
}
