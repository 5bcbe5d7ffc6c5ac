import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { AppError } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import type { TextKind } from '../provider.ts'
import type { Reply, Request } from './modelProcess.ts'

const PROGRAM = join(import.meta.dirname, 'modelProcess.ts')
/** A text takes 35 to 200 ms, the start of the process 0.3 s; all of it much longer on a machine that is short of memory. */
const TEXT_LIMIT_MS = 120_000

interface Task {
  text: string
  signal: AbortSignal
  resolve: (vector: Float32Array) => void
  reject: (error: unknown) => void
}

interface ModelProcess {
  child: Subprocess
  /** Called with the reply to the current text, or with null when the process has exited. */
  settle: (reply: Reply | null) => void
}

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

/**
 * Runs the model in a process of its own, which is started on first use, exits when it is idle, and does not keep this one
 * alive. It gets one text at a time.
 */
export function createModelRunner({
  runtimeFolder,
  modelFolder,
}: Record<'runtimeFolder' | 'modelFolder', string>): ModelRunner {
  const waiting: Record<TextKind, Task[]> = { question: [], draft: [], paper: [] }
  let current: ModelProcess | null = null
  let working: Promise<void> | null = null
  let closed = false

  async function work(): Promise<void> {
    for (;;) {
      const task = waiting.question.shift() ?? waiting.draft.shift() ?? waiting.paper.shift()
      if (task === undefined) break
      await encodeOne(task).then(task.resolve, task.reject)
    }
    working = null
  }

  async function encodeOne({ text, signal }: Task): Promise<Float32Array> {
    signal.throwIfAborted()
    // A process can exit for idleness at this moment, or be killed for its memory: the text is given to a new one, once.
    const reply = (await ask(text)) ?? (await ask(text))
    if (reply === null)
      throw new AppError('unavailable', 'The process of the embedding model ended unexpectedly, twice.')
    if ('failure' in reply) throw new AppError('unavailable', `The embedding model cannot be run: ${reply.failure}`)
    return reply.vector
  }

  /** Sends a text to the process. Returns null when the process exits before it replies. */
  async function ask(text: Request): Promise<Reply | null> {
    if (closed) throw new AppError('unavailable', 'The embedding was stopped.')
    current ??= start()
    const { child } = current
    const { promise, resolve } = Promise.withResolvers<Reply | null>()
    current.settle = resolve
    child.ref()
    const timer = setTimeout(() => child.kill('SIGKILL'), TEXT_LIMIT_MS)
    try {
      sendTo(child, text)
      return await promise
    } finally {
      clearTimeout(timer)
      child.unref()
    }
  }

  function start(): ModelProcess {
    const child = Bun.spawn([process.execPath, PROGRAM, runtimeFolder, modelFolder], {
      // It reads what others wrote: it gets none of the secrets of this process.
      env: {},
      stdio: ['ignore', 'inherit', 'inherit'],
      serialization: 'advanced',
      ipc: (reply: Reply) => started.settle(reply),
      onExit() {
        if (current === started) current = null
        started.settle(null)
      },
    })
    child.unref()
    const started: ModelProcess = { child, settle: () => undefined }
    return started
  }

  return {
    encode(text, kind, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
      waiting[kind].push({ text, signal, resolve, reject })
      working ??= work()
      return promise
    },
    prepare() {
      if (!closed) current ??= start()
    },
    async close() {
      closed = true
      const child = current?.child
      child?.kill('SIGKILL')
      await child?.exited
      await working
    },
  }
}

/** Sends a text. A process that has just exited cannot get it, which `onExit` reports. */
function sendTo(child: Subprocess, text: Request): void {
  try {
    child.send(text)
  } catch (error) {
    log.debug({ error }, 'a text could not be sent to the process of the embedding model')
  }
}
