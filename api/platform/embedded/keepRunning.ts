import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { DISK_FULL_BYTES, freeBytes } from '../folders.ts'
import { log } from '../log.ts'
import { setOutage, type EmbeddedPart } from '../outages.ts'

/** Pauses in ms before each start in a row; the last one repeats. */
const DELAYS_MS = [0, 1_000, 2_000, 4_000, 8_000, 60_000]
/** A part that ran for this long is started again without a pause when it ends. */
const STABLE_MS = 60_000
/** How long a start takes, in seconds, for `Retry-After`. */
const START_SECONDS = 3
/** Longest excerpt of an error in the message that a request gets. */
const REASON_MAX = 300

interface RunningProcess {
  /** Resolves with the exit code when the process has ended. */
  readonly exited: Promise<number>
  stop(): Promise<void>
}

interface Options<Process extends RunningProcess> {
  part: EmbeddedPart
  /** Begins a sentence: "The database". */
  name: string
  /** Where the process keeps its data. */
  folder: string
  /** Starts the process; resolves when it works. When it rejects, also because of `signal`, no process is left. */
  start(signal: AbortSignal): Promise<Process>
  /** Prints a line on the console. */
  report(line: string): void
  /** Whether a failure of the very first start is final: `started` rejects, and it is not tried again. */
  firstStartIsFinal: boolean
  delaysMs?: readonly number[]
}

export interface KeptRunning<Process = unknown> {
  /** Resolves when the first start has succeeded. Rejects when it fails and is final, or when it was stopped before. */
  readonly started: Promise<Process>
  /** Stops the process, or the start that is in progress, and waits until no process is left. */
  stop(): Promise<void>
}

/**
 * Starts a process and, whenever it ends by itself, starts it again with increasing pauses, until it is stopped. While
 * it does not work, `findOutage(part)` says why. Every end, failed start and restart is logged and reported.
 */
export function keepRunning<Process extends RunningProcess>({
  part,
  name,
  folder,
  start,
  report,
  firstStartIsFinal,
  delaysMs = DELAYS_MS,
}: Options<Process>): KeptRunning<Process> {
  const stopping = new AbortController()
  const { signal } = stopping
  const started = Promise.withResolvers<Process>()
  // Not every caller waits for the first start.
  started.promise.catch(() => undefined)
  let current: Process | undefined
  /** Ends and failed starts since the process last ran for `STABLE_MS`. */
  let failures = 0
  let hasStarted = false

  /** Waits before the next start; meanwhile `findOutage` says what happened. */
  async function pause(happened: string, detail: object): Promise<void> {
    const delayMs = delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0
    const next = delayMs < 1_000 ? 'at once' : `in ${Math.round(delayMs / 1_000)} s`
    const retryAt = performance.now() + delayMs
    setOutage(part, () => ({
      message: `${happened} It is started again by itself, and everything goes on then; nothing that was saved is lost.`,
      retryAfter: START_SECONDS + Math.max(0, Math.ceil((retryAt - performance.now()) / 1_000)),
    }))
    log.error({ part, failures, delay_ms: delayMs, ...detail }, `${happened} It is started again ${next}.`)
    // Later failures at the longest pause are only logged, so that a night without disk space does not fill the screen.
    if (failures <= delaysMs.length) report(`${happened} Starting it again ${next}.`)
    await sleep(delayMs, undefined, { signal })
  }

  async function startOnce(): Promise<Process | undefined> {
    try {
      return await start(signal)
    } catch (error) {
      if (signal.aborted || (firstStartIsFinal && !hasStarted)) throw error
      failures += 1
      await pause(error instanceof AppError ? shorten(error.message) : `${name} does not start: ${error}.`, { error })
      return undefined
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      current = await startOnce()
      if (current === undefined) continue
      setOutage(part, null)
      const startedAt = performance.now()
      if (failures > 0) {
        log.info({ part, failures }, `${name} runs again.`)
        report(`${name} runs again.`)
      }
      hasStarted = true
      started.resolve(current)
      if (signal.aborted) await current.stop()
      const code = await current.exited
      current = undefined
      signal.throwIfAborted()
      if (performance.now() - startedAt > STABLE_MS) failures = 0
      failures += 1
      await pause(`${name} ended unexpectedly (code ${code}).${await describeDisk(folder)}`, { code })
    }
  }

  // Ends by `stop`, or by a first start that failed; both are the result of `started`.
  const running = run().catch((error: unknown) => {
    setOutage(part, null)
    started.reject(error)
  })
  return {
    started: started.promise,
    async stop() {
      stopping.abort()
      await current?.stop()
      await running
    },
  }
}

/** A sentence, after a space, if the disk is full: then the part most likely could not write its data. */
async function describeDisk(folder: string): Promise<string> {
  // Without the folder there is nothing to say about its disk.
  const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY)
  return free < DISK_FULL_BYTES ? ` The disk of ${folder} has less than ${DISK_FULL_BYTES / 1024 ** 2} MB free.` : ''
}

/** The error as one line that ends with a period. */
function shorten(reason: string): string {
  const line = reason.replace(/\s+/g, ' ').trim()
  return line.length > REASON_MAX ? `${line.slice(0, REASON_MAX)}….` : line.replace(/[^.]$/, '$&.')
}
