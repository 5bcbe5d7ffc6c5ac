import { beforeEach, describe, expect, test } from 'bun:test'
import type { Kinds } from '#api/jobs/kinds.ts'
import { setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { cancelJob, startJob } from '#api/services/jobs/jobs.ts'
import { claimJob } from '#api/store/jobs/jobClaims.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { Sources } from '#api/store/sources/sources.ts'
import { recordLines } from '#tests/support/lines.ts'
import { batch, FAST_RETRIES, usePipeline } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, work, run } = usePipeline()
const WEDNESDAY = '2026-11-18'
const nightOf = (day: string) => setClock(new Date(`${day}T05:30:00Z`))
beforeEach(() => nightOf(WEDNESDAY))

/** Records the log. `said` returns the lines of a job with this message. */
function startLogging() {
  const { log, find } = recordLines()
  const said = (job: { _id: string }, msg: string) => find({ job: job._id, msg })
  return { log, find, said }
}

describe('An ingestion writes to the log, with the id of its job,', () => {
  test('that it started, what it read, that it requested a delivery, and how it ended', async () => {
    const { log, find, said } = startLogging()
    work({ log })
    const ada = await makeReader('ada', ['cs.LG'])
    simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
    const job = await run('ingest')
    expect(said(job, 'job started')).toMatchObject([{ level: 'info', kind: 'ingest', attempt: 1 }])
    expect(said(job, 'source read')).toMatchObject([{ source: 'arxiv', read: job.counters['fetched'] }])
    expect(said(job, 'delivery requested')).toMatchObject([{ day: WEDNESDAY }])
    await waitUntil(() => said(job, 'job ended').length > 0)
    expect(said(job, 'job ended')).toMatchObject([{ level: 'info', outcome: 'succeeded', counters: job.counters }])
    const [delivery] = find({ msg: 'delivery created' })
    expect(delivery).toMatchObject({ kind: 'deliver', user_id: ada._id, day: WEDNESDAY, cards: 3, added: 3 })
    expect(await findJob(String(delivery?.['job']))).toMatchObject({ kind: 'deliver', counters: { delivered: 3 } })
  })

  test('that there was nothing new, also in the progress of the job', async () => {
    const { log, said } = startLogging()
    simulator.papers.push(...batch(2, WEDNESDAY, 10_001))
    work({ log })
    await run('ingest')
    const job = await run('ingest')
    const [line] = said(job, 'nothing stored from the source')
    expect(line).toMatchObject({ source: 'arxiv', reason: 'nothing new', read: 0 })
    expect(said(job, 'no delivery requested')).toMatchObject([{ day: WEDNESDAY, reason: 'nothing further' }])
    expect(job.progress).toMatchObject({ done: 0, step: 'arXiv: nothing new' })
  })

  test('that its source is switched off, also in the progress of the job', async () => {
    const { log, said } = startLogging()
    await Sources.updateOne({ _id: 'arxiv' }, { enabled: false }, { upsert: true })
    work({ log })
    const job = await run('ingest')
    expect(said(job, 'nothing stored from the source')).toMatchObject([{ reason: 'switched off' }])
    expect(job.progress.step).toBe('arXiv: switched off')
  })

  test('that a reader gets no cards before the announcement is complete in all their archives', async () => {
    const { log, find } = startLogging()
    const ada = await makeReader('ada', ['cs.LG', 'hep-th'])
    const bela = await makeReader('bela', ['hep-th'])
    simulator.papers.push(...batch(2, '2026-11-17', 10_001), ...batch(2, WEDNESDAY, 30_001))
    simulator.papers.push(...batch(2, WEDNESDAY, 40_001, { categories: ['hep-th'] }))
    simulator.staleFeeds.add('cs')
    work({ log })
    await run('ingest')
    const postponed = { user_id: ada._id, day: WEDNESDAY, reason: 'an archive is missing' }
    expect(find({ msg: 'delivery postponed' })).toMatchObject([postponed])
    expect(find({ msg: 'delivery created' })).toContainEqual(
      expect.objectContaining({ user_id: bela._id, day: WEDNESDAY, cards: 2 }),
    )
  })

  test('why it is partial', async () => {
    const { log, said } = startLogging()
    nightOf('2026-11-17')
    simulator.papers.push(...batch(1, '2026-11-17', 20_001))
    work({ log })
    await run('ingest')
    nightOf(WEDNESDAY)
    simulator.papers.push(...batch(2, WEDNESDAY, 10_001))
    simulator.fail('unavailable', { times: FAST_RETRIES.tries, door: 'api' })
    const job = await run('ingest')
    expect(said(job, 'an interface of the source could not be read')).toMatchObject([{ step: 'fill' }])
    // The line is written after the end of the job is stored.
    await waitUntil(() => said(job, 'job ended with something left undone').length > 0)
    expect(said(job, 'job ended with something left undone')).toMatchObject([
      { level: 'warn', outcome: 'partial', reason: job.error, counters: job.counters },
    ])
  })

  test('each failed attempt with its cause, and the final failure', async () => {
    const { log, said } = startLogging()
    await simulator.down()
    work({ log })
    const job = await run('ingest')
    simulator.up()
    expect(said(job, 'job failed and will be retried')).toHaveLength(job.attempts - 1)
    await waitUntil(() => said(job, 'job failed').length > 0)
    expect(said(job, 'job failed')).toMatchObject([{ outcome: 'failed', reason: job.error, attempt: job.attempts }])
    expect(said(job, 'job failed')[0]?.['error']).toMatchObject({ code: 'source-unavailable' })
  })
})

