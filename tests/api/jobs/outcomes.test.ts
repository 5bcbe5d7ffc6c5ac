import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { getEventListeners } from 'node:events'
import { runAttempt } from '#api/jobs/attempt.ts'
import type { Kinds } from '#api/jobs/kinds.ts'
import { AppError } from '#api/platform/errors.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import type { Product } from '#api/services/product.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { findParts } from '#api/store/jobs/jobParts.ts'
import { Jobs } from '#api/store/jobs/jobModel.ts'
import { claimJob, finishJob, releaseLeases } from '#api/store/jobs/jobClaims.ts'
import { cancelJob, findJob } from '#api/store/jobs/jobs.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { recordLines } from '#tests/support/lines.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

// The job functions of these tests do not use the product.
const product = {} as Product
const LEASE_MS = 600_000
const uri = await testDatabase()
beforeAll(() => openDatabase(uri))
beforeEach(emptyDatabase)
afterAll(closeDatabase)

type Work = (run: JobContext) => Promise<{ partial: string } | void>

/** Starts an attempt at a new job, which does `work`. `end` waits for its end and returns the job. */
async function start(work: Work, { leaseMs = LEASE_MS } = {}) {
  await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
  const job = await claimJob('here:host:1:a', LEASE_MS)
  if (job === null) throw new Error('there is no job to claim')
  const { log, lines, find } = recordLines()
  const stopping = new AbortController()
  const begun = Promise.withResolvers<JobContext>()
  const kinds: Kinds = {
    async ingest({ run }) {
      begun.resolve(run)
      return work(run)
    },
  }
  const attempt = runAttempt(product, job, { leaseMs, retryMs: 60_000, stopping: stopping.signal, kinds, log })
  const end = async () => {
    await attempt.ended
    return (await findJob(job._id))!
  }
  return { job, attempt, end, run: await begun.promise, lines, find, stopping }
}

const untilAborted = ({ signal }: JobContext) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('What a job counted is stored and logged with its outcome', async () => {
  const succeeded = await start(async (run) => run.count('new', 3))
  expect(await succeeded.end()).toMatchObject({ state: 'succeeded', error: null, counters: { new: 3 }, lease: null })
  expect(succeeded.find({ outcome: 'succeeded' })).toMatchObject([{ counters: { new: 3 } }])
  const partial = await start(async (run) => {
    run.count('new', 2)
    return { partial: 'The comments are missing.' }
  })
  const reason = 'The comments are missing.'
  expect(await partial.end()).toMatchObject({ state: 'partial', error: reason, counters: { new: 2 } })
  expect(partial.find({ outcome: 'partial' })).toMatchObject([{ counters: { new: 2 }, reason }])
})

test('A failed attempt is logged with its cause, as one that is retried, postponed or the last one', async () => {
  const outcomes = {
    retried: new AppError('source-unavailable', 'arXiv answers 503.'),
    postponed: new AppError('source-unavailable', 'arXiv may be asked again at 10:00.', { refused: true }),
    failed: new AppError('conflict', 'It was withdrawn.'),
  } as const
  for (const [outcome, error] of Object.entries(outcomes)) {
    await emptyDatabase()
    const failing = await start(async (run) => {
      run.count('new', 1)
      throw error
    })
    expect(await failing.end()).toMatchObject({ error: error.message, open: outcome !== 'failed' })
    expect(failing.find({ outcome })).toMatchObject([{ reason: error.message, counters: { new: 1 } }])
    expect(failing.find({ outcome })[0]).toMatchObject({ level: outcome === 'postponed' ? 'info' : 'warn' })
  }
})

test.each(['invalid-input', 'not-found', 'conflict', 'forbidden', 'too-large'] as const)(
  'A job that fails with "%s" is not tried again, and keeps what it counted',
  async (code) => {
    const { end } = await start(async (run) => {
      run.count('new', 1)
      throw new AppError(code, 'No.')
    })
    expect(await end()).toMatchObject({ state: 'failed', failed_attempts: 0, counters: { new: 1 } })
  },
)

test.each(['unavailable', 'rate-limited', 'internal'] as const)(
  'A job that fails with "%s" is tried again',
  async (code) => {
    const { end } = await start(async () => Promise.reject(new AppError(code, 'Not now.')))
    expect(await end()).toMatchObject({ state: 'queued', failed_attempts: 1 })
  },
)

test.each([null, 'arXiv answers 503.'])(
  'A job whose worker crashed in each of its attempts fails without another run (error before: %p)',
  async (error) => {
    await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
    await Jobs.updateOne({}, { $set: { attempts_without_progress: 5, error } })
    const job = (await claimJob('worker', LEASE_MS))!
    let hasRun = false
    const kinds: Kinds = { ingest: async () => void (hasRun = true) }
    const stopping = new AbortController().signal
    const { log } = recordLines()
    await runAttempt(product, job, { leaseMs: LEASE_MS, retryMs: 1, stopping, kinds, log }).ended
    const sentence = error ?? 'Its worker crashed too many times.'
    expect(await findJob(job._id)).toMatchObject({ state: 'failed', error: sentence })
    expect(hasRun).toBe(false)
  },
)

test('A job that is taken over stops at its next check, and stores and says nothing more', async () => {
  const { job, attempt, end, run, lines } = await start(untilAborted)
  await releaseLeases('here')
  attempt.checkNow()
  await attempt.ended
  expect(run.signal.reason).toBe('lost')
  expect(await end()).toMatchObject({ state: 'running', fence: job.fence + 1, error: null, failed_attempts: 0 })
  expect(lines.at(-1)).toMatchObject({ outcome: 'taken-over', msg: 'job was taken over by another worker' })
})

