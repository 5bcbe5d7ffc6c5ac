import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../platform/errors.ts'
import { log } from '../platform/log.ts'
import { createBreaker, type HostHealth } from './breaker.ts'
import { boundedFetch, type Answer, type Limits } from './boundedFetch.ts'
import { failureOfAnswer, failureOfError, type Failure } from './failures.ts'
import type { Politeness } from './source.ts'

export interface FetcherOptions {
  /** Begins every sentence about a failure: "arXiv". */
  name: string
  politeness: Politeness
  /** What is asked one request at a time, over all hosts and processes. */
  turnKey: string
  gapMs: number
  userAgent: string
  /** Where requests and redirects may go: "https://export.arxiv.org". */
  origins: readonly string[]
  retries?: Partial<Retries>
  limits?: Partial<Limits>
  /** Told on each failure, and on the first success after one. */
  onHealth?: (health: HostHealth) => void
}

export interface Retries {
  tries: number
  /** The first pause is random up to this, each further one up to twice as much. */
  basePauseMs: number
  pauseMaxMs: number
  /** A service that asks for a longer pause is given up for this run. */
  waitMaxMs: number
  breakerFailures: number
  breakerOpenMs: number
}

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
  const { name, politeness, turnKey, gapMs, userAgent } = options
  const origins = new Set(options.origins)
  const retries = { ...defaultRetries, ...options.retries }
  const limits = { ...defaultLimits, ...options.limits }
  const breaker = createBreaker({
    failuresMax: retries.breakerFailures,
    openMs: retries.breakerOpenMs,
    onChange: options.onHealth,
  })

  async function askOnce(address: URL, signal: AbortSignal): Promise<Answer> {
    const endTurn = await politeness.take(turnKey, gapMs, signal)
    try {
      return await boundedFetch(address, { headers: { 'user-agent': userAgent }, signal, limits })
    } finally {
      await endTurn()
    }
  }

  async function ask<Page>(address: URL, { signal, accept = [], read }: Get<Page>): Promise<{ page: Page } | Failure> {
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
      for (let attempt = 1; ; attempt++) {
        const closed = breaker.refusal(address.host)
        if (closed)
          throw unavailable(`is left alone for a moment after ${closed.failures} failures: it ${closed.reason}`)
        const outcome = await ask(address, get)
        if ('page' in outcome) {
          breaker.succeed(address.host)
          return outcome.page
        }
        const { reason, heals, unreachable = false, waitMs = 0, cause } = outcome
        const { tries, basePauseMs } = unreachable ? whenUnreachable(retries) : retries
        if (heals) breaker.fail(address.host, reason)
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
