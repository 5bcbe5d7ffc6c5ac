import { setTimeout as sleep } from 'node:timers/promises'
import type { BreakerState } from '../contract/admin.ts'
import { log } from '../platform/log.ts'
import { breakerOpen, sourceFailures, startAtZero } from '../platform/metrics.ts'
import type { Limits } from './boundedFetch.ts'
import { createBreakers } from './breakers.ts'
import { FAILURE_KINDS, failureOfResponse, instantIn, mayBeAskedAt, unavailable, type Failure } from './failures.ts'
import { createSender, type SenderOptions, type SentResponse } from './requestSender.ts'

export interface FetcherOptions extends Omit<SenderOptions, 'limits' | 'waitMaxMs'> {
  retries?: Partial<Retries>
  limits?: Partial<Limits>
  /** Called when the circuit breaker of a host changes state, with the worst state of all hosts. */
  onBreaker?: (state: BreakerState) => void
  /** Why a request was refused, worded to follow the name of the service; null if its status says enough. */
  describeRefusal?: (answer: SentResponse) => Promise<string | null>
  /** Called after every failed request. An error that it throws is logged. */
  onRequestFailed?: (failure: RequestFailure) => void
  /** Called after every request whose answer could be used. An error that it throws is logged. */
  onRequestSucceeded?: (host: string) => void
}

export interface RequestFailure {
  host: string
  /** Follows the name of the service in a sentence: "answers 503". */
  reason: string
  /** 1 for the first request. */
  attempt: number
  /** By the product's clock; null after the last attempt. */
  willRetryAt: Date | null
}

export interface Retries {
  /** Maximum number of attempts. */
  tries: number
  /** Upper bound of the random pause after the first attempt; doubles with each further attempt. */
  basePauseMs: number
  pauseMaxMs: number
  /** A request does not wait for the end of a longer pause that the service asked for (`Retry-After`): it fails. */
  waitMaxMs: number
  /** Failures in a row that open the circuit breaker: no requests for `breakerOpenMs`, then one trial request. */
  breakerFailures: number
  breakerOpenMs: number
}

interface Get<Page> {
  signal: AbortSignal
  /** Sent as the body of a POST, for what is too long for an address or must not be in one. */
  form?: URLSearchParams
  /** Sent as JSON in the body of a POST, or of another `method`. */
  json?: unknown
  method?: 'PATCH'
  /** Headers of this request alone, such as the key of a reader. */
  headers?: Readonly<Record<string, string>>
  /** Path of a file that a body with status 200 is written to, as it arrives. `read` gets an empty one. */
  file?: string
  /** Statuses to accept in addition to 200. */
  accept?: readonly number[]
  /** Accepts a response with another status by what it says. */
  acceptIf?: (answer: SentResponse) => boolean
  /**
   * Parses the response. A SyntaxError whose message names the problem ("an empty page") causes a retry. A response with
   * `invalidUtf8` is passed only when no attempt is left.
   */
  read: (answer: SentResponse) => Page | Promise<Page>
  /**
   * Maximum number of attempts of this request. The caller repeats it later: a response that is not UTF-8 counts as
   * failed after the last of them, too.
   */
  tries?: number
  /** Called before the pause that precedes each retry, and awaited. An error that it throws ends the request. */
  onRetry?: (failure: RequestFailure) => void | Promise<void>
}

interface GetIfChanged<Page> extends Get<Page> {
  /** The ETag of the version that the caller has, byte for byte as received. */
  validator?: string | null
  /** Its `Last-Modified`, byte for byte as received. */
  modified?: string | null
}

/** The result of a conditional request. `etag` is null when there is none, and for a page with `invalidUtf8`. */
export type Changed<Page> =
  | { unchanged: true; answer: SentResponse }
  | { unchanged: false; page: Page; etag: string | null }

export interface Fetcher {
  /**
   * Returns the parsed response. Throws "source-unavailable" after the last attempt, while the breaker is open, and
   * during a long pause that the service asked for; with `retryAfter` when the service may be asked again later.
   */
  get<Page>(address: URL, options: Get<Page>): Promise<Page>
  /** Like `get`, unless the version of `validator` is still current (304). */
  getIfChanged<Page>(address: URL, options: GetIfChanged<Page>): Promise<Changed<Page>>
}

type Outcome<Page> = { page: Page } | Failure

/** Long pauses, because arXiv's capacity is limited. Other services may use shorter ones. */
const defaultRetries: Retries = {
  tries: 5,
  basePauseMs: 20_000,
  pauseMaxMs: 150_000,
  waitMaxMs: 600_000,
  breakerFailures: 5,
  breakerOpenMs: 60_000,
}

const defaultLimits: Limits = {
  firstByteMs: 30_000,
  totalMs: 120_000,
  bodyMaxBytes: 20 * 1024 * 1024,
  ratioMax: 100,
  bytesPerSecondMin: 1024,
}

