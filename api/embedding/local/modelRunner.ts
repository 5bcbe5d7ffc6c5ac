import { join } from 'node:path'
import { Apart, type Failure } from '../../platform/apart.ts'
import { AppError } from '../../platform/errors.ts'
import type { TextKind } from '../provider.ts'

/** A text takes 35 to 200 ms, the start of the process 0.3 s; all of it much longer on a machine that is short of memory. */
const TEXT_LIMIT_MS = 120_000
const NICENESS = 10
const ORDER: readonly TextKind[] = ['question', 'draft', 'paper']

export interface ModelRunner {
  /**
   * Returns the vector of a text. Questions, then drafts, go before papers that wait. Throws "unavailable" when the model cannot be run,
   * and when the process ended twice with the text.
   */
  encode(text: string, kind: TextKind, signal: AbortSignal): Promise<Float32Array>
  /** Starts the process, which takes some tenths of a second, unless it runs. */
  prepare(): void
  /** Ends the process; texts that wait fail. */
  close(): Promise<void>
}

/** Runs the model in a process of its own, which is started on first use and exits when it is idle. */
export function createModelRunner({
  runtimeFolder,
  modelFolder,
}: Record<'runtimeFolder' | 'modelFolder', string>): ModelRunner {
  const model = new Apart<string, Float32Array>({
    program: join(import.meta.dirname, 'modelProcess.ts'),
    args: [runtimeFolder, modelFolder],
    niceness: NICENESS,
    // The process can be killed for its memory, or be slow for want of it.
    again: ['ended', 'time'],
    failure,
  })
  let closed = false

  return {
    async encode(text, kind, signal) {
      if (closed) throw failure('stopped')
      return model.call(text, { rank: ORDER.indexOf(kind), signal, timeMs: TEXT_LIMIT_MS })
    },
    prepare() {
      if (!closed) model.start()
    },
    close() {
      closed = true
      return model.stop()
    },
  }
}

function failure(why: Failure, cause?: Error): Error {
  if (why === 'aborted' && cause) return cause
  if (why === 'stopped') return new AppError('unavailable', 'The embedding was stopped.')
  if (why === 'thrown') return new AppError('unavailable', `The embedding model cannot be run: ${cause?.message}`)
  return new AppError('unavailable', 'The process of the embedding model ended unexpectedly, twice.')
}
