import { describe, expect, test } from 'bun:test'
import { requestJob, requestNewWork, startJob } from '#api/services/jobs/jobs.ts'
import { claimJob, finishJob, releaseLeases, renewLease, updateRunningJob } from '#api/store/jobs/jobClaims.ts'
import { findJob, type JobRecord } from '#api/store/jobs/jobs.ts'
import { findWorkers, removeWorkers, saveHeartbeat } from '#api/store/jobs/workers.ts'
import { expectTakeOver, useWorkers } from '#tests/api/support/workers.ts'
import { useDatabase } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const LONG_MS = 600_000
const { work, stopAll } = useWorkers({ leaseMs: LONG_MS })
const queue = (key: string) => startJob({ kind: 'ingest', input: {}, dedupe_key: key, requested_by: 'start' })
const claim = () => claimJob('here:host:1:a', LONG_MS)
const end = (job: JobRecord, state: 'succeeded' | 'failed' | 'cancelled' = 'succeeded') =>
  finishJob(job, { state, error: null, counters: {} })
const isOver = async (id: string) => (await findJob(id))?.open === false

useDatabase()

test('Released jobs of an installation can be claimed at once, and its old worker cannot write any more', async () => {
  const { id } = await queue('mine')
  const other = await queue('other')
  const old = await claimJob('mine:host:1:a', LONG_MS)
  await claimJob('mine2:host:1:a', LONG_MS)
  if (old === null) throw new Error('there is no job to claim')
  expect(await claimJob('mine:host:2:b', LONG_MS)).toBeNull()

  expect(await releaseLeases('mine')).toBe(1)
  // Refused before another worker has the job, too.
  expect(await renewLease(old, LONG_MS)).toBeNull()
  expect(await updateRunningJob(old, { checkpoint: { page: 9 } })).toBeNull()
  expect(await finishJob(old, { state: 'succeeded', error: null, counters: {} })).toBe(false)

  expect(await claimJob('mine:host:2:b', LONG_MS)).toMatchObject({ _id: id, attempts: 2, checkpoint: null })
  expect(await claimJob('mine:host:2:b', LONG_MS)).toBeNull()
  expect(await findJob(other.id)).toMatchObject({ fence: 1, lease: { owner: 'mine2:host:1:a' } })
})

test('A worker that was only paused stops when its jobs were released, and the job runs once to its end', async () => {
  const begun = Promise.withResolvers<void>()
  const resumed = Promise.withResolvers<void>()
  const written: string[] = []
  work(
    {
      async ingest({ run }) {
        begun.resolve()
        await resumed.promise
        await run.save({ by: 'paused' })
        written.push('paused')
      },
    },
    { installation: 'same', slots: 1 },
  )
  const { id } = await queue('ingest')
  await begun.promise
  await releaseLeases('same')
  await expectTakeOver()
  work(
    {
      async ingest({ run }) {
        await run.save({ by: 'new' })
        written.push('new')
        resumed.resolve()
      },
    },
    { installation: 'same' },
  )
  await waitUntil(() => isOver(id))
  await stopAll()
  // The attempts are those of the paused worker, of `expectTakeOver`, and of the new worker.
  expect(await findJob(id)).toMatchObject({ state: 'succeeded', attempts: 3, checkpoint: { by: 'new' } })
  expect(written).toEqual(['new'])
})

test('The heartbeats of an installation are removed, and those of others stay', async () => {
  await saveHeartbeat('mine:host:1:a', 1)
  await saveHeartbeat('mine:host:2:b', 0)
  await saveHeartbeat('other:host:1:a', 1)
  await removeWorkers('mine')
  expect((await findWorkers(LONG_MS)).map(({ _id }) => _id)).toEqual(['other:host:1:a'])
})

describe('Work that is new while a job with its key is open', () => {
  const request = { kind: 'send-messages' as const, input: {}, dedupe_key: 'posts', requested_by: 'schedule' }

  test('is done by one that waits, and after one that runs by another one', async () => {
    await requestNewWork(request)
    await requestNewWork(request)
    const first = (await claim())!
    await requestNewWork(request)
    await requestNewWork(request)
    expect(await claim()).toBeNull()
    await end(first)
    const second = (await claim())!
    expect(second).toMatchObject({ ...request, attempts: 1 })
    expect(second._id).not.toBe(first._id)
    await end(second)
    expect(await claim()).toBeNull()
  })

  test('is done after a job that failed, and not after one that was cancelled', async () => {
    for (const [state, follows] of [
      ['failed', true],
      ['cancelled', false],
    ] as const) {
      await requestJob(request)
      const job = (await claim())!
      await requestNewWork(request)
      await end(job, state)
      const next = await claim()
      expect([state, next !== null]).toEqual([state, follows])
      if (next) await end(next)
    }
  })

  test('is not done again when the schedule asks for what the running job does', async () => {
    await requestJob(request)
    const job = (await claim())!
    await requestJob(request)
    await end(job)
    expect(await claim()).toBeNull()
  })
})