test('A skipped delivery is logged with the reader and the reason, and counted by its job', async () => {
  const { log, said } = startLogging()
  work({ log })
  const ada = await makeReader('ada', ['cs.LG'])
  simulator.papers.push(...batch(2, WEDNESDAY, 10_001))
  await run('ingest')
  const job = await run('deliver', { day: WEDNESDAY })
  expect(said(job, 'delivery skipped')).toMatchObject([{ user_id: ada._id, reason: 'up to date' }])
  expect(job.counters).toMatchObject({ readers: 1, unchanged: 1, delivered: 0 })
})

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const waiting: Kinds = { ingest: ({ run }) => untilAborted(run.signal) }
const queue = () => startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
const stateOf = async (id: string) => (await findJob(id))?.state

describe('A job of any kind is logged when it', () => {
  test('is requeued because its worker is stopping', async () => {
    const { log, find } = startLogging()
    const worker = work({ log, kinds: waiting })
    const { id } = await queue()
    await waitUntil(async () => find({ job: id, msg: 'job started' }).length > 0)
    await worker.stop()
    expect(find({ job: id, outcome: 'put-back' })).toMatchObject([{ level: 'info', counters: {} }])
  })

  test('is cancelled while it is running', async () => {
    const { log, find } = startLogging()
    work({ log, kinds: waiting })
    const { id } = await queue()
    await waitUntil(async () => find({ job: id, msg: 'job started' }).length > 0)
    await cancelJob(id)
    await waitUntil(async () => (await stateOf(id)) === 'cancelled')
    await waitUntil(async () => find({ job: id, outcome: 'cancelled' }).length > 0)
  })

  test('is taken over from a worker that died', async () => {
    const { log, find } = startLogging()
    const { id } = await queue()
    await claimJob('dead worker', 1)
    work({ log, kinds: { ingest: async () => undefined } })
    await waitUntil(async () => (await stateOf(id)) === 'succeeded')
    expect(find({ job: id, msg: 'job taken over from a worker whose lease had expired' })).toMatchObject([
      { level: 'warn', from: 'dead worker', attempt: 2 },
    ])
    const first = await queue()
    await waitUntil(async () => (await stateOf(first.id)) === 'succeeded')
    expect(find({ job: first.id, level: 'warn' })).toEqual([])
  })

  test('fails with an unexpected error, at level error', async () => {
    const { log, find } = startLogging()
    let attempts = 0
    const ingest = async () => {
      attempts += 1
      if (attempts === 1) throw new TypeError('undefined is not a function')
      throw new AppError('invalid-input', 'That cannot be read.')
    }
    work({ log, kinds: { ingest } })
    const { id } = await queue()
    await waitUntil(async () => (await stateOf(id)) === 'failed')
    expect(find({ job: id, outcome: 'retried' })).toMatchObject([{ level: 'error', error: { type: 'TypeError' } }])
    expect(find({ job: id, outcome: 'failed' })).toMatchObject([{ level: 'warn', reason: 'That cannot be read.' }])
  })
})