test('A job that is taken over stops at its next write, which is refused', async () => {
  const { job, end, run, find } = await start(async ({ save }) => {
    await releaseLeases('here')
    await save({ page: 9 })
  })
  expect(await end()).toMatchObject({ state: 'running', fence: job.fence + 1, checkpoint: null })
  expect(run.signal.reason).toBe('lost')
  expect(find({ outcome: 'taken-over' })).toHaveLength(1)
  await expect(run.progress({ done: 1, unit: 'papers', step: 'x' })).rejects.toBe('lost')
})

test('A job that was taken over before it ended by itself stores and says nothing', async () => {
  for (const stop of [false, true]) {
    await emptyDatabase()
    const { job, end, lines, stopping, attempt } = await start(async () => {
      await releaseLeases('here')
      if (stop) stopping.abort()
    })
    await attempt.ended
    expect(await end()).toMatchObject({ state: 'running', fence: job.fence + 1 })
    expect(lines.filter(({ outcome }) => outcome !== undefined)).toMatchObject([{ outcome: 'taken-over' }])
  }
})

test('A job whose lease cannot be renewed is stopped before it expires', async () => {
  const { attempt, run, job, end, find } = await start(
    async (context) => {
      await closeDatabase()
      await untilAborted(context)
    },
    { leaseMs: 300 },
  )
  await attempt.ended
  await waitUntil(() => find({ msg: 'lease could not be renewed' }).length > 0)
  await openDatabase(uri)
  expect(run.signal.reason).toBe('lost')
  expect(find({ outcome: 'taken-over' })).toHaveLength(1)
  expect(await end()).toMatchObject({ state: 'running', fence: job.fence })
})

test('A cancelled job cancels its parts, those that run too, and keeps what it counted', async () => {
  const { job, attempt, run, end, find } = await start(async (context) => {
    context.count('new', 4)
    await context.share([{ part: 0 }, { part: 1 }], { total: 2, unit: 'readers', step: 'cards' })
  })
  await waitUntil(async () => (await findParts(job._id)).length === 2)
  expect(attempt.isWaiting()).toBe(true)
  const part = await claimJob('there:host:1:a', LEASE_MS)
  await cancelJob(job._id)
  attempt.checkNow()
  expect(await end()).toMatchObject({ state: 'cancelled', open: false, error: null, counters: { new: 4 } })
  expect(run.signal.reason).toBe('cancelled')
  expect(find({ outcome: 'cancelled' })).toMatchObject([{ counters: { new: 4 } }])
  const parts = await findParts(job._id)
  expect(parts.find(({ _id }) => _id === part!._id)).toMatchObject({ state: 'running', cancel_requested: true })
  expect(parts.find(({ _id }) => _id !== part!._id)).toMatchObject({ state: 'cancelled', open: false })
})

test('A job waits only while its parts run', async () => {
  const waited: boolean[] = []
  const sharing = Promise.withResolvers<() => boolean>()
  const { attempt, end, job } = await start(async (run) => {
    const isWaiting = await sharing.promise
    waited.push(isWaiting())
    await run.share([{ part: 0 }], { total: 1, unit: 'readers', step: 'cards' })
    waited.push(isWaiting())
  })
  sharing.resolve(attempt.isWaiting)
  await waitUntil(async () => attempt.isWaiting() && (await findParts(job._id)).length === 1)
  const part = (await claimJob('there:host:1:a', LEASE_MS))!
  await finishJob(part, { state: 'succeeded', error: null, counters: { new: 7 } })
  expect(await end()).toMatchObject({ state: 'succeeded', counters: { new: 7 } })
  expect(waited).toEqual([false, false])
})

test('A job whose worker stops is put back, to go on at once, and its attempt is not counted', async () => {
  const { stopping, end, find, run } = await start(async (context) => {
    context.count('new', 1)
    await untilAborted(context)
  })
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1)
  stopping.abort()
  expect(await end()).toMatchObject({ state: 'queued', attempts: 0, failed_attempts: 0, error: null, lease: null })
  expect(run.signal.reason).toBe('stopping')
  expect(find({ outcome: 'put-back' })).toMatchObject([{ counters: { new: 1 } }])
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  expect(await claimJob('there:host:1:a', LEASE_MS)).toMatchObject({ attempts: 1 })
})

test('A job that a database without an answer interrupts is put back as soon as it answers, and not counted', async () => {
  const { end, attempt, find } = await start(async (run) => {
    run.count('new', 1)
    await closeDatabase()
    await run.save({ page: 1 })
  })
  await waitUntil(() => find({ msg: 'job waits for the database' }).length > 0)
  await openDatabase(uri)
  await attempt.ended
  expect(await end()).toMatchObject({ state: 'queued', attempts: 0, failed_attempts: 0, error: null, checkpoint: null })
  expect(find({ outcome: 'put-back' })).toMatchObject([{ counters: { new: 1 } }])
  expect(await claimJob('there:host:1:a', LEASE_MS)).toMatchObject({ attempts: 1 })
})

test('A worker that stops does not wait for the database: the lease of its job expires', async () => {
  const { end, stopping, attempt, find } = await start(async (run) => {
    await closeDatabase()
    await run.save({ page: 1 })
  })
  await waitUntil(() => find({ msg: 'job waits for the database' }).length > 0)
  stopping.abort()
  await attempt.ended
  await openDatabase(uri)
  expect(find({ msg: 'the outcome of a job could not be stored; its lease will expire' })).toHaveLength(1)
  expect(await end()).toMatchObject({ state: 'running', lease: { owner: 'here:host:1:a' } })
})
