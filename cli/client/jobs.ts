import { setTimeout as sleep } from 'node:timers/promises'
import type { JobState } from '#api/contract/jobKinds.ts'
import type { Job } from '#api/contract/jobs.ts'
import { unwrap } from './client.ts'
import type { Context } from './context.ts'
import { EXIT, Failure, type ExitCode } from '../terminal/failures.ts'
import { handleInterrupts } from '../terminal/interrupts.ts'
import { createProgress } from '../terminal/progress.ts'
import { formatFacts } from '../terminal/table.ts'
import type { Style } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'

/** A server that restarts is back within about this many seconds; the job itself goes on where it was. */
const RECONNECTS_MAX = 30
const RECONNECT_MS = 1_000

const exits: Partial<Record<JobState, ExitCode>> = { succeeded: EXIT.ok, partial: EXIT.partial }

export const jobStyles: Record<JobState, Style | undefined> = {
  queued: 'dim',
  running: 'yellow',
  succeeded: 'green',
  partial: 'yellow',
  failed: 'red',
  cancelled: 'dim',
}

/**
 * Stays with a job until it has ended and prints it. With `detach` it only prints the job's id. Ctrl+C asks the server
 * to stop the job; a second one leaves the job alone and quits.
 */
export async function runJob(context: Context, job: Job, { detach = false }: { detach?: boolean }): Promise<ExitCode> {
  const { client, out } = context
  if (detach) {
    out.data(job, () => job.id)
    out.note(`The job goes on without you. Follow it: paperdawn admin jobs watch ${job.id}`)
    return EXIT.ok
  }
  let interrupted = false
  const leaving = new AbortController()
  using interrupts = new DisposableStack()
  const stopAndLeave = () => {
    if (interrupted) return leaving.abort()
    interrupted = true
    out.tell('\nAsking the server to stop the job. Press Ctrl+C again to leave it running.')
    unwrap(client.admin.jobs({ id: encodeURIComponent(job.id) }).cancel.post()).catch((error: unknown) =>
      out.warn(`the job could not be stopped: ${error instanceof Error ? error.message : String(error)}`),
    )
  }
  interrupts.use(handleInterrupts(stopAndLeave))
  const ended = await followJob(context, job.id, leaving.signal)
  printJob(context, ended)
  return interrupted && ended.state === 'cancelled' ? EXIT.interrupted : exitOf(ended)
}

/** Follows a job to its end without touching it: Ctrl+C only stops the looking on. */
export async function watchJob(context: Context, id: string, onJob: (job: Job) => void): Promise<Job> {
  const leaving = new AbortController()
  using interrupts = new DisposableStack()
  interrupts.use(handleInterrupts(() => leaving.abort()))
  // Awaited here, so that Ctrl+C stays ours until the end.
  return await followJob(context, id, leaving.signal, onJob)
}

export const exitOf = ({ state }: Job): ExitCode => exits[state] ?? EXIT.failure

export function printJob({ out }: Context, job: Job): void {
  out.data(job, () => {
    const facts = formatFacts([
      ['job', job.id],
      ['kind', job.kind],
      ['state', job.state],
      ['queued', formatInstant(job.queued_at)],
      ['started', formatInstant(job.started_at)],
      ['finished', formatInstant(job.finished_at)],
      ['attempts', job.attempts],
      ...Object.entries(job.counters),
      ...(job.error === undefined ? [] : [['error', job.error] as const]),
    ])
    const style = jobStyles[job.state]
    return style ? facts.replace(/^(state\s+)(.*)$/m, (_, name, state) => name + out.paint(style, state)) : facts
  })
}

async function followJob(
  context: Context,
  id: string,
  leaving: AbortSignal,
  onJob: (job: Job) => void = () => {},
): Promise<Job> {
  using progress = createProgress({ quiet: context.options.quiet === true || context.options.json === true })
  let latest: Job | undefined
  try {
    for await (const job of tellChanges(context, id, leaving)) {
      latest = job
      progress.show(job)
      onJob(job)
    }
  } catch (error) {
    if (leaving.aborted) throw new Failure('interrupted', 'You left.', { advice: goesOn(id), cause: error })
    if (context.deadline?.aborted)
      throw new Failure('timeout', 'The time that --timeout allows is over.', { advice: goesOn(id), cause: error })
    throw error
  }
  if (latest) return latest
  throw new Failure('unexpected', 'The server told nothing about the job.', { advice: goesOn(id) })
}

const goesOn = (id: string) => `The job goes on. Follow it: paperdawn admin jobs watch ${id}`

/** The job now and after each change, until it has ended. A connection that breaks off is made anew. */
async function* tellChanges({ client, deadline }: Context, id: string, signal: AbortSignal): AsyncGenerator<Job> {
  for (let misses = 0; ; misses += 1) {
    try {
      const call = client.admin.jobs({ id: encodeURIComponent(id) }).events.get({ fetch: { signal } })
      for await (const { event, data } of (await unwrap(call)) as AsyncIterable<{ event: string; data: Job }>) {
        if (event === 'end') return
        if (event !== 'job') continue
        misses = 0
        yield data
      }
    } catch (error) {
      const isAnswer = error instanceof Failure && error.code !== 'unreachable'
      // The server, or what stands before it, restarts: its next word tells where the job is by then.
      if (isAnswer || signal.aborted || misses >= RECONNECTS_MAX) throw error
    }
    await sleep(RECONNECT_MS, undefined, { signal: AbortSignal.any(deadline ? [signal, deadline] : [signal]) })
  }
}
