import type { ErrorCode } from '../contract/errors.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { Product } from '../services/product.ts'
import { finishJob, updateRunningJob, requeueJob, renewLease, type JobRecord } from '../store/jobs/jobs.ts'
import type { Kinds } from './kinds.ts'
import type { JobContext } from '../services/jobs/jobContext.ts'
import { createReport } from './report.ts'

/** Attempts without a new checkpoint after which a job is given up. */
const ATTEMPTS_WITHOUT_PROGRESS_MAX = 5
const RETRY_MAX_MS = 30 * 60_000
/** Failures that no repetition mends. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['invalid-input', 'not-found', 'conflict', 'forbidden', 'too-large'])

type Stop = 'cancelled' | 'lost' | 'stopping'

interface Options {
  leaseMs: number
  retryMs: number
  stopping: AbortSignal
  kinds: Kinds
  log: Log
}

/**
 * Runs a claimed job once and writes how it ended. `ended` never rejects. `look` asks at once whether the job is still
 * wanted; else that is asked with each renewal of the lease.
 */
export function runAttempt(product: Product, job: JobRecord, options: Options) {
  const { leaseMs, stopping } = options
  const log = options.log.child({ job: job._id, kind: job.kind, attempt: job.attempts })
  const report = createReport(job, log)
  const controller = new AbortController()
  const stop = (why: Stop) => controller.abort(why)
  const onStopping = () => stop('stopping')
  stopping.addEventListener('abort', onStopping)
  // Two thirds of the lease without a renewal: somebody else may have the job soon.
  let expiry = setTimeout(() => stop('lost'), (leaseMs * 2) / 3)

  const heed = (answer: { cancel_requested: boolean } | null) => {
    if (answer === null) stop('lost')
    else if (answer.cancel_requested) stop('cancelled')
    return answer !== null
  }
  const renew = async () => {
    try {
      if (!heed(await renewLease(job, leaseMs))) return
      clearTimeout(expiry)
      expiry = setTimeout(() => stop('lost'), (leaseMs * 2) / 3)
    } catch (error) {
      log.warn({ error }, 'lease could not be renewed')
    }
  }
  const renewing = setInterval(() => void renew(), leaseMs / 3)

  const counters = { ...job.counters }
  let attemptsWithoutProgress = job.attempts_without_progress
  const note = async (changes: Parameters<typeof updateRunningJob>[1]) => {
    controller.signal.throwIfAborted()
    if (!heed(await updateRunningJob(job, changes)))
      throw new AppError('conflict', 'Another worker has taken this job over.')
  }
  const run: JobContext = {
    id: job._id,
    log,
    signal: controller.signal,
    checkpoint: job.checkpoint,
    progress: (progress) => note({ progress }),
    async save(checkpoint) {
      await note({ checkpoint, counters, attempts_without_progress: 0 })
      attemptsWithoutProgress = 0
    },
    count(name, by) {
      counters[name] = (counters[name] ?? 0) + by
    },
  }

  async function attempt(): Promise<void> {
    try {
      report.started()
      if (job.attempts_without_progress > ATTEMPTS_WITHOUT_PROGRESS_MAX)
        throw new AppError('conflict', job.error ?? 'Its worker ended again and again.')
      const known = options.kinds[job.kind]
      if (known === undefined) throw new AppError('invalid-input', `This version knows no job “${job.kind}”.`)
      const left = await known(product, job.input as never, run)
      const end = left
        ? ({ state: 'partial', error: left.partial } as const)
        : ({ state: 'succeeded', error: null } as const)
      await finish(end)
    } catch (error) {
      await settle(error)
    }
  }

  async function finish(end: { state: 'succeeded' | 'partial' | 'cancelled'; error: string | null }): Promise<void> {
    if (await finishJob(job, { ...end, counters })) report.ended(end.state, { counters, reason: end.error })
    else report.lost()
  }

  async function settle(error: unknown): Promise<void> {
    const why = controller.signal.aborted ? (controller.signal.reason as Stop) : null
    if (why === 'lost') return report.lost()
    if (why === 'cancelled') return finish({ state: 'cancelled', error: null })
    if (why === 'stopping') {
      const isOurs = await requeueJob(job, { delayMs: 0, error: null })
      return isOurs ? report.ended('put-back', { counters }) : report.lost()
    }
    const known = error instanceof AppError
    const sentence = known ? error.message : 'Something went wrong inside Paperdawn; the log says what.'
    const last = attemptsWithoutProgress >= ATTEMPTS_WITHOUT_PROGRESS_MAX || (known && FINAL.has(error.code))
    report.ended(last ? 'failed' : 'retried', { counters, reason: sentence, error, isBug: !known })
    if (last) await finishJob(job, { state: 'failed', error: sentence, counters })
    else await requeueJob(job, { delayMs: pause(attemptsWithoutProgress, options.retryMs), error: sentence })
  }

  const ended = attempt()
    .catch((error: unknown) => log.warn({ error }, 'the end of a job could not be written; its lease will lapse'))
    .finally(() => {
      clearInterval(renewing)
      clearTimeout(expiry)
      stopping.removeEventListener('abort', onStopping)
    })
  return { ended, look: () => void renew() }
}

/** Exponential with full jitter, so that workers do not come back all at once. */
function pause(failures: number, retryMs: number): number {
  return Math.random() * Math.min(RETRY_MAX_MS, retryMs * 2 ** Math.max(0, failures - 1))
}
