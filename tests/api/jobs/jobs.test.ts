import { describe, expect, test } from 'bun:test'
import type { Job } from '#api/contract/jobs.ts'
import type { Kinds } from '#api/jobs/kinds.ts'
import { runAttempt } from '#api/jobs/attempt.ts'
import { AppError } from '#api/platform/errors.ts'
import { log } from '#api/platform/log.ts'
import { cancelJob, retryJob, startJob, watchJob } from '#api/services/jobs/jobs.ts'
import type { Product } from '#api/services/product.ts'
import { claimJob, finishJob, renewLease, updateRunningJob } from '#api/store/jobs/jobClaims.ts'
import { enqueueJob, findJob } from '#api/store/jobs/jobs.ts'
import { findWorkers } from '#api/store/jobs/workers.ts'
import { useWorkers } from '#tests/api/support/workers.ts'
import { useDatabase } from '#tests/support/database.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { work, stop, untilAborted } = useWorkers()
const queue = (key = 'ingest') => startJob({ kind: 'ingest', input: {}, dedupe_key: key, requested_by: 'start' })

/** Waits until `condition` is true for the job, and returns the job. */
async function until(id: string, condition: (job: Job) => boolean): Promise<Job> {
  for await (const job of watchJob(id, new AbortController().signal)) if (job && condition(job)) return job
  throw new Error(`the job ended and the condition was never true: ${JSON.stringify(await findJob(id))}`)
}
const ended = (id: string) => until(id, ({ finished_at }) => finished_at !== null)
const failing = (code: 'source-unavailable' | 'invalid-input') => async () => {
  throw new AppError(code, 'arXiv answers 503.')
}

useDatabase()

describe('A job', () => {
  test('starts at once in the process that queued it, without waiting for the next poll', async () => {
    work({ ingest: async () => undefined }, { pollMs: 30_000 })
    const { id } = await queue()
    const job = await ended(id)
    expect(job).toMatchObject({ state: 'succeeded', attempts: 1, requested_by: 'start' })
    expect(Date.parse(job.started_at ?? '') - Date.parse(job.queued_at)).toBeLessThan(15_000)
  })

  test('is refused with the id of the open job while a job with the same key is open', async () => {
    const { id } = await queue()
    const refusal = await errorOf(queue())
    expect(refusal).toMatchObject({ code: 'already-running', details: { jobId: id } })
    await cancelJob(id)
    expect((await queue()).id).not.toBe(id)
  })

  test('is queued once by concurrent requests', async () => {
    const requests = await Promise.allSettled(Array.from({ length: 12 }, () => queue()))
    expect(requests.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is retried after a failure, from its checkpoint and with the counters of that checkpoint', async () => {
    const seen: unknown[] = []
    work({
      async ingest({ run }) {
        seen.push(run.checkpoint)
        run.count('new', 2)
        if (seen.length === 1) await run.save({ page: 1 })
        run.count('new', 40)
        if (seen.length < 3) throw new AppError('source-unavailable', 'arXiv answers 503.')
      },
    })
    const { id } = await queue()
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempts: 3, counters: { new: 44 } })
    expect(seen).toEqual([null, { page: 1 }, { page: 1 }])
  })

  test('fails with the cause after five attempts without progress', async () => {
    work({ ingest: failing('source-unavailable') })
    const { id } = await queue()
    expect(await ended(id)).toMatchObject({ state: 'failed', attempts: 5, error: 'arXiv answers 503.' })
  })

  test('is not retried after an error that a retry cannot fix', async () => {
    work({ ingest: failing('invalid-input') })
    const { id } = await queue()
    expect(await ended(id)).toMatchObject({ state: 'failed', attempts: 1, error: 'arXiv answers 503.' })
  })

  test('does not show the message of an unexpected error', async () => {
    work({
      ingest: async () => {
        throw new TypeError('undefined is not a function')
      },
    })
    const { error } = await ended((await queue()).id)
    expect(error).toBe('Something went wrong inside Paperdawn; the log says what.')
  })

  test('reports what it did not do when it is partial', async () => {
    work({ ingest: async () => ({ partial: 'The comments are missing.' }) })
    expect(await ended((await queue()).id)).toMatchObject({ state: 'partial', error: 'The comments are missing.' })
  })

  test('that is queued is cancelled at once', async () => {
    const { id } = await queue()
    expect(await cancelJob(id)).toMatchObject({ state: 'cancelled' })
    const refusal = await errorOf(cancelJob('no-such-job'))
    expect(refusal).toMatchObject({ code: 'not-found' })
  })

  test('that is running stops on cancellation, without waiting for the next renewal of its lease', async () => {
    const started = Promise.withResolvers<AbortSignal>()
    const kinds: Kinds = {
      async ingest({ run }) {
        started.resolve(run.signal)
        await untilAborted(run)
      },
    }
    work(kinds, { leaseMs: 600_000, pollMs: 600_000 })
    const { id } = await queue()
    const signal = await started.promise
    await cancelJob(id)
    expect(signal.reason).toBe('cancelled')
    expect(await ended(id)).toMatchObject({ state: 'cancelled' })
  })

  test('that ended can be queued again with the same input', async () => {
    const inputs: unknown[] = []
    work({
      async 'fetch-arxiv'({ input }) {
        inputs.push(input)
        throw new AppError('invalid-input', 'Invalid query string.')
      },
    })
    const request = { kind: 'fetch-arxiv', input: { query: '$set' }, dedupe_key: 'k', requested_by: 'u1' } as const
    const { id } = await startJob(request)
    await ended(id)
    const again = await retryJob(id, 'u2')
    expect(again).toMatchObject({ kind: 'fetch-arxiv', requested_by: 'u2', state: 'queued' })
    await ended(again.id)
    expect(inputs).toEqual([{ query: '$set' }, { query: '$set' }])
  })
})

