import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import { recordFailure, recordSuccess, saveSourceSettings } from '#api/store/sources/sources.ts'
import { recordLedger } from '#tests/api/support/ledger.ts'
import { simulateArxiv } from '#tests/api/support/pipeline.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator, sources } = simulateArxiv()
const { as, product } = useApp({ sources })
const workers: Worker[] = []
afterEach(async () => {
  setClock(null)
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(() => simulator.stop())

const source = async () => (await as('admin').admin['paper-sources-status'].get()).data?.items[0]
const health = async () => {
  const { data } = await as('admin').admin['system-health'].get()
  return { ...data, check: data?.checks.find(({ name }) => name === 'arXiv') }
}
/** Friday, 20 November, at noon Eastern: the announcement of the day is late. */
const NOON = new Date('2026-11-20T17:00:00Z')

describe('The state of a source', () => {
  test('is slow while requests fail in a running fetch, and failing after it', async () => {
    const hold = Promise.withResolvers<void>()
    workers.push(startWorker(product, { pollMs: 20, kinds: { ingest: async () => hold.promise } }))
    await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
    await waitUntil(async () => (await source())?.state === 'running')
    await recordFailure('arxiv', 'arXiv answers 503.')
    expect(await source()).toMatchObject({
      state: 'slow',
      failure: 'arXiv answers 503.',
      failed_at: expect.any(String),
    })
    expect((await health()).check?.state).toBe('slow')
    hold.resolve()
    await waitUntil(async () => (await source())?.state === 'failing')
    expect((await health()).check?.state).toBe('down')
  })

  test('is stale while a working day is missing', async () => {
    setClock(NOON)
    await recordLedger('2026-11-17', { '2026-11-17': 'announced', '2026-11-18': 'announced' })
    await recordSuccess('arxiv', {})
    expect(await source()).toMatchObject({ state: 'stale', missing_days: 2, failing_since: null })
    await recordLedger('2026-11-17', { '2026-11-20': 'announced' })
    expect(await source()).toMatchObject({ state: 'stale', missing_days: 1 })
    await recordLedger('2026-11-17', { '2026-11-19': 'recovered' })
    expect(await source()).toMatchObject({ state: 'ok', missing_days: 0 })
  })

  test('misses no day before its first successful fetch: only its failure is told', async () => {
    setClock(NOON)
    await recordLedger('2026-11-17')
    await recordFailure('arxiv', 'arXiv could not be found.')
    expect(await source()).toMatchObject({ state: 'failing', missing_days: 0 })
    expect((await health()).check?.message).toStartWith('Failing since')
    expect((await health()).check?.message).not.toContain('missing')
  })

  test('counts the missing days of archives that readers follow only', async () => {
    setClock(NOON)
    await recordSuccess('arxiv', {})
    await recordLedger('2026-11-20', { '2026-11-20': 'announced' })
    await mongoose.connection.collection('sources').updateOne({}, { $set: { 'kept_since.hep-th': '2026-11-16' } })
    expect(await source()).toMatchObject({ missing_days: 0 })
    await as('ada').users.me.put({ category_ids: ['hep-th'] })
    expect(await source()).toMatchObject({ missing_days: 5 })
  })
})

describe('The health of a source', () => {
  test('says for how long it has failed, when last, and why', async () => {
    setClock(new Date('2026-11-20T06:10:00Z'))
    await recordFailure('arxiv', 'arXiv answers 503.')
    setClock(new Date('2026-11-20T07:40:00Z'))
    await recordFailure('arxiv', 'arXiv answers 500.')
    expect((await health()).check?.message).toBe(
      'Failing since 2026-11-20 06:10 UTC, last at 2026-11-20 07:40 UTC: arXiv answers 500.',
    )
  })

  test('names the missing days and what to do, after a month off, too', async () => {
    workers.push(startWorker(product, { pollMs: 20, kinds: {} }))
    await recordLedger('2026-10-20', { '2026-10-20': 'announced' })
    setClock(new Date('2026-10-20T12:00:00Z'))
    await recordSuccess('arxiv', {})
    setClock(NOON)
    await waitUntil(async () =>
      (await health()).checks?.every(({ name, state }) => name !== 'Workers' || state === 'ok'),
    )
    const { verdict, message, check } = await health()
    expect(check).toMatchObject({
      state: 'slow',
      message:
        '23 working days are missing, 21 October to 20 November: fetch them in Ingestion, or run: paperdawn admin backfill',
    })
    expect(verdict).toBe('slow')
    expect(message).not.toContain('Everything works')
  })

  test('names one day, and a range within a month', async () => {
    setClock(NOON)
    await recordSuccess('arxiv', {})
    await recordLedger('2026-11-19', { '2026-11-19': 'announced' })
    expect((await health()).check?.message).toStartWith('1 working day is missing, 20 November: fetch it in')
    await recordLedger('2026-11-18', {})
    expect((await health()).check?.message).toStartWith('2 working days are missing, 18 to 20 November: fetch them')
  })

  test('is “Switched off.” while the source is off, and not everything works', async () => {
    workers.push(startWorker(product, { pollMs: 20, kinds: {} }))
    setClock(NOON)
    await recordSuccess('arxiv', {})
    await recordLedger('2026-11-17')
    await saveSourceSettings('arxiv', { enabled: false })
    await waitUntil(async () => (await health()).verdict === 'ok')
    const { message, check } = await health()
    expect(check).toMatchObject({ state: 'unknown', message: 'Switched off.' })
    expect(message).toStartWith('No new papers are fetched from arXiv: switched off.')
    expect(await source()).toMatchObject({ state: 'off', missing_days: 4 })
  })
})
