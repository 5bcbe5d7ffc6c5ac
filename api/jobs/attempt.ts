import type { ErrorCode } from '../contract/errors.ts'
import { DAY_MS, now } from '../platform/clock.ts'
import { isDatabaseDown, repeatWhileDown } from '../platform/databaseDown.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { Product } from '../services/product.ts'
import { cancelParts } from '../store/jobs/jobParts.ts'
import { finishJob, renewLease, requeueJob, updateRunningJob } from '../store/jobs/jobClaims.ts'
import type { JobRecord } from '../store/jobs/jobs.ts'
import type { Logged } from '../store/jobs/jobLog.ts'
import type { Kinds } from './kinds.ts'
import type { JobContext } from '../services/jobs/jobContext.ts'
import { createJobLog } from './jobLog.ts'
import { runParts } from './parts.ts'
import { createReport } from './report.ts'

/** A job fails after this many attempts in a row that did not save a checkpoint. */
const ATTEMPTS_WITHOUT_PROGRESS_MAX = 5
/** A job fails after this many failed attempts in total, and after a failure this long after its first start. */
const FAILED_ATTEMPTS_MAX = 12
const AGE_MAX_MS = DAY_MS
const RETRY_MAX_MS = 30 * 60_000
const JITTER_MAX_MS = 60_000
/** Errors that a retry cannot fix. */
const FINAL_CODES: ReadonlySet<ErrorCode> = new Set([
  'invalid-input',
  'not-found',
  'conflict',
  'forbidden',
  'too-large',
])

type StopReason = 'cancelled' | 'lost' | 'stopping'

interface Options {
  leaseMs: number
  retryMs: number
  stopping: AbortSignal
  kinds: Kinds
  log: Log
}

/**
 * Runs a claimed job once and stores its outcome. `ended` never rejects. `checkNow` checks at once whether the job was
 * cancelled or taken over, and never rejects; otherwise this is checked at each renewal of the lease. `isWaiting` is true while the job only
 * waits for its parts.
 */
