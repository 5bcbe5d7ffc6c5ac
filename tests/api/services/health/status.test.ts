import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { deliverDay } from '#api/services/delivery/delivery.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { recordFailure, recordSuccess } from '#api/store/sources/sources.ts'
import { findUser } from '#api/store/readers/users.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { FAST_RETRIES } from '#tests/api/support/pipeline.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { Sources } from '#api/sources/sources.ts'

const simulator = startArxivSimulator()
const arxiv = createArxivSource({
  rssUrl: simulator.rssUrl,
  oaiUrl: simulator.oaiUrl,
  apiUrl: simulator.apiUrl,
  htmlUrl: simulator.htmlUrl,
  gapMs: 0,
  retries: FAST_RETRIES,
  contactEmail: 'papers@example.org',
  rateLimit: localRateLimit(),
})
const { as, product } = useApp({ sources: new Sources([arxiv]) })
const workers: Worker[] = []
const work = (options: Parameters<typeof startWorker>[1] = {}) => {
  const worker = startWorker(product, { pollMs: 20, retryMs: 1, ...options })
  workers.push(worker)
  return worker
}
afterEach(async () => {
  setClock(null)
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(() => simulator.stop())

const admin = () => as('admin').admin
const health = async () => {
  const { data } = await admin()['system-health'].get()
  const check = (name: string) => data?.checks.find((one) => one.name === name)
  return { data, check }
}
const stats = async (days_back?: number) =>
  (await admin()['processing-stats'].get({ query: { ...(days_back && { days_back }) } })).data
const source = async () => (await admin()['paper-sources-status'].get()).data?.items[0]

describe('The health of the system', () => {
  test('is ok when every check passes; what is not set up is unknown', async () => {
    work()
    await waitUntil(async () => (await health()).check('Workers')?.state === 'ok')
    const { data, check } = await health()
    expect(data).toMatchObject({ verdict: 'ok', message: 'Everything works. No papers were fetched yet.' })
    expect(data?.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(data?.memory_bytes).toBeGreaterThan(10_000_000)
    expect(data?.checks.map(({ name, state }) => `${name}: ${state}`)).toEqual([
      'Database: ok',
      'arXiv: unknown',
      'Mail server: unknown',
      'Mails: unknown',
      'Connections: unknown',
      'Sign-in keys: ok',
      'Disk: ok',
      'Backups: unknown',
      'Workers: ok',
      'Search index: ok',
      'Ranking: ok',
      'Embedding: ok',
      'Clock: ok',
    ])
    expect(check('Database')?.latency_ms).toBeGreaterThan(0)
  })

  test('is down without a worker, and the message states the effect', async () => {
    const { data, check } = await health()
    expect(check('Workers')).toMatchObject({ state: 'down', message: 'None is running: jobs wait.' })
    expect(data).toMatchObject({ verdict: 'down', message: 'Workers: None is running: jobs wait.' })
  })

  test('reports the state of the mail server', async () => {
    const sink = await startSmtpSink()
    await admin()['email-config'].post({
      host: sink.host,
      port: sink.port,
      security: 'none',
      from_name: 'Paperdawn',
      from_address: 'digest@papers.example.org',
      max_per_minute: 60,
      enabled: true,
    })
    expect((await health()).check('Mail server')).toMatchObject({ state: 'ok', message: '127.0.0.1 answers.' })
    await sink.stop()
    const down = (await health()).check('Mail server')
    expect(down?.state).toBe('down')
    expect(down?.message).toMatch(/^127\.0\.0\.1 refuses connections to port \d+\.$/)
  })

  test('reports the state of the sources and of the search index', async () => {
    await recordFailure('arxiv', 'arXiv answers 503.')
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    const before = await health()
    expect(before.check('arXiv')).toMatchObject({
      state: 'down',
      message: expect.stringMatching(/^Failing since .+ UTC, last at .+ UTC: arXiv answers 503\.$/),
    })
    expect(before.check('Search index')).toMatchObject({ state: 'unknown' })
    await recordSuccess('arxiv', {})
    await catchUp(product)
    const after = await health()
    expect(after.check('arXiv')?.state).toBe('ok')
    expect(after.check('Search index')).toMatchObject({ state: 'ok', message: 'All papers are indexed (2).' })
  })
})

describe('The state of a source', () => {
  test('is never before the first fetch, with the time of the next one', async () => {
    setClock(new Date('2026-11-16T15:00:00Z'))
    expect(await source()).toEqual({
      id: 'arxiv',
      name: 'arXiv',
      abilities: ['announcements', 'look-up', 'search'],
      enabled: true,
      state: 'never',
      last_success_at: null,
      failing_since: null,
      failure: null,
      failed_at: null,
      key_refusal: null,
      missing_days: 0,
      // 10:10 Eastern time: the feeds show the announcement until midnight.
      next_run_at: '2026-11-16T15:10:00.000Z',
      announced_on: null,
      papers_today: 0,
      breaker: 'closed',
      requests: { used: 0, limit: null },
      queued: 0,
      wait_ms: 0,
      running_job_id: null,
    })
  })

  test('is failing until a fetch succeeds', async () => {
    await recordFailure('arxiv', 'arXiv answers 503.')
    expect(await source()).toMatchObject({ state: 'failing', failure: 'arXiv answers 503.' })
    await recordSuccess('arxiv', {})
    expect(await source()).toMatchObject({ state: 'ok', failing_since: null, failure: null })
    await mongoose.connection.db?.collection('sources').updateOne({}, { $set: { enabled: false } })
    expect(await source()).toMatchObject({ state: 'off', enabled: false, next_run_at: null })
  })

  test('contains the newest announcement and the running job', async () => {
    await announceTitles('2026-11-13', ['Keels'])
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    expect(await source()).toMatchObject({ announced_on: '2026-11-16', papers_today: 2 })
    const hold = Promise.withResolvers<void>()
    work({ kinds: { ingest: async () => hold.promise } })
    const { id } = await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
    await waitUntil(async () => (await source())?.state === 'running')
    expect(await source()).toMatchObject({ running_job_id: id })
    hold.resolve()
  })
})

describe('The processing statistics', () => {
  test('add up the counters of job runs by day, with the delivered cards', async () => {
    setClock(new Date('2026-11-16T12:00:00Z'))
    await as('ada').users.me.put({ category_ids: ['cs.LG'] })
    const ada = await findUser((await as('ada').auth.me.get()).data?.id ?? '')
    if (ada === null) throw new Error('user not found: ada')
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    await deliverDay(ada, '2026-11-16')
    work({
      kinds: {
        ingest: async ({ run }) => {
          run.count('fetched', 5)
          run.count('new', 3)
          run.count('quarantined', 1)
        },
      },
    })
    await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
    await waitUntil(async () => (await stats())?.totals.fetched === 5)
    const data = await stats()
    expect(data?.days.map(({ on }) => on)).toEqual([10, 11, 12, 13, 14, 15, 16].map((day) => `2026-11-${day}`))
    expect(data?.days.at(-1)).toMatchObject({
      fetched: 5,
      new: 3,
      quarantined: 1,
      delivered: 2,
      runs: 1,
      failed_runs: 0,
    })
    expect(data?.totals).toEqual({
      fetched: 5,
      new: 3,
      updated: 0,
      duplicates: 0,
      quarantined: 1,
      delivered: 2,
      mails: 0,
    })
    expect((await stats(1))?.days).toHaveLength(1)
    setClock(new Date('2026-11-17T12:00:00Z'))
    expect(await stats(1)).toMatchObject({ days: [], totals: { fetched: 0 } })
  })

  test('cover at most 365 days', async () => {
    expect((await admin()['processing-stats'].get({ query: { days_back: 366 } })).error?.status).toBe(422)
    expect((await admin()['processing-stats'].get({ query: { days_back: 365 } })).status).toBe(200)
  })
})
