import { afterEach, expect, spyOn, test } from 'bun:test'
import { runAttempt } from '#api/jobs/attempt.ts'
import type { Kinds } from '#api/jobs/kinds.ts'
import { setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { log } from '#api/platform/log.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import type { Product } from '#api/services/product.ts'
import { Jobs } from '#api/store/jobs/jobModel.ts'
import { claimJob } from '#api/store/jobs/jobClaims.ts'
import { findJob, type JobRecord } from '#api/store/jobs/jobs.ts'
import { findRemainingWait } from '#api/store/sources/rateLimit.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { useDatabase } from '#tests/support/database.ts'

// The job functions of these tests do not use the product.
const product = {} as Product
const stops: (() => unknown)[] = []

useDatabase()
afterEach(async () => {
  setClock(null)
  for (const stop of stops.splice(0)) await stop()
})

const queue = (key = 'ingest') =>
  startJob({ kind: 'ingest', input: {}, dedupe_key: key, requested_by: 'start' }).then(({ id }) => id)

/** Makes one attempt at a job, at once; returns the job, and the seconds until its next attempt. */
async function attempt(id: string, ingest: Kinds['ingest']): Promise<{ job: JobRecord; waitSeconds: number }> {
  await Jobs.updateOne({ _id: id }, { $set: { run_at: new Date(0) } })
  const claimed = await claimJob('worker', 60_000)
  if (claimed?._id !== id) throw new Error('there is no such job to claim')
  const endedAfter = Date.now()
  const stopping = new AbortController().signal
  await runAttempt(product, claimed, { leaseMs: 60_000, retryMs: 10_000, stopping, kinds: { ingest }, log }).ended
  const job = await findJob(id)
  if (job === null) throw new Error('the job was not found')
  return { job, waitSeconds: (job.run_at.getTime() - endedAfter) / 1000 }
}

const failing =
  (details: { retryAfter?: number; refused?: boolean } = {}): Kinds['ingest'] =>
  async () => {
    throw new AppError('source-unavailable', 'arXiv answers 503.', details)
  }

test('A source that asks for two hours is left alone for two hours, by this job, by others and after a restart', async () => {
  const { simulator, arxiv } = simulateArxiv()
  const restarted = simulateArxiv()
  stops.push(
    () => simulator.stop(),
    () => restarted.simulator.stop(),
  )
  const reading =
    (source: typeof arxiv): Kinds['ingest'] =>
    async ({ run }) => {
      for await (const page of source.announcements.readCurrent({ signal: run.signal, categories: ['cs.LG'] }))
        await run.save(page.cursor)
    }
  simulator.fail('unavailable', { retryAfter: '7200' })
  const id = await queue()
  const first = await attempt(id, reading(arxiv))
  expect(first.job).toMatchObject({
    state: 'queued',
    failed_attempts: 1,
    error: expect.stringContaining('answers 503'),
  })
  expect(first.waitSeconds).toBeWithin(7_200, 7_320)
  const other = await attempt(await queue('other'), reading(arxiv))
  const afterRestart = await attempt(id, reading(restarted.arxiv))
  for (const { job, waitSeconds } of [other, afterRestart]) {
    expect(job).toMatchObject({ state: 'queued', error: expect.stringContaining('may be asked again at') })
    expect(waitSeconds).toBeGreaterThan((await findRemainingWait('arxiv')) / 1000)
  }
  expect(simulator.requests.length + restarted.simulator.requests.length).toBe(1)
})

test('A job never starts before the time that its source gave, with any jitter', async () => {
  for (const random of [0, 1]) {
    using _ = spyOn(Math, 'random').mockReturnValue(random)
    const { waitSeconds } = await attempt(await queue(`${random}`), failing({ retryAfter: 7_200 }))
    expect(waitSeconds).toBeWithin(7_200, 7_261)
  }
})

const savingAndRefused: Kinds['ingest'] = async ({ run }) => {
  await run.save('half')
  throw new AppError('source-unavailable', 'arXiv answers 503.', { refused: true, retryAfter: 60 })
}

test('An attempt that was refused before any request is no attempt', async () => {
  const id = await queue()
  for (let count = 0; count < 20; count += 1) {
    const { job, waitSeconds } = await attempt(id, failing({ refused: true, retryAfter: 60 }))
    expect(job).toMatchObject({ state: 'queued', attempts: 0, attempts_without_progress: 0, failed_attempts: 0 })
    expect(waitSeconds).toBeWithin(60, 67)
  }
  expect((await attempt(id, savingAndRefused)).job).toMatchObject({ attempts_without_progress: 0 })
})

test('A job that saves a checkpoint in each attempt and fails ends after twelve failed attempts', async () => {
  const id = await queue()
  let attempts = 0
  const saving: Kinds['ingest'] = async ({ run }) => {
    await run.save(++attempts)
    throw new AppError('source-unavailable', `arXiv answers 503 at page ${attempts}.`)
  }
  for (let count = 0; count < 11; count += 1) expect((await attempt(id, saving)).job.open).toBe(true)
  expect((await attempt(id, failing({ refused: true, retryAfter: 60 }))).job.open).toBe(true)
  expect((await attempt(id, saving)).job).toMatchObject({ state: 'failed', error: 'arXiv answers 503 at page 12.' })
})

test.each([true, false])('A job ends at a failure a day after its first start (refused: %p)', async (refused) => {
  const id = await queue()
  await attempt(id, failing())
  setClock(new Date(Date.now() + 23 * 3_600_000))
  expect((await attempt(id, failing())).job.open).toBe(true)
  setClock(new Date(Date.now() + 25 * 3_600_000))
  expect((await attempt(id, failing({ refused, retryAfter: 60 }))).job).toMatchObject({ state: 'failed', open: false })
})

test('A job that waited for more than a day for a worker is not given up at its first failure', async () => {
  const id = await queue()
  setClock(new Date(Date.now() + 49 * 3_600_000))
  expect((await attempt(id, failing())).job).toMatchObject({ state: 'queued', failed_attempts: 1 })
})
