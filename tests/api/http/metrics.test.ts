import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { catchUp } from '#api/services/search/indexing.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import { enqueueJob, findJob, type JobRequest } from '#api/store/jobs/jobs.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { findNewestSeq } from '#api/store/papers/papers.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { useApp } from '#tests/support/app.ts'
import { refusal, startMailServer } from '#tests/api/support/mailServer.ts'
import { setUpMail } from '#tests/api/support/digests.ts'
import { batch, FAST_RETRIES, simulateArxiv } from '#tests/api/support/pipeline.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const WEDNESDAY = '2026-11-18'
const { simulator, sources } = simulateArxiv({ ...FAST_RETRIES, breakerFailures: 2, breakerOpenMs: 1 })
const sink = await startSmtpSink()
const { as, app, product, tokenOf } = useApp({ sink, sources })
let worker: Worker

beforeEach(async () => {
  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
  simulator.papers.length = 0
  worker = startWorker(product, { pollMs: 20, retryMs: 1 })
  await as('ada').users.me.put({ category_ids: ['cs.LG'] })
})
afterEach(async () => {
  await worker.stop()
  setClock(null)
})
afterAll(async () => {
  await simulator.stop()
  await sink.stop()
})

/** The metrics as an admin reads them; a series that is absent is 0. */
async function readMetrics(): Promise<(series: string) => number> {
  const headers = { authorization: `Bearer ${await tokenOf('admin')}` }
  const response = await app.handle(new Request('http://localhost/api/metrics', { headers }))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
  const lines = (await response.text()).split('\n').map((line) => line.split(' '))
  const values = new Map(lines.map(([series = '', value]) => [series, Number(value)]))
  return (series) => values.get(`paperdawn_${series}`) ?? 0
}

/** How much a series grew during `work`. */
async function growthDuring<Result>(work: () => Promise<Result>) {
  const before = await readMetrics()
  const result = await work()
  const after = await readMetrics()
  return { result, grew: (series: string) => after(series) - before(series) }
}

async function run(kind: JobRequest['kind'], input: Record<string, unknown> = {}) {
  const { id } = await startJob({ kind, input, dedupe_key: kind, requested_by: 'start' })
  await waitUntil(async () => (await findJobs({ skip: 0, limit: 100 })).items.every(({ open }) => !open))
  const job = await findJob(id)
  if (job === null) throw new Error('the job is gone')
  return job
}

test('count what an ingestion read, stored and rejected, its jobs, and the deliveries that it led to', async () => {
  simulator.papers.push(...batch(5, WEDNESDAY, 10_001))
  simulator.papers.push(simPaper({ ...batch(1, WEDNESDAY, 10_001)[0], id: '2611.40001', title: ' ' }))
  const { result, grew } = await growthDuring(() => run('ingest'))
  const { fetched = 0, new: added = 0, updated = 0, quarantined = 0 } = result.counters
  expect(added).toBe(5)
  expect(quarantined).toBeGreaterThan(0)
  expect({
    read: grew('source_records_read_total{source="arxiv"}'),
    stored: grew('source_records_stored_total{source="arxiv"}'),
    rejected: grew('source_records_rejected_total{source="arxiv"}'),
    ingested: grew('jobs_total{kind="ingest",outcome="succeeded"}'),
    delivered: grew('jobs_total{kind="deliver",outcome="succeeded"}'),
    timed: grew('job_seconds_count{kind="ingest"}'),
    // Ada's; the admin follows nothing.
    deliveries: grew('delivery_cards_count'),
    cards: grew('delivery_cards_sum'),
    rankings: grew('delivery_seconds_count'),
  }).toEqual({
    read: fetched,
    stored: added + updated,
    rejected: quarantined,
    ingested: 1,
    delivered: 1,
    timed: 1,
    deliveries: 1,
    cards: 5,
    rankings: 1,
  })
})

test('show how far the search index is behind the papers', async () => {
  simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
  await run('ingest')
  await product.index.reset()
  expect((await readMetrics())('search_index_lag_papers')).toBe(await findNewestSeq())
  await catchUp(product)
  expect((await readMetrics())('search_index_lag_papers')).toBe(0)
})

