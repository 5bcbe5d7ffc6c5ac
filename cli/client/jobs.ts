import { setTimeout as sleep } from 'node:timers/promises'
import type { JobState } from '#api/contract/jobKinds.ts'
import type { Job } from '#api/contract/jobs.ts'
import { unwrap } from './client.ts'
import type { Context } from './context.ts'
import { pathPart } from './pathPart.ts'
import { EXIT, Failure, type ExitCode } from '../terminal/failures.ts'
import { handleInterrupts } from '../terminal/interrupts.ts'
import { createProgress } from '../terminal/progress.ts'
import { formatFacts } from '../terminal/table.ts'
import type { Style } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'

/** Covers a restart of the server, which takes about half a minute at most. The job continues where it was. */
const RECONNECT_ATTEMPTS_MAX = 30
const RECONNECT_MS = 1_000

const exits: Partial<Record<JobState, ExitCode>> = { succeeded: EXIT.ok, partial: EXIT.partial }

export const jobStateStyles: Record<JobState, Style | undefined> = {
  queued: 'dim',
  running: 'yellow',
  succeeded: 'green',
  partial: 'yellow',
  failed: 'red',
  cancelled: 'dim',
}

/**
 * Waits until the job has ended and prints it. With `detach` it prints the job's id and returns. The first Ctrl+C asks
 * the server to stop the job; the second quits and leaves the job running.
 */
export async function runJob(context: Context, job: Job, { detach = false }: { detach?: boolean }): Promise<ExitCode> {
  const { client, out } = context
  if (detach) {
    out.data(job, () => job.id)
    out.note(`The job continues in the background. Follow it: paperdawn admin jobs watch ${job.id}`)
    return EXIT.ok
  }
  let interrupted = false
  const quit = new AbortController()
  using interrupts = new DisposableStack()
  const stopThenQuit = () => {
    if (interrupted) return quit.abort()
    interrupted = true
    out.notice('\nAsking the server to stop the job. Press Ctrl+C again to leave it running.')
    unwrap(client.admin.jobs({ id: pathPart(job.id) }).cancel.post()).catch((error: unknown) =>
      out.warn(`the job could not be stopped: ${error instanceof Error ? error.message : String(error)}`),
    )
  }
  interrupts.use(handleInterrupts(stopThenQuit))
  const ended = await followJob(context, job.id, quit.signal)
  printJob(context, ended)
  return interrupted && ended.state === 'cancelled' ? EXIT.interrupted : exitOf(ended)
}

/** Follows a job until it has ended. Ctrl+C stops watching and leaves the job running. */
export async function watchJob(context: Context, id: string, onJob: (job: Job) => void): Promise<Job> {
  const quit = new AbortController()
  using interrupts = new DisposableStack()
  interrupts.use(handleInterrupts(() => quit.abort()))
  // `await` keeps the interrupt handler until the job has ended.
  return await followJob(context, id, quit.signal, onJob)
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
      ['requested by', job.requester ?? job.requested_by],
      ...Object.entries(job.counters),
      ...(job.error === undefined ? [] : [['error', job.error] as const]),
    ])
    const style = jobStateStyles[job.state]
    return style ? facts.replace(/^(state\s+)(.*)$/m, (_, name, state) => name + out.paint(style, state)) : facts
  })
}

async function followJob(
  context: Context,
  id: string,
  quit: AbortSignal,
  onJob: (job: Job) => void = () => {},
): Promise<Job> {
  using progress = createProgress({ quiet: context.options.quiet === true || context.options.json === true })
  let latest: Job | undefined
  try {
    for await (const job of jobUpdates(context, id, quit)) {
      latest = job
      progress.show(job)
      onJob(job)
    }
  } catch (error) {
    if (quit.aborted)
      throw new Failure('interrupted', 'You stopped watching.', { advice: followAdvice(id), cause: error })
    if (context.deadline?.aborted)
      throw new Failure('timeout', 'The time that --timeout allows is over.', {
        advice: followAdvice(id),
        cause: error,
      })
    throw error
  }
  if (latest) return latest
  throw new Failure('unexpected', 'The server sent no state of the job.', { advice: followAdvice(id) })
}

const followAdvice = (id: string) => `The job goes on. Follow it: paperdawn admin jobs watch ${id}`

/** Yields the job now and after each change until it has ended. Reconnects when the connection breaks. */
async function* jobUpdates({ client, deadline }: Context, id: string, signal: AbortSignal): AsyncGenerator<Job> {
  for (let failedAttempts = 0; ; failedAttempts += 1) {
    try {
      const call = client.admin.jobs({ id: pathPart(id) }).events.get({ fetch: { signal } })
      for await (const { event, data } of (await unwrap(call)) as AsyncIterable<{ event: string; data: Job }>) {
        if (event === 'end') return
        if (event !== 'job') continue
        failedAttempts = 0
        yield data
      }
    } catch (error) {
      const isResponse = error instanceof Failure && error.code !== 'unreachable' && error.code !== 'unavailable'
      // The server, its proxy or its database restarts. The first event after reconnecting has the current state of the job.
      if (isResponse || signal.aborted || failedAttempts >= RECONNECT_ATTEMPTS_MAX) throw error
    }
    await sleep(RECONNECT_MS, undefined, { signal: AbortSignal.any(deadline ? [signal, deadline] : [signal]) })
  }
}