/**
 * HTTP client for outside services: one request at a time with a pause between requests, limits for time and size,
 * retries, and a circuit breaker per host.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { name, rateLimit, slotKey, slotOf = () => slotKey } = options
  const retries = { ...defaultRetries, ...options.retries }
  const limits = { ...defaultLimits, ...options.limits }
  const send = createSender({ ...options, limits, waitMaxMs: retries.waitMaxMs })
  const breakers = createBreakers({
    failures: retries.breakerFailures,
    openMs: retries.breakerOpenMs,
    onChange(host, isClosed, worst) {
      breakerOpen.set({ source: slotKey, host }, isClosed ? 0 : 1)
      options.onBreaker?.(worst)
    },
  })
  startAtZero(
    sourceFailures,
    FAILURE_KINDS.map((cause) => ({ source: slotKey, cause })),
  )

  async function getWith<Page>(address: URL, get: GetIfChanged<Page>): Promise<Page> {
    const { host } = address
    for (let attempt = 1; ; attempt++) {
      const outcome = await breakers.run(host, get.signal, () => request(address, get, attempt))
      if ('refused' in outcome) {
        const { waitMs, lastReason } = outcome.refused
        const reason = `is left alone for a moment after repeated failures: it ${lastReason}`
        throw unavailable(name, reason, { waitMs, refused: attempt === 1 })
      }
      if ('page' in outcome) {
        notify(() => options.onRequestSucceeded?.(host))
        return outcome.page
      }
      const { kind = 'unusable-answer', reason, retryable, unreachable = false, waitMs = 0, cause } = outcome
      const own = { ...retries, tries: get.tries ?? retries.tries }
      const { tries, basePauseMs } = unreachable ? whenUnreachable(own) : own
      const pauseMs = waitMs || pauseAfter(attempt, basePauseMs, retries.pauseMaxMs)
      const isLast = !retryable || attempt >= tries || waitMs > retries.waitMaxMs
      const failure = { host, reason, attempt, willRetryAt: isLast ? null : instantIn(pauseMs) }
      sourceFailures.inc({ source: slotKey, cause: kind })
      notify(() => options.onRequestFailed?.(failure))
      // arXiv says "slow down" without a header: that, too, applies to all requests.
      if (kind === 'rate-limited' && waitMs === 0) await rateLimit.pause(slotOf(address), pauseMs)
      if (isLast) throw unavailable(name, waitMs > 0 ? `${reason}; ${mayBeAskedAt(waitMs)}` : reason, { cause, waitMs })
      log.warn({ host, attempt, reason }, 'request to the source failed and will be retried')
      await get.onRetry?.(failure)
      await sleep(pauseMs, undefined, { signal: get.signal })
    }
  }

  async function request<Page>(address: URL, get: GetIfChanged<Page>, attempt: number): Promise<Outcome<Page>> {
    const { accept = [], acceptIf, read, tries } = get
    const answer = await send(address, { ...get, isFirst: attempt === 1 })
    if ('reason' in answer) return answer
    if (answer.status !== 200 && !accept.includes(answer.status) && acceptIf?.(answer) !== true) {
      const reason = (await options.describeRefusal?.(answer)) ?? null
      return { ...failureOfResponse(answer), ...(reason !== null && { reason }) }
    }
    if (answer.invalidUtf8 && (tries !== undefined || attempt < retries.tries))
      return { reason: 'gave an answer that is not UTF-8', retryable: true }
    try {
      return { page: await read(answer) }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      // Services under load send status 200 with half a page, an empty page or HTML: retried like a 503.
      return { reason: `gave an answer that cannot be used: ${error.message}`, retryable: true, cause: error }
    }
  }

  return {
    get: getWith,
    getIfChanged: (address, get) =>
      getWith(address, {
        ...get,
        accept: [...(get.accept ?? []), ...(get.validator || get.modified ? [304] : [])],
        async read(answer) {
          if (answer.status === 304) return { unchanged: true, answer }
          // A page with damage gets no validator: its next request must return it again.
          const etag = answer.invalidUtf8 ? null : answer.headers.get('etag')
          return { unchanged: false, page: await get.read(answer), etag: etag || null }
        },
      }),
  }
}

/** Calls a hook that must not fail the request. */
function notify(hook: () => void): void {
  void Promise.try(hook).catch((error: unknown) => log.error({ error }, 'a hook of the fetcher failed'))
}

/** Exponential backoff with full jitter, so that processes do not retry at the same moment. */
const pauseAfter = (attempt: number, basePauseMs: number, pauseMaxMs: number) =>
  Math.random() * Math.min(pauseMaxMs, basePauseMs * 2 ** (attempt - 1))

/** Fewer attempts and shorter pauses when the host cannot be reached, so that a missing network is reported soon. */
const whenUnreachable = ({ tries, basePauseMs }: Retries) => ({
  tries: Math.min(tries, 3),
  basePauseMs: Math.min(basePauseMs, 2_000),
})
