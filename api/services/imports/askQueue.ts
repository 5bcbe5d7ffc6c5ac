import { AppError } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import { findRemainingWait } from '../../store/sources/rateLimit.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { Source } from '../../sources/source.ts'

/** A request of this process. */
interface Asking<Result> {
  /** Never rejects. */
  ended: Promise<void>
  outcome?: { result: Result } | { failure: AppError }
}

interface Limits {
  /** Requests that wait in this process for each other. */
  waitingMax: number
  /** For a request with its place in the queue of requests to the source. */
  limitMs: number
  /** What is asked for, in a sentence: "versions". */
  what: string
  /** Follows the reason of a failure: "Try again later." */
  advice: (source: string) => string
  /** The work stores its result, where it is looked for before it is asked for: it is not kept for the next call. */
  isStored?: boolean
}

interface Ask<Result> {
  source: Source
  /** Requests with the same key are one. */
  key: string
  /** What the log says of a request that failed; by default the key. */
  logged?: string
  waitMs: number
  /** Called before a new request, and may throw. */
  countRequest: () => void
  work: (signal: AbortSignal) => Promise<Result>
}

/** A result that is not fetched within this time is forgotten. */
const KEPT_MS = 30_000
/** A pause of the source up to this length is waited for. */
const PAUSE_MAX_MS = 10_000

/** What readers ask sources for, one request at a time, each only once, however many readers want it. */
export class AskQueue<Result> {
  readonly #limits: Limits
  readonly #asked = new Map<string, Asking<Result>>()
  #last = Promise.resolve()

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * Waits `waitMs` at most. Returns null while the request goes on: then call it again. Throws the AppError of the work,
   * "conflict" for a source that is switched off, and "source-unavailable" when it did not answer, asked for a pause, or
   * too many requests wait; the next call asks again.
   */
  async ask({ key, waitMs, countRequest, ...work }: Ask<Result>): Promise<{ result: Result } | null> {
    const { waitingMax, limitMs, what } = this.#limits
    let asking = this.#asked.get(key)
    if (asking === undefined) {
      countRequest()
      const waiting = [...this.#asked.values()].filter(({ outcome }) => outcome === undefined)
      if (waiting.length >= waitingMax)
        throw new AppError('source-unavailable', `Many ${what} are being asked for at ${work.source.name}.`, {
          retryAfter: limitMs / 1_000,
        })
      const started: Asking<Result> = { ended: this.#last.then(() => this.#run(key, work, started)) }
      this.#asked.set(key, started)
      this.#last = started.ended
      asking = started
    }
    await Promise.race([asking.ended, Bun.sleep(waitMs)])
    const { outcome } = asking
    if (outcome === undefined) return null
    if (this.#asked.get(key) === asking) this.#asked.delete(key)
    if ('failure' in outcome) throw outcome.failure
    return outcome
  }

  async #run(
    key: string,
    { source, work, logged = key }: Pick<Ask<Result>, 'source' | 'work' | 'logged'>,
    asking: Asking<Result>,
  ) {
    try {
      await requireReady(source)
      asking.outcome = { result: await work(AbortSignal.timeout(this.#limits.limitMs)) }
    } catch (error) {
      // Recovered: the next call with this key throws it.
      asking.outcome = { failure: this.#toFailure(source, error) }
      log.warn({ error, asked: logged }, `${this.#limits.what} could not be fetched`)
    }
    const forget = () => this.#asked.get(key) === asking && this.#asked.delete(key)
    if (this.#limits.isStored && 'result' in asking.outcome) forget()
    else setTimeout(forget, KEPT_MS).unref()
  }

  #toFailure({ name }: Source, error: unknown): AppError {
    const { limitMs, advice } = this.#limits
    if (error instanceof AppError && error.code !== 'source-unavailable') return error
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    if (!(error instanceof AppError) && !isTimeout)
      return new AppError('internal', 'Something went wrong on our side.', { cause: error })
    const reason = error instanceof AppError ? error.message : `${name} did not answer in ${limitMs / 1_000} seconds.`
    const { retryAfter } = error instanceof AppError ? error.details : {}
    return new AppError('source-unavailable', `${reason} ${advice(name)}`, {
      cause: error,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
}

/** Throws "conflict" for a source that is switched off. */
export async function requireSwitchedOn({ id, name }: Source): Promise<void> {
  if (!(await findSourceState(id)).enabled) throw new AppError('conflict', `${name} is switched off in this library.`)
}

async function requireReady(source: Source): Promise<void> {
  await requireSwitchedOn(source)
  const pauseMs = await findRemainingWait(source.slotKey ?? source.id)
  if (pauseMs > PAUSE_MAX_MS)
    throw new AppError('source-unavailable', `${source.name} asked for a pause.`, {
      retryAfter: Math.ceil(pauseMs / 1_000),
    })
}
