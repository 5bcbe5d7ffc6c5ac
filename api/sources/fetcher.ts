import { setTimeout as sleep } from 'node:timers/promises'
import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
  type CircuitBreakerPolicy,
} from 'cockatiel'
import type { BreakerState } from '../contract/admin.ts'
import { AppError } from '../platform/errors.ts'
import { log } from '../platform/log.ts'
import { breakerOpen, sourceFailures, startAtZero } from '../platform/metrics.ts'
import { boundedFetch, type FetchedResponse, type Limits } from './boundedFetch.ts'
import { FAILURE_KINDS, failureOfResponse, failureOfError, type Failure } from './failures.ts'
import type { RateLimit } from './source.ts'

export interface FetcherOptions {
  /** Name of the service, the first word of every error message: "arXiv". */
  name: string
  rateLimit: RateLimit
  /** Key of the rate limit: one request at a time for this key, over all hosts and processes. */
  slotKey: string
  /** Minimum pause between two requests. */
  gapMs: number
  userAgent: string
  /** Allowed origins of requests and redirects: "https://export.arxiv.org". */
  origins: readonly string[]
  retries?: Partial<Retries>
  limits?: Partial<Limits>
  /** Called when the circuit breaker of a host changes state, with the worst state of all hosts. */
  onBreaker?: (state: BreakerState) => void
}

export interface Retries {
  /** Maximum number of attempts. */
  tries: number
  /** Upper bound of the random pause after the first attempt; doubles with each further attempt. */
  basePauseMs: number
  pauseMaxMs: number
  /** When the service requests a longer pause (`Retry-After`), the request fails without a retry. */
  waitMaxMs: number
  /** Failures in a row that open the circuit breaker: no requests for `breakerOpenMs`, then one trial request. */
  breakerFailures: number
  breakerOpenMs: number
}

interface Host {
  circuit: CircuitBreakerPolicy
  /** Why the last attempt failed; follows the name of the service in a sentence. */
  lastReason: string
}

type Outcome<Page> = { page: Page } | Failure

interface Get<Page> {
  signal: AbortSignal
  /** Statuses to accept in addition to 200. */
  accept?: readonly number[]
  /** Parses the response. A SyntaxError whose message names the problem ("an empty page") causes a retry. */
  read: (answer: FetchedResponse) => Page
}

export interface Fetcher {
  /** Returns the parsed response. Throws "source-unavailable" after the last attempt or while the breaker is open. */
  get<Page>(address: URL, options: Get<Page>): Promise<Page>
}

