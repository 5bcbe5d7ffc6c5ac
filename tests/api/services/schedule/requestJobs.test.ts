import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { findQuarantine } from '#api/store/papers/quarantine.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { useApp } from '#tests/support/app.ts'
import { batch, dump, simulateArxiv } from '#tests/api/support/pipeline.ts'
import { countPapers } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, sources } = simulateArxiv()
const { as, app, product, tokenOf } = useApp({ sources })
const WEDNESDAY = '2026-11-18'
const workers: Worker[] = []
const work = () => workers.push(startWorker(product, { pollMs: 20, retryMs: 1 }))
const isQuiet = async () => (await findJobs({ skip: 0, limit: 100 })).items.every(({ open }) => !open)

beforeEach(() => {
  setClock(new Date(`${WEDNESDAY}T05:30:00Z`))
  simulator.papers.length = 0
  simulator.papers.push(...batch(3, WEDNESDAY, 10_001))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  setClock(null)
})
afterAll(() => simulator.stop())

describe('An admin', () => {
  test('fetches from all sources: the job is returned and runs', async () => {
    work()
    const { status, data } = await as('admin').admin['fetch-all-sources'].post({ days_back: 2 })
    expect(status).toBe(202)
    expect(data).toMatchObject({ kind: 'ingest', state: 'queued' })
    await waitUntil(isQuiet)
    const job = await as('admin')
      .admin.jobs({ id: data?.id ?? '' })
      .get()
    expect(job.data).toMatchObject({ state: 'succeeded', counters: { new: 3 } })
    expect(job.data?.requester).toBe('admin@paperdawn.test')
    const listed = (await as('admin').admin.jobs.get({ query: {} })).data?.items ?? []
    const requesters = listed.map(({ requester, requested_by }) => requester ?? requested_by)
    expect(new Set(requesters)).toEqual(new Set(['admin@paperdawn.test', 'schedule']))
    expect(await findJob(data?.id ?? '')).toMatchObject({ input: { days_back: 2 } })
  })

  test('can send the inputs in the query, and the body overrides it', async () => {
    const { data } = await as('admin').admin['fetch-all-sources'].post(
      { category: 'hep-th' },
      { query: { days_back: 7, category: 'cs.LG' } },
    )
    expect(await findJob(data?.id ?? '')).toMatchObject({ input: { days_back: 7, categories: ['hep-th'] } })
  })

  test('gets 409 with the id of the open job instead of starting a second one', async () => {
    const first = await as('admin').admin['process-papers'].post()
    const second = await as('admin').admin['process-papers'].post()
    expect(second.status).toBe(409)
    expect(second.error?.value).toMatchObject({ error: { code: 'already-running', job_id: first.data?.id } })
  })

  test('gets 422 for an unknown category and an invalid query', async () => {
    const category = await as('admin').admin['fetch-all-sources'].post({ category: 'cs.NOPE' })
    expect(category.status).toBe(422)
    expect(category.error?.value).toMatchObject({ error: { fields: { category: expect.any(String) } } })
    const query = await as('admin').admin['fetch-arxiv'].post({ query: '(ti:lanterns' })
    expect(query.status).toBe(422)
    expect(query.error?.value).toMatchObject({
      error: { code: 'invalid-input', fields: { query: expect.any(String) } },
    })
    expect((await as('admin').admin['fetch-arxiv'].post({})).status).toBe(422)
    expect((await findJobs({ skip: 0, limit: 10 })).total).toBe(0)
  })

  test('stores the results of an arXiv query', async () => {
    work()
    const { status } = await as('admin').admin['fetch-arxiv'].post({ query: 'ti:fog', max_results: 2 })
    expect(status).toBe(202)
    await waitUntil(isQuiet)
    expect(await countPapers()).toBe(2)
  })

  test('must confirm a wipe', async () => {
    expect((await as('admin').admin['wipe-and-refetch'].post({ confirm: 'yes' as 'wipe' })).status).toBe(422)
    expect((await as('admin').admin['wipe-and-refetch'].post({ confirm: 'wipe' })).status).toBe(202)
  })

  test('loads the sample library', async () => {
    work()
    expect((await as('admin').admin['load-samples'].post()).status).toBe(202)
    await waitUntil(isQuiet)
    expect(await countPapers()).toBeGreaterThan(100)
  })

  test('lists, cancels and repeats jobs', async () => {
    const { data: queued } = await as('admin').admin['process-papers'].post()
    const jobs = as('admin').admin.jobs({ id: queued?.id ?? '' })
    expect((await jobs.cancel.post()).data).toMatchObject({ state: 'cancelled' })
    const again = await jobs.retry.post()
    expect(again.status).toBe(202)
    const list = await as('admin').admin.jobs.get({ query: { kind: 'process-papers' } })
    expect(list.data?.items.map(({ state }) => state)).toEqual(['queued', 'cancelled'])
    expect((await as('admin').admin.jobs({ id: 'nothing' }).get()).status).toBe(404)
    expect(
      (
        await as('admin')
          .admin.jobs({ id: again.data?.id ?? '' })
          .retry.post()
      ).status,
    ).toBe(409)
  })

  test('receives the events of a job until it ends', async () => {
    const { data } = await as('admin').admin['fetch-all-sources'].post({})
    const request = new Request(`http://localhost/api/admin/jobs/${data?.id}/events`, {
      headers: { authorization: `Bearer ${await tokenOf('admin')}` },
    })
    const response = await app.handle(request)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    work()
    const text = await response.text()
    const events = [...text.matchAll(/event: (\w+)\ndata: (.*)/g)].map(([, event, job = '']) => ({ event, job }))
    const states = events
      .filter(({ event }) => event === 'job')
      .map(({ job }) => (JSON.parse(job) as { state: string }).state)
    expect(states[0]).toBe('queued')
    expect(states.at(-1)).toBe('succeeded')
    expect(text.trimEnd()).toMatch(/event: end\b[^\n]*(\n.*)?$/)
  })

  test('gets 404 for the events of an unknown job', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('admin')}` }
    const response = await app.handle(new Request('http://localhost/api/admin/jobs/nothing/events', { headers }))
    expect(response.status).toBe(404)
  })

  test('lists the quarantine and retries a record after its source fixed it', async () => {
    work()
    const broken = simPaper({ ...batch(1, WEDNESDAY, 40_001)[0], id: '2611.40001', title: ' ' })
    simulator.papers.push(broken)
    await as('admin').admin['fetch-all-sources'].post({})
    await waitUntil(isQuiet)
    const { data } = await as('admin').admin.quarantine.get()
    const [row] = data?.items ?? []
    expect(row?.raw).toContain('2611.40001')
    const refused = await as('admin')
      .admin.quarantine({ id: row?.id ?? '' })
      .retry.post()
    expect(refused.data).toMatchObject({ stored: false })
    broken.title = 'Fixed lanterns'
    const fixed = await as('admin')
      .admin.quarantine({ id: row?.id ?? '' })
      .retry.post()
    expect(fixed.data).toMatchObject({ stored: true, paper_id: 'arxiv:2611.40001' })
    expect((await findPaper('arxiv:2611.40001'))?.title).toBe('Fixed lanterns')
    expect((await findQuarantine({ skip: 0, limit: 10 })).items.some(({ _id }) => _id === row?.id)).toBe(false)
  })
})

describe('The dry run of the pipeline', () => {
  test('runs records through every stage and stores nothing', async () => {
    await as('admin').auth.me.get()
    const names = (await mongoose.connection.db?.listCollections().toArray())?.map(({ name }) => name) ?? []
    // The slots of the rate limit, and the record of the call itself.
    const before = await dump(names.filter((name) => name !== 'sources' && name !== 'audit'))
    const { data } = await as('admin').admin['test-pipeline'].get()
    expect(data?.stages.map(({ name, ok }) => [name, ok])).toEqual(
      ['database', 'fetch', 'normalise', 'categorise', 'index', 'rank', 'mail', 'mail settings'].map((name) => [
        name,
        true,
      ]),
    )
    expect(data?.ok).toBe(true)
    expect(await dump(Object.keys(before))).toEqual(before)
    expect((await product.index.state()).size).toBe(0)
  })

  test('reports which stage failed, and why', async () => {
    await simulator.down()
    const { data } = await as('admin').admin['test-pipeline'].get()
    simulator.up()
    expect(data?.ok).toBe(false)
    expect(data?.stages.at(-1)).toMatchObject({ name: 'fetch', ok: false, message: expect.stringContaining('refused') })
  })
})
