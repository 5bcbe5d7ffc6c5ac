import { Worker } from 'node:worker_threads'
import { AppError } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import type { ComparedPapers, IndexedPaper, SearchRequest } from '../searchIndex.ts'

export type Call =
  | { method: 'search'; value: SearchRequest }
  | { method: 'scoreByCommonWords'; value: ComparedPapers }
  | { method: 'put'; value: readonly IndexedPaper[] }
  | { method: 'remove'; value: readonly string[] }
  | { method: 'markCurrent'; value: Date }
  | { method: 'state' | 'becomeWriter' | 'reset' | 'close' }
export type Reply = { result: unknown; error?: undefined } | { error: Error }

interface Task {
  call: Call
  signal?: AbortSignal
  queuedAt: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

export interface ThreadLimits {
  /** Calls that may wait; another one is refused. */
  waitingMax: number
  /** In ms: a call that waited longer is refused. */
  waitMs: number
  /** In ms: a thread that needs longer for one call is ended and started again. */
  callMs: number
}

const PROGRAM = new URL('indexThread.ts', import.meta.url)

/**
 * A worker thread with its own connection to the index in `folder`. It starts with the first call, and again with the
 * next call after it has ended. Calls run one after the other.
 */
export class IndexThread {
  readonly #folder: string
  readonly #limits: ThreadLimits
  readonly #waiting: Task[] = []
  #running: Task | null = null
  #worker: Worker | null = null

  constructor(folder: string, limits: ThreadLimits) {
    this.#folder = folder
    this.#limits = limits
  }

  /**
   * Runs `call` in the thread. Throws "unavailable" when too many calls wait, when it waited too long, or when the thread
   * ends, or when `signal` aborts before the call begins; and the error of the call.
   */
  call(call: Call, signal?: AbortSignal): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (this.#waiting.length >= this.#limits.waitingMax) reject(busy())
    else this.#waiting.push({ call, signal, queuedAt: performance.now(), resolve, reject })
    this.#runNext()
    return promise
  }

  /** Closes the index and ends the thread. */
  async stop(): Promise<void> {
    if (this.#worker === null) return
    await this.call({ method: 'close' })
    await this.#worker?.terminate()
  }

  /** Ends the thread at once, in the middle of a call. */
  async kill(): Promise<void> {
    await this.#worker?.terminate()
  }

  #runNext(): void {
    if (this.#running) return
    const task = this.#takeNext()
    if (!task) return
    this.#running = task
    const worker = (this.#worker ??= this.#start())
    const timer = setTimeout(() => void worker.terminate(), this.#limits.callMs)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', answer)
      worker.off('exit', fail)
      this.#running = null
      settle()
      this.#runNext()
    }
    const answer = (reply: Reply) => end(() => (reply.error ? task.reject(reply.error) : task.resolve(reply.result)))
    const fail = () => end(() => task.reject(new AppError('unavailable', ENDED, { retryAfter: 1 })))
    worker.on('message', answer)
    worker.on('exit', fail)
    worker.postMessage(task.call, [])
  }

  #takeNext(): Task | undefined {
    for (;;) {
      const task = this.#waiting.shift()
      if (!task) return undefined
      if (task.signal?.aborted) task.reject(new AppError('unavailable', 'The client closed the connection.'))
      else if (performance.now() - task.queuedAt > this.#limits.waitMs) task.reject(busy())
      else return task
    }
  }

  #start(): Worker {
    const worker = new Worker(PROGRAM, { workerData: { folder: this.#folder } })
    // The process may end while the thread waits for calls.
    worker.unref()
    worker.on('error', (error) => log.error({ error }, 'a thread of the search index failed'))
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null
    })
    return worker
  }
}

const ENDED = 'The search was interrupted. Try again.'
const busy = () =>
  new AppError('unavailable', 'Too many searches are running. Try again in a moment.', { retryAfter: 1 })