describe('Several workers', () => {
  test('share the jobs, and each job runs once', async () => {
    const runs: string[] = []
    const kinds: Kinds = {
      async ingest({ run }) {
        runs.push(run.id)
        await run.progress({ done: 1, unit: 'steps', step: 'counting' })
      },
    }
    for (let count = 0; count < 4; count += 1) work(kinds, { slots: 2 })
    const jobs = await Promise.all(Array.from({ length: 40 }, (_, number) => queue(`key ${number}`)))
    await Promise.all(jobs.map(({ id }) => ended(id)))
    expect(runs.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
  })

  test('are listed until they stop', async () => {
    const worker = work({})
    const { id } = await queue()
    await ended(id)
    expect(await findWorkers(60_000)).toHaveLength(1)
    await stop(worker)
    expect(await findWorkers(60_000)).toHaveLength(0)
  })

  test('requeue a job when its worker stops: it resumes from its checkpoint', async () => {
    const kinds: Kinds = {
      async ingest({ run }) {
        if (run.checkpoint !== null) return
        await run.save('half')
        await untilAborted(run)
      },
    }
    const first = work(kinds)
    const { id } = await queue()
    await until(id, ({ state }) => state === 'running')
    await waitUntil(async () => (await findJob(id))?.checkpoint === 'half')
    await stop(first)
    expect(await findJob(id)).toMatchObject({ state: 'queued', open: true, lease: null })
    work(kinds)
    expect(await ended(id)).toMatchObject({ state: 'succeeded' })
  })

  test('take over the job of a dead worker, whose later writes are refused', async () => {
    const { id } = await queue()
    // Its lease has expired at once.
    const dead = await claimJob('dead', 0)
    if (dead === null) throw new Error('nothing to claim')
    await updateRunningJob(dead, { checkpoint: 'of the dead worker' })
    const taken = await claimJob('next', 600_000)
    expect(taken).toMatchObject({ _id: id, lease: { owner: 'next', taken_from: 'dead' } })
    const seen: unknown[] = []
    const written: unknown[] = []
    const kinds: Kinds = {
      async ingest({ run }) {
        seen.push(run.checkpoint)
        const end = { state: 'failed', error: 'too late', counters: {} } as const
        written.push(
          await updateRunningJob(dead, { checkpoint: 'stale' }),
          await renewLease(dead, 60_000),
          await finishJob(dead, end),
        )
        await run.save('of the new worker')
      },
    }
    const options = { leaseMs: 600_000, retryMs: 1, stopping: new AbortController().signal, kinds, log }
    await runAttempt({} as Product, taken!, options).ended
    expect(await findJob(id)).toMatchObject({ state: 'succeeded', attempts: 2 })
    expect(seen).toEqual(['of the dead worker'])
    expect(written).toEqual([null, null, false])
    expect((await findJob(id))?.checkpoint).toBe('of the new worker')
  })

  test('stop working on a job that another one has taken over', async () => {
    const aborted = Promise.withResolvers<unknown>()
    work(
      {
        async ingest({ run }) {
          await untilAborted(run).catch(aborted.resolve)
          await run.save('too late')
        },
      },
      { leaseMs: 300 },
    )
    const { id } = await queue()
    await until(id, ({ state }) => state === 'running')
    // Simulates that the lease expired and another worker claimed the job.
    const { Jobs } = await import('#api/store/jobs/jobModel.ts')
    await Jobs.updateOne({ _id: id }, { $inc: { fence: 1 } })
    expect(await aborted.promise).toBe('lost')
    expect((await findJob(id))?.checkpoint).toBeNull()
  })

  test('do not claim a job before its start time', async () => {
    await enqueueJob({ kind: 'ingest', input: {}, dedupe_key: 'later', requested_by: 'start', delayMs: 3_600_000 })
    expect(await claimJob('eager', 1_000)).toBeNull()
  })
})