export function runAttempt(product: Product, job: JobRecord, options: Options) {
  const { leaseMs, stopping } = options
  const log = options.log.child({ job: job._id, kind: job.kind, attempt: job.attempts })
  const report = createReport(job, log)
  const controller = new AbortController()
  const stop = (reason: StopReason) => controller.abort(reason)
  const onStopping = () => stop('stopping')
  stopping.addEventListener('abort', onStopping)
  // The worker was stopped while it claimed the job.
  if (stopping.aborted) onStopping()
  // After two thirds of the lease without a renewal, stop: another worker may claim the job soon.
  let leaseTimer = setTimeout(() => stop('lost'), (leaseMs * 2) / 3)

  /** Stops the attempt when the job was taken over (null) or cancelled. Returns whether the job is still ours. */
  const checkState = (state: { cancel_requested: boolean } | null) => {
    if (state === null) stop('lost')
    else if (state.cancel_requested) stop('cancelled')
    return state !== null
  }
  const renew = async () => {
    try {
      if (!checkState(await renewLease(job, leaseMs))) return
      clearTimeout(leaseTimer)
      leaseTimer = setTimeout(() => stop('lost'), (leaseMs * 2) / 3)
    } catch (error) {
      log.warn({ error }, 'lease could not be renewed')
    }
  }
  const renewalTimer = setInterval(() => void renew(), leaseMs / 3)

  const counters = { ...job.counters }
  let isWaiting = false
  let attemptsWithoutProgress = job.attempts_without_progress
  const jobLog = createJobLog(job)
  const store = async (...changes: [Parameters<typeof updateRunningJob>[1], Logged]) => {
    controller.signal.throwIfAborted()
    if (!checkState(await updateRunningJob(job, ...changes)))
      throw new AppError('conflict', 'Another worker has taken this job over.')
  }
  const run: JobContext = {
    id: job._id,
    log,
    signal: controller.signal,
    checkpoint: job.checkpoint,
    progress: (progress) => store({ progress }, jobLog.progressed(progress)),
    problem: jobLog.problem,
    async save(checkpoint) {
      await store({ checkpoint, counters, attempts_without_progress: 0 }, jobLog.saved())
      attemptsWithoutProgress = 0
    },
    count(name, by) {
      counters[name] = (counters[name] ?? 0) + by
    },
    async share(inputs, whole) {
      isWaiting = true
      try {
        await runParts(job, run, { inputs, ...whole })
      } finally {
        isWaiting = false
      }
    },
  }

  async function attempt(): Promise<void> {
    try {
      controller.signal.throwIfAborted()
      report.started()
      if (job.attempts_without_progress > ATTEMPTS_WITHOUT_PROGRESS_MAX)
        throw new AppError('conflict', job.error ?? 'Its worker crashed too many times.')
      const work = options.kinds[job.kind]
      if (work === undefined) throw new AppError('invalid-input', `This version has no job kind “${job.kind}”.`)
      const result = await work({ product, input: job.input as never, run })
      const end = result
        ? ({ state: 'partial', error: result.partial } as const)
        : ({ state: 'succeeded', error: null } as const)
      await finish(end)
    } catch (error) {
      await endAfterError(error)
    }
  }

  async function finish(end: { state: 'succeeded' | 'partial' | 'cancelled'; error: string | null }): Promise<void> {
    if (await finishJob(job, { ...end, counters }, jobLog.ended(end.state, end.error)))
      report.ended(end.state, { counters, reason: end.error })
    else report.lost()
  }

  /** Requeues the job, to go on at once and without counting the attempt, as soon as the database accepts commands. */
  async function putBackAfterOutage(error: unknown): Promise<void> {
    log.warn({ error }, 'job waits for the database')
    const isOurs = await repeatWhileDown(() => requeueJob(job, { delayMs: 0, error: null, hasFailed: false }), stopping)
    return isOurs ? report.ended('put-back', { counters }) : report.lost()
  }

  async function endAfterError(error: unknown): Promise<void> {
    const stopReason = controller.signal.aborted ? (controller.signal.reason as StopReason) : null
    if (stopReason === 'lost') return report.lost()
    if (stopReason === 'cancelled') {
      await cancelParts(job._id)
      return finish({ state: 'cancelled', error: null })
    }
    if (stopReason === 'stopping') {
      const isOurs = await requeueJob(job, { delayMs: 0, error: null, hasFailed: false })
      return isOurs ? report.ended('put-back', { counters }) : report.lost()
    }
    if (isDatabaseDown(error)) return putBackAfterOutage(error)
    const isExpected = error instanceof AppError
    const sentence = isExpected ? error.message : 'Something went wrong inside Paperdawn; the log says what.'
    const { refused = false, retryAfter = 0 } = isExpected ? error.details : {}
    const isLast =
      (isExpected && FINAL_CODES.has(error.code)) ||
      (!refused && attemptsWithoutProgress >= ATTEMPTS_WITHOUT_PROGRESS_MAX) ||
      (!refused && job.failed_attempts + 1 >= FAILED_ATTEMPTS_MAX) ||
      now().getTime() - (job.started_at?.getTime() ?? 0) > AGE_MAX_MS
    const outcome = isLast ? 'failed' : refused ? 'postponed' : 'retried'
    report.ended(outcome, { counters, reason: sentence, error, isBug: !isExpected })
    jobLog.problem(sentence)
    if (isLast)
      return void (await finishJob(
        job,
        { state: 'failed', error: sentence, counters },
        jobLog.ended('failed', sentence),
      ))
    await updateRunningJob(job, {}, jobLog.ended('queued', sentence))
    const backoffMs = refused ? 0 : retryDelay(attemptsWithoutProgress, options.retryMs)
    const delayMs = Math.max(backoffMs, notBefore(retryAfter))
    await requeueJob(job, { delayMs, error: sentence, hasFailed: !refused })
  }

  const ended = attempt()
    .catch((error: unknown) => log.warn({ error }, 'the outcome of a job could not be stored; its lease will expire'))
    .finally(() => {
      clearInterval(renewalTimer)
      clearTimeout(leaseTimer)
      stopping.removeEventListener('abort', onStopping)
    })
  return { ended, checkNow: renew, isWaiting: () => isWaiting }
}

/** Exponential backoff in ms with full jitter, so that workers do not retry all at once. */
function retryDelay(failures: number, retryMs: number): number {
  return Math.random() * Math.min(RETRY_MAX_MS, retryMs * 2 ** Math.max(0, failures - 1))
}

/** At least `seconds`, in ms, with a little more so that jobs do not all start at that moment. */
function notBefore(seconds: number): number {
  const ms = seconds * 1000
  return ms + Math.random() * Math.min(JITTER_MAX_MS, ms / 10)
}