const REDIRECTS_MAX = 3
const redirects = new Set([301, 302, 303, 307, 308])

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
  const { name, rateLimit, slotKey, gapMs, userAgent } = options
  const origins = new Set(options.origins)
  const retries = { ...defaultRetries, ...options.retries }
  const limits = { ...defaultLimits, ...options.limits }
  const hosts = new Map<string, Host>()
  startAtZero(
    sourceFailures,
    FAILURE_KINDS.map((cause) => ({ source: slotKey, cause })),
  )

  function hostOf({ host: name }: URL): Host {
    const known = hosts.get(name)
    if (known) return known
    const host = { circuit: createCircuit(retries), lastReason: '' }
    hosts.set(name, host)
    host.circuit.onStateChange((state) => {
      breakerOpen.set({ source: slotKey, host: name }, state === CircuitState.Closed ? 0 : 1)
      options.onBreaker?.(worstState([...hosts.values()]))
    })
    return host
  }

  /** Makes one attempt. Throws "source-unavailable" without a request while the circuit breaker is open. */
  async function attemptOnce<Page>(host: Host, address: URL, get: Get<Page>): Promise<Outcome<Page>> {
    try {
      return await host.circuit.execute(() => request(address, get))
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error
      throw unavailable(`is left alone for a moment after repeated failures: it ${host.lastReason}`, error)
    }
  }

  async function requestOnce(address: URL, signal: AbortSignal): Promise<FetchedResponse> {
    const releaseSlot = await rateLimit.take(slotKey, gapMs, signal)
    try {
      return await boundedFetch(address, { headers: { 'user-agent': userAgent }, signal, limits })
    } finally {
      await releaseSlot()
    }
  }

  async function request<Page>(address: URL, { signal, accept = [], read }: Get<Page>): Promise<Outcome<Page>> {
    const outcome = await requestFollowingRedirects(address, signal)
    if ('reason' in outcome) return outcome
    if (outcome.status !== 200 && !accept.includes(outcome.status)) return failureOfResponse(outcome)
    try {
      return { page: read(outcome) }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      // Services under load send status 200 with half a page, an empty page or HTML: retried like a 503.
      return { reason: `gave an answer that cannot be used: ${error.message}`, retryable: true, cause: error }
    }
  }

  async function requestFollowingRedirects(address: URL, signal: AbortSignal): Promise<FetchedResponse | Failure> {
    let at = address
    try {
      for (let hop = 0; ; hop++) {
        if (!origins.has(at.origin))
          return { reason: `sent us to an address we do not follow (${at.origin})`, retryable: false }
        const answer = await requestOnce(at, signal)
        const location = redirects.has(answer.status) ? answer.headers.get('location') : null
        if (location === null) return answer
        if (hop === REDIRECTS_MAX) return { reason: 'redirects in circles', retryable: false }
        if (!URL.canParse(location, at)) return { reason: 'redirects to no address', retryable: false }
        at = new URL(location, at)
      }
    } catch (error) {
      // An abort by the caller is not a failure of the service; every other error is.
      signal.throwIfAborted()
      return failureOfError(error)
    }
  }

  return {
    async get(address, get) {
      const host = hostOf(address)
      for (let attempt = 1; ; attempt++) {
        const outcome = await attemptOnce(host, address, get)
        if ('page' in outcome) return outcome.page
        const { kind = 'unusable-answer', reason, retryable, unreachable = false, waitMs = 0, cause } = outcome
        const { tries, basePauseMs } = unreachable ? whenUnreachable(retries) : retries
        host.lastReason = reason
        sourceFailures.inc({ source: slotKey, cause: kind })
        if (!retryable || attempt >= tries || waitMs > retries.waitMaxMs) throw unavailable(reason, cause, waitMs)
        log.warn({ host: address.host, attempt, reason }, 'request to the source failed and will be retried')
        await sleep(waitMs || pauseAfter(attempt, basePauseMs, retries.pauseMaxMs), undefined, { signal: get.signal })
      }
    },
  }

  function unavailable(reason: string, cause?: unknown, waitMs = 0): AppError {
    const retryAfter = waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined
    return new AppError('source-unavailable', `${name} ${reason}.`, { cause, retryAfter })
  }
}

/** Exponential backoff with full jitter, so that processes do not retry at the same moment. */
const pauseAfter = (attempt: number, basePauseMs: number, pauseMaxMs: number) =>
  Math.random() * Math.min(pauseMaxMs, basePauseMs * 2 ** (attempt - 1))

/** Fewer attempts and shorter pauses when the host cannot be reached, so that a missing network is reported soon. */
const whenUnreachable = ({ tries, basePauseMs }: Retries) => ({
  tries: Math.min(tries, 3),
  basePauseMs: Math.min(basePauseMs, 2_000),
})

/** Opens after `breakerFailures` retryable failures in a row. */
function createCircuit({ breakerFailures, breakerOpenMs }: Retries): CircuitBreakerPolicy {
  // An error in the half-open state means that the job was stopped during the trial request. It must count as a
  // failure, because the library would close the circuit otherwise.
  const isTrial = () => circuit.state === CircuitState.HalfOpen
  const circuit: CircuitBreakerPolicy = circuitBreaker(handleWhen(isTrial).orWhenResult(isRetryable), {
    breaker: new ConsecutiveBreaker(breakerFailures),
    halfOpenAfter: breakerOpenMs,
  })
  return circuit
}

function isRetryable(result: unknown): boolean {
  const outcome = result as Outcome<unknown>
  return 'retryable' in outcome && outcome.retryable
}

function worstState(hosts: readonly Host[]): BreakerState {
  const states = new Set(hosts.map(({ circuit }) => circuit.state))
  if (states.has(CircuitState.Open)) return 'open'
  return states.has(CircuitState.HalfOpen) ? 'half-open' : 'closed'
}
