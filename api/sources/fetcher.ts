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
import { boundedFetch, type Answer, type Limits } from './boundedFetch.ts'
import { FAILURE_KINDS, failureOfAnswer, failureOfError, type Failure } from './failures.ts'
import type { RateLimit } from './source.ts'

export interface FetcherOptions {
  /** Begins every sentence about a failure: "arXiv". */
  name: string
  rateLimit: RateLimit
  /** What is asked one request at a time, over all hosts and processes. */
  slotKey: string
  gapMs: number
  userAgent: string
  /** Where requests and redirects may go: "https://export.arxiv.org". */
  origins: readonly string[]
  retries?: Partial<Retries>
  limits?: Partial<Limits>
  /** Called when the circuit breaker of a host changes, with the worst state over all hosts. */
  onBreaker?: (state: BreakerState) => void
}

export interface Retries {
  tries: number
  /** The first pause is random up to this, each further one up to twice as much. */
  basePauseMs: number
  pauseMaxMs: number
  /** A service that asks for a longer pause is given up for this run. */
  waitMaxMs: number
  /** Failures in a row after which nothing is asked for `breakerOpenMs`; then one attempt is let through. */
  breakerFailures: number
  breakerOpenMs: number
}

interface Host {
  circuit: CircuitBreakerPolicy
  /** Why the last attempt failed. */
  lastReason: string
}

type Outcome<Page> = { page: Page } | Failure

interface Get<Page> {
  signal: AbortSignal
  /** Statuses that are answers too, beside 200. */
  accept?: readonly number[]
  /** Makes the answer into what is wanted. A SyntaxError with what is wrong ("an empty page") lets it be asked for again. */
  read: (answer: Answer) => Page
}

export interface Fetcher {
  /** What was read. Throws "source-unavailable" with the cause in words when the service cannot be had or is left alone. */
  get<Page>(address: URL, options: Get<Page>): Promise<Page>
}

const REDIRECTS_MAX = 3
const redirects = new Set([301, 302, 303, 307, 308])

/** arXiv's capacity is short; long pauses are what helps. Others may be asked again sooner. */
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

/** The one way to ask an outside service: one request at a time with a gap, limits, retries, and a breaker per host. */
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
      options.onBreaker?.(worstOf([...hosts.values()]))
    })
    return host
  }

  /** One attempt, unless the circuit breaker refuses it. */
  async function attemptOnce<Page>(host: Host, address: URL, get: Get<Page>): Promise<Outcome<Page>> {
    try {
      return await host.circuit.execute(() => ask(address, get))
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error
      throw unavailable(`is left alone for a moment after repeated failures: it ${host.lastReason}`, error)
    }
  }

  async function askOnce(address: URL, signal: AbortSignal): Promise<Answer> {
    const releaseSlot = await rateLimit.take(slotKey, gapMs, signal)
    try {
      return await boundedFetch(address, { headers: { 'user-agent': userAgent }, signal, limits })
    } finally {
      await releaseSlot()
    }
  }

  async function ask<Page>(address: URL, { signal, accept = [], read }: Get<Page>): Promise<Outcome<Page>> {
    const outcome = await follow(address, signal)
    if ('reason' in outcome) return outcome
    if (outcome.status !== 200 && !accept.includes(outcome.status)) return failureOfAnswer(outcome)
    try {
      return { page: read(outcome) }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      // Services under load answer 200 with half a page, none, or HTML: that is a failure like a 503.
      return { reason: `gave an answer that cannot be used: ${error.message}`, heals: true, cause: error }
    }
  }

  async function follow(address: URL, signal: AbortSignal): Promise<Answer | Failure> {
    let at = address
    try {
      for (let hop = 0; ; hop++) {
        if (!origins.has(at.origin))
          return { reason: `sent us to an address we do not follow (${at.origin})`, heals: false }
        const answer = await askOnce(at, signal)
        const location = redirects.has(answer.status) ? answer.headers.get('location') : null
        if (location === null) return answer
        if (hop === REDIRECTS_MAX) return { reason: 'redirects in circles', heals: false }
        if (!URL.canParse(location, at)) return { reason: 'redirects to no address', heals: false }
        at = new URL(location, at)
      }
    } catch (error) {
      // Not the service's failure when we were told to stop; else it becomes one, with its cause.
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
        const { kind = 'unusable-answer', reason, heals, unreachable = false, waitMs = 0, cause } = outcome
        const { tries, basePauseMs } = unreachable ? whenUnreachable(retries) : retries
        host.lastReason = reason
        sourceFailures.inc({ source: slotKey, cause: kind })
        if (!heals || attempt >= tries || waitMs > retries.waitMaxMs) throw unavailable(reason, cause, waitMs)
        log.warn({ host: address.host, attempt, reason }, 'source will be asked again')
        await sleep(waitMs || pauseAfter(attempt, basePauseMs, retries.pauseMaxMs), undefined, { signal: get.signal })
      }
    },
  }

  function unavailable(reason: string, cause?: unknown, waitMs = 0): AppError {
    const retryAfter = waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined
    return new AppError('source-unavailable', `${name} ${reason}.`, { cause, retryAfter })
  }
}

/** Full jitter, so that many processes do not come back at the same moment. */
const pauseAfter = (attempt: number, basePauseMs: number, pauseMaxMs: number) =>
  Math.random() * Math.min(pauseMaxMs, basePauseMs * 2 ** (attempt - 1))

/** Without a network somebody is waiting to be told so. */
const whenUnreachable = ({ tries, basePauseMs }: Retries) => ({
  tries: Math.min(tries, 3),
  basePauseMs: Math.min(basePauseMs, 2_000),
})

/** Opens after `breakerFailures` attempts in a row that failed and may be repeated. */
function createCircuit({ breakerFailures, breakerOpenMs }: Retries): CircuitBreakerPolicy {
  // When the job is stopped during the one attempt of a half-open circuit, the host is still unproven. Not counted as
  // a failure, the library would close the circuit.
  const isUnproven = () => circuit.state === CircuitState.HalfOpen
  const circuit: CircuitBreakerPolicy = circuitBreaker(handleWhen(isUnproven).orWhenResult(isRepeatable), {
    breaker: new ConsecutiveBreaker(breakerFailures),
    halfOpenAfter: breakerOpenMs,
  })
  return circuit
}

function isRepeatable(outcome: unknown): boolean {
  const known = outcome as Outcome<unknown>
  return 'heals' in known && known.heals
}

function worstOf(hosts: readonly Host[]): BreakerState {
  const states = new Set(hosts.map(({ circuit }) => circuit.state))
  if (states.has(CircuitState.Open)) return 'open'
  return states.has(CircuitState.HalfOpen) ? 'half-open' : 'closed'
}
