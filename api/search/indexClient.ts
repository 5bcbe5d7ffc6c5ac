import { join } from 'node:path'
import { Apart, type Failure } from '../platform/apart.ts'
import { AppError } from '../platform/errors.ts'
import type { ComparedPapers, IndexedPaper, SearchRequest } from './searchIndex.ts'

export type Call =
  | { method: 'search'; value: SearchRequest }
  | { method: 'scoreByCommonWords'; value: ComparedPapers }
  | { method: 'put'; value: readonly IndexedPaper[] }
  | { method: 'remove'; value: readonly string[] }
  | { method: 'markCurrent'; value: Date }
  | { method: 'rebuild'; value: number }
  | { method: 'state' | 'becomeWriter' | 'reset' | 'findLack' | 'close' }

export interface CallLimits {
  /** Calls that may wait; another one is refused. */
  waitingMax: number
  /** In ms: a process that needs longer for one call is ended and started again. */
  callMs: number
}

/** A process with its own connection to the index in `folder`. Calls run one after the other. */
export class IndexProcess {
  readonly #process: Apart<Call, unknown>
  readonly #callMs: number

  constructor(folder: string, { callMs, ...queue }: CallLimits) {
    this.#callMs = callMs
    this.#process = new Apart({
      program: join(import.meta.dirname, 'indexProcess.ts'),
      args: [folder],
      ...queue,
      again: [],
      failure,
    })
  }

  /**
   * Runs `call` in the process. Throws "unavailable" when too many calls wait, when the process ends, or when `signal` aborts before the call begins; and the error of the call.
   */
  call(call: Call, signal?: AbortSignal): Promise<unknown> {
    return this.#process.call(call, { signal, timeMs: this.#callMs })
  }

  /** Closes the index and ends the process. */
  async stop(): Promise<void> {
    if (!this.#process.isRunning) return
    await this.call({ method: 'close' })
    await this.#process.stop()
  }

  /** Ends the process at once, in the middle of a call. */
  kill(): Promise<void> {
    return this.#process.kill()
  }
}

function failure(why: Failure, cause?: Error): Error {
  if (why === 'thrown' && cause) return cause
  if (why === 'aborted') return new AppError('unavailable', 'The client closed the connection.')
  const sentence =
    why === 'busy' ? 'Too many searches are running. Try again in a moment.' : 'The search was interrupted. Try again.'
  return new AppError('unavailable', sentence, { retryAfter: 1 })
}
