import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { runAttempt } from '#api/jobs/attempt.ts'
import type { Kinds } from '#api/jobs/kinds.ts'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { log } from '#api/platform/log.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import type { Product } from '#api/services/product.ts'
import { claimJob, releaseLeases } from '#api/store/jobs/jobClaims.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { useDatabase } from '#tests/support/database.ts'

// The job functions of these tests do not use the product.
const product = {} as Product
const MINUTE_MS = 60_000
const workers: Worker[] = []
const queue = (key: string) => startJob({ kind: 'ingest', input: {}, dedupe_key: key, requested_by: 'start' })

const failing = async () => {
  throw new AppError('source-unavailable', 'arXiv answers 503.')
}

/** Returns the longest possible retry delay, in whole minutes, after `attempts` attempts without progress. */
async function longestDelay(attempts: number, retryMs: number): Promise<number> {
  using random = spyOn(Math, 'random').mockReturnValue(1)
  await queue(`${attempts} of ${retryMs}`)
  const job = await claimJob('worker', 60_000)
  if (job === null) throw new Error('there is no job to claim')
  const failedAfter = Date.now()
  await runAttempt(
    product,
    { ...job, attempts_without_progress: attempts },
    { leaseMs: 60_000, retryMs, stopping: new AbortController().signal, kinds: { ingest: failing }, log },
  ).ended
  expect(random).toHaveBeenCalled()
  const { run_at } = (await findJob(job._id)) ?? {}
  return Math.floor(((run_at?.getTime() ?? 0) - failedAfter) / MINUTE_MS)
}

useDatabase()
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

describe('The delay after a failed attempt', () => {
  test('doubles with each failed attempt', async () => {
    const delays = []
    for (const attempts of [1, 2, 3, 4]) delays.push(await longestDelay(attempts, 2 * MINUTE_MS))
    expect(delays).toEqual([2, 4, 8, 16])
  })

  test('is never longer than half an hour', async () => {
    expect(await longestDelay(4, 10 * MINUTE_MS)).toBe(30)
  })
})

test('A job that is claimed while its worker stops is put back, and does not run', async () => {
  const { id } = await queue('late')
  const job = await claimJob('worker', 60_000)
  let hasRun = false
  const kinds: Kinds = { ingest: async () => void (hasRun = true) }
  const stopping = AbortSignal.abort()
  await runAttempt(product, job!, { leaseMs: 60_000, retryMs: 1, stopping, kinds, log }).ended
  expect(await findJob(id)).toMatchObject({ state: 'queued', failed_attempts: 0 })
  expect(hasRun).toBe(false)
})

test('A job of a kind that this version does not know fails at once, and says so', async () => {
  const { id } = await queue('unknown')
  const job = await claimJob('worker', 60_000)
  const stopping = new AbortController().signal
  await runAttempt(product, job!, { leaseMs: 60_000, retryMs: 1, stopping, kinds: {}, log }).ended
  expect(await findJob(id)).toMatchObject({ state: 'failed', error: 'This version has no job kind “ingest”.' })
})

test('A job keeps what it counted when it is put back, and counts on', async () => {
  const { id } = await queue('counted')
  const counting = async (stopping: AbortController, isLast: boolean) => {
    const job = await claimJob('worker', 60_000)
    const kinds: Kinds = {
      async ingest({ run }) {
        run.count('new', 2)
        run.count('new', 3)
        await run.save({})
        if (!isLast) stopping.abort()
        run.signal.throwIfAborted()
      },
    }
    await runAttempt(product, job!, { leaseMs: 60_000, retryMs: 1, stopping: stopping.signal, kinds, log }).ended
    return findJob(id)
  }
  expect(await counting(new AbortController(), false)).toMatchObject({ state: 'queued', counters: { new: 5 } })
  expect(await counting(new AbortController(), true)).toMatchObject({ state: 'succeeded', counters: { new: 10 } })
})

describe('An attempt that runs longer than its lease', () => {
  test('keeps the job by renewing the lease', async () => {
    const started = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const kinds: Kinds = {
      async ingest({ run }) {
        started.resolve()
        run.signal.addEventListener('abort', () => mayEnd.reject(run.signal.reason))
        await mayEnd.promise
      },
    }
    const { id } = await queue('long')
    // Long enough for a machine that stands still for some seconds.
    const leaseMs = 12_000
    workers.push(startWorker(product, { leaseMs, pollMs: 20, retryMs: 1, kinds }))
    await started.promise
    const first = (await findJob(id))?.lease?.expires_at.getTime() ?? 0
    expect(first).toBeGreaterThan(0)
    await waitUntil(async () => {
      const job = await findJob(id)
      expect(job).toMatchObject({ state: 'running', attempts: 1 })
      // Renewed after the first lease would have expired.
      return (job?.lease?.expires_at.getTime() ?? 0) > first + leaseMs
    })
    mayEnd.resolve()
    await waitUntil(async () => (await findJob(id))?.open === false)
    expect(await findJob(id)).toMatchObject({ state: 'succeeded', attempts: 1 })
  })
})

test('Kills of its worker on several days do not end a job, kills one after the other do', async () => {
  await queue('killed')
  const counts: number[] = []
  for (const hours of [0, 0.1, 0.2, 24, 24.1, 48, 72, 72.5]) {
    setClock(new Date(Date.parse('2026-11-20T06:00:00Z') + hours * 3_600_000))
    counts.push((await claimJob('here:1', 60_000))!.attempts_without_progress)
    // The worker is killed: the next process of the installation frees its jobs.
    await releaseLeases('here')
  }
  setClock(null)
  expect(counts).toEqual([1, 2, 3, 1, 2, 1, 1, 2])
})
