import type { Connection } from './connection.ts'
import type { Dsl } from './queryDsl.ts'
import { describeFailure } from './serverErrors.ts'

/** Most rounds of one search. Each round asks what the answers of the one before have shown to be needed. */
const ROUNDS_MAX = 24

export interface Hit {
  _id: string
  _score: number | null
  sort?: (number | null)[]
  _source?: { words: string; forms: string }
}

/** The answer to one body of `_msearch`. */
export interface Answer {
  hits: { total: { value: number; relation: 'eq' | 'gte' }; hits: Hit[] }
  aggregations?: Record<string, { value?: number | null; buckets?: { key: string | number; doc_count: number }[] }>
  suggest?: { near?: { options: { text: string; freq: number }[] }[] }
  timed_out: boolean
  _shards: { failed: number }
}
type Response = Answer & { status: number; error?: { type?: string; reason?: string } }

/** Stops a pass over the search until its questions are answered. */
class Unanswered extends Error {}

interface Options {
  index: string
  /**
   * Searches of the same text ask the same copies of the index, as long as these are there: copies differ for a moment
   * after a change, and a paper could be on two pages, or on none.
   */
  text: string
  timeMs: number
  signal: AbortSignal | undefined
}

/**
 * What one search asks of OpenSearch. The code of a search runs without waiting: a question that is not answered yet is
 * noted, and the code goes on without its answer, or stops. All noted questions are then sent as one request, and the code
 * runs again from its start, until nothing is left to ask.
 */
export class Answers {
  readonly #connection: Connection
  readonly #options: Options
  readonly #known = new Map<string, Answer>()
  readonly #asked = new Map<string, Dsl>()
  /** A part of the index did not answer, or not in time. */
  isPartial = false

  constructor(connection: Connection, options: Options) {
    this.#connection = connection
    this.#options = options
  }

  /** Runs `work` until all of its questions are answered. */
  async complete<Result>(work: () => Result): Promise<Result> {
    for (let round = 0; ; round++) {
      const done = this.#run(work)
      if (done !== null && this.#asked.size === 0) return done.result
      if (round === ROUNDS_MAX) throw new Error('a search asked OpenSearch too many questions')
      await this.#fetch()
    }
  }

  /** The answer to a question; undefined as long as it is not answered. */
  find(body: Dsl): Answer | undefined {
    const key = JSON.stringify(body)
    const known = this.#known.get(key)
    if (known === undefined) this.#asked.set(key, body)
    return known
  }

  /** The answer to a question on which the rest of the search depends, and which depends on those asked before. */
  get(body: Dsl): Answer {
    const known = this.#known.get(JSON.stringify(body))
    if (known !== undefined) return known
    if (this.#asked.size === 0) this.find(body)
    throw new Unanswered()
  }

  #run<Result>(work: () => Result): { result: Result } | null {
    try {
      return { result: work() }
    } catch (error) {
      // Thrown by `get`, and handled by `complete`.
      if (error instanceof Unanswered) return null
      throw error
    }
  }

  async #fetch(): Promise<void> {
    const asked = [...this.#asked]
    this.#asked.clear()
    const { index, text, timeMs, signal } = this.#options
    const preference = Bun.hash(text).toString(36)
    const { responses } = await this.#connection.send<{ responses: Response[] }>({
      method: 'POST',
      path: `/${index}/_msearch`,
      lines: asked.flatMap(([, body]) => [{ preference }, { timeout: `${timeMs}ms`, ...body }]),
      signal,
      timeMs: timeMs * 2,
    })
    for (const [at, [key]] of asked.entries()) {
      const answer = responses[at]
      if (answer === undefined || answer.error) throw describeFailure(answer?.status ?? 0, answer?.error)
      const { timed_out, _shards: shards } = answer
      if (timed_out || shards.failed > 0) this.isPartial = true
      this.#known.set(key, answer)
    }
  }
}