test('count the failures of a source by cause, and show that its breaker is open until it answers again', async () => {
  simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
  const { host } = new URL(simulator.rssUrl)
  const open = `source_breaker_open{source="arxiv",host="${host}"}`
  simulator.fail('rate-limited')
  await simulator.down()
  const { result, grew } = await growthDuring(() => run('ingest'))
  expect(result.state).toBe('failed')
  expect(grew('jobs_total{kind="ingest",outcome="failed"}')).toBe(1)
  expect(grew('jobs_total{kind="ingest",outcome="retried"}')).toBe(result.attempts - 1)
  expect(grew('source_failures_total{source="arxiv",cause="unreachable"}')).toBeGreaterThanOrEqual(2)
  expect((await readMetrics())(open)).toBe(1)

  simulator.up()
  const again = await growthDuring(() => run('ingest'))
  expect(again.result.state).toBe('succeeded')
  expect(again.grew('source_failures_total{source="arxiv",cause="rate-limited"}')).toBe(1)
  expect((await readMetrics())(open)).toBe(0)
})

const wait = (key: string, delayMs: number) =>
  enqueueJob({ kind: 'enrich', input: {}, dedupe_key: key, requested_by: 'start', delayMs })

test('show the jobs that wait for a worker, and for how long the first one has waited', async () => {
  await worker.stop()
  await Promise.all([wait('first', -90_000), wait('second', 0), wait('later', 3_600_000)])
  const value = await readMetrics()
  expect(value('jobs_due')).toBe(2)
  expect(value('jobs_due_seconds')).toBeGreaterThanOrEqual(90)
})

test('time the requests of each route', async () => {
  const { grew } = await growthDuring(() => as('ada').auth.me.get())
  expect(grew('http_request_seconds_count{method="GET",route="/api/auth/me"}')).toBe(1)
  expect(grew('http_requests_total{method="GET",route="/api/auth/me",status="200"}')).toBe(1)
})

test('count mails by kind and outcome', async () => {
  simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
  await run('ingest')
  const { data } = await as('ada').auth.me.get()
  const send = () => run('send-top-papers', { user_id: data?.id, limit: 2 })
  await setUpMail(as, sink)
  const sent = await growthDuring(send)
  expect(sent.result.state).toBe('succeeded')
  expect(sent.grew('mails_total{kind="top-papers",outcome="sent"}')).toBe(1)

  const strict = await startMailServer({
    onRcptTo: (_address, _session, done) => done(refusal(550, 'No such mailbox')),
  })
  try {
    await setUpMail(as, strict)
    const refused = await growthDuring(send)
    expect(refused.result.state).toBe('failed')
    expect(refused.grew('mails_total{kind="top-papers",outcome="refused"}')).toBe(1)
    expect(refused.grew('mails_total{kind="top-papers",outcome="sent"}')).toBe(0)
  } finally {
    await strict.stop()
  }
})

const statusFor = async (headers: Record<string, string>) =>
  (await app.handle(new Request('http://localhost/api/metrics', { headers }))).status

test('are for admins only', async () => {
  expect(await statusFor({})).toBe(401)
  expect(await statusFor({ authorization: `Bearer ${await tokenOf('ada')}` })).toBe(403)
})

test('have no label that names a user, a job, a paper or a mail', async () => {
  simulator.papers.push(...batch(2, WEDNESDAY, 10_001))
  await run('ingest')
  const headers = { authorization: `Bearer ${await tokenOf('admin')}` }
  const text = await (await app.handle(new Request('http://localhost/api/metrics', { headers }))).text()
  const labels = [...text.matchAll(/^paperdawn_\w+\{([^}]*)\}/gm)].flatMap(([, all = '']) =>
    all.split(',').map((one) => one.split('=')[0]),
  )
  const allowed = new Set(['method', 'route', 'status', 'le', 'kind', 'outcome', 'source', 'cause', 'host'])
  expect(labels.length).toBeGreaterThan(0)
  expect(labels.filter((label) => !allowed.has(label ?? ''))).toEqual([])
})
