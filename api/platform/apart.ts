import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Subprocess } from 'bun'
import { log } from './log.ts'

/**
 * Why a call has no result. `busy`: too many calls wait. `aborted`: its signal aborted before it began. `time`, `memory`:
 * it exceeded a limit. `ended`: the process ended. `stopped`: by `stop` or `kill`. `thrown`: the program threw an error.
 */
export type Failure = 'busy' | 'aborted' | 'time' | 'memory' | 'ended' | 'stopped' | 'thrown'

/** To the program: the parts of a call, in order, and then its input. */
export type Message = { part: unknown } | { input: unknown }
export type Reply = { result: unknown } | { failure: Failure; cause?: Error }
/** From the program, once it is loaded. */
export interface Ready {
  ready: true
}

interface Options {
  /** Path of a program that calls `answerCalls`. */
  program: string
  args?: readonly string[]
  /** 0 to 19, the lowest priority. */
  niceness?: number
  /** Calls that may wait. */
  waitingMax?: number
  /** After these failures a call is given to a new process, once. */
  again?: readonly Failure[]
  /** Returns the error of a call. `cause`: what the program threw, or the reason of the signal. */
  failure: (why: Failure, cause?: Error) => Error
}

interface CallOptions<Part> {
  /** Sent before the input, one by one, so that other work is done in between. An error of theirs is the error of the call. */
  parts?: () => Iterable<Part> | AsyncIterable<Part>
  /** Calls of a lower rank are begun first. */
  rank?: number
  signal?: AbortSignal
  /** From the beginning of the call, without the wait for earlier ones and for the start of the process. */
  timeMs?: number
  /** Resident memory of the process. Checked on Linux only. */
  memoryBytes?: number
}

interface Task extends CallOptions<unknown> {
  input: unknown
  rank: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

const MEMORY_CHECK_MS = 100

/**
 * Runs one of our programs in a process of its own, one call at a time. The first call starts the process, and so does
 * the next call after it has ended. The process gets none of the secrets of this one, keeps this one alive only during a
 * call, and ends with it. A call that exceeds a limit ends the process.
 */
export class Apart<Input, Result, Part = never> {
  readonly #options: Options
  readonly #waiting: Task[] = []
  #isBusy = false
  #child: Subprocess | null = null
  #exited = Promise.resolve()
  /** The process is loaded, or has ended. */
  #ready = Promise.resolve()
  /** Set while `#child` is killed. */
  #killedFor: Failure | null = null
  /** Called with the reply to the current call, and when the process has ended. */
  #settle: (reply: Reply) => void = () => undefined

  constructor(options: Options) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#child !== null
  }

  call(input: Input, { rank = 0, ...options }: CallOptions<Part> = {}): Promise<Result> {
    const { waitingMax = Infinity, failure } = this.#options
    if (this.#waiting.length >= waitingMax) return Promise.reject(failure('busy'))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#waiting.push({ ...options, input, rank, resolve, reject })
    this.#waiting.sort((one, other) => one.rank - other.rank)
    void this.#next()
    return promise as Promise<Result>
  }

  /** Starts the process before the first call, unless it runs. */
  start(): void {
    this.#child ??= this.#spawn()
  }

  /** Kills the process. The call that it works on fails; those that wait are given to a new one. */
  kill(): Promise<void> {
    return this.#kill('stopped')
  }

  /** Kills the process; all calls fail. A later call starts a new one. */
  stop(): Promise<void> {
    for (const task of this.#waiting.splice(0)) task.reject(this.#options.failure('stopped'))
    return this.#kill('stopped')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #next(): Promise<void> {
    const task = this.#isBusy ? undefined : this.#waiting.shift()
    if (task === undefined) return
    this.#isBusy = true
    const answer = this.#answer(task)
    await answer.catch(() => undefined)
    this.#isBusy = false
    task.resolve(answer)
    void this.#next()
  }

  async #answer(task: Task): Promise<unknown> {
    const { again = ['ended'], failure } = this.#options
    if (task.signal?.aborted) throw failure('aborted', task.signal.reason as Error)
    let reply = await this.#ask(task)
    if ('failure' in reply && again.includes(reply.failure)) reply = await this.#ask(task)
    if ('failure' in reply) throw failure(reply.failure, reply.cause)
    return reply.result
  }

  async #ask(task: Task): Promise<Reply> {
    const { timeMs, memoryBytes = Infinity } = task
    // A killed process is not given the next call, and has released its files before a new one needs them.
    if (this.#killedFor !== null) await this.#exited
    const child = (this.#child ??= this.#spawn())
    const { promise, resolve } = Promise.withResolvers<Reply>()
    this.#settle = resolve
    let timer: NodeJS.Timeout | undefined
    // It also keeps this process alive until the call is answered.
    const memory = setInterval(() => {
      if (readMemory(child.pid) > memoryBytes) void this.#kill('memory')
    }, MEMORY_CHECK_MS)
    try {
      // On a busy machine the start takes longer than most calls.
      await this.#ready
      if (timeMs !== undefined) timer = setTimeout(() => this.#kill('time'), timeMs)
      await send(child, task)
      return await promise
    } catch (error) {
      // The process has a part of the call.
      await this.#kill('stopped')
      throw error
    } finally {
      clearTimeout(timer)
      clearInterval(memory)
    }
  }

  #spawn(): Subprocess {
    const { program, args = [], niceness = 0 } = this.#options
    const ready = Promise.withResolvers<void>()
    this.#ready = ready.promise
    const child = Bun.spawn([process.execPath, program, ...args], {
      // It reads what others wrote: it gets none of the secrets of this process.
      env: { LOG_LEVEL: log.level },
      stdio: ['ignore', 'inherit', 'inherit'],
      serialization: 'advanced',
      ipc: (message: Reply | Ready) => {
        if ('ready' in message) ready.resolve()
        // A late reply belongs to no other call.
        else if (child === this.#child && this.#killedFor === null) this.#settle(message)
      },
    })
    this.#exited = this.#watch(child).finally(ready.resolve)
    // At once: threads that the process starts later have the priority, too.
    if (niceness > 0) setPriority(child.pid, niceness)
    child.unref()
    return child
  }

  async #watch(child: Subprocess): Promise<void> {
    await child.exited
    this.#child = null
    this.#settle({ failure: this.#killedFor ?? 'ended' })
    this.#killedFor = null
  }

  async #kill(why: Failure): Promise<void> {
    if (this.#child !== null) this.#killedFor ??= why
    this.#child?.kill('SIGKILL')
    await this.#exited
  }
}

/** Sends a call. Stops when the process has ended. */
async function send(child: Subprocess, { parts, input }: Pick<Task, 'parts' | 'input'>): Promise<void> {
  try {
    for await (const part of parts?.() ?? []) {
      child.send({ part } satisfies Message)
      await new Promise((done) => setImmediate(done))
    }
    child.send({ input } satisfies Message)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_IPC_CHANNEL_CLOSED') throw error
  }
}

/** Returns the resident memory of a process in bytes; 0 where /proc does not exist or the process has ended. */
function readMemory(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    // Without a value there is nothing to compare: the time limit remains.
    return 0
  }
}
