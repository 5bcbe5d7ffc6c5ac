import { beforeEach, expect, test } from 'bun:test'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { requestExpectedFetch, requestMissingFetch } from '#api/services/schedule/schedule.ts'
import { createCrossrefSource } from '#api/sources/crossref/crossref.ts'
import { INGEST_KEY, findOpenJob } from '#api/store/jobs/jobs.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { recordFailure, recordSuccess, saveSourceSettings } from '#api/store/sources/sources.ts'
import { silentArxiv } from '#tests/api/support/whereabouts.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const API = 'https://api.crossref.org'
const crossref = createCrossrefSource({
  apiUrl: API,
  gapMs: 250,
  mailto: 'ada@example.org',
  rateLimit: mongoRateLimit(),
})
const { as, product } = useApp({ sources: silentArxiv().set('crossref', crossref) })
const { admin } = as('admin')

beforeEach(() => setClock(new Date('2026-11-20T15:00:00Z')))

const source = async () => (await admin['paper-sources-status'].get()).data?.items.find(({ id }) => id === 'crossref')
const health = async () => {
  const { data } = await admin['system-health'].get()
  return { message: data?.message, check: data?.checks.find(({ name }) => name === 'Crossref') }
}

test('a source of which nothing is followed has no days, no next run, and is good until a request fails', async () => {
  const fresh = {
    id: 'crossref',
    name: 'Crossref',
    abilities: ['announcements', 'look-up', 'journals', 'notices'],
    enabled: true,
    state: 'ok',
    last_success_at: null,
    missing_days: 0,
    next_run_at: null,
    announced_on: null,
    papers_today: 0,
    running_job_id: null,
  }
  expect(await source()).toMatchObject(fresh)
  expect((await health()).check).toMatchObject({ state: 'unknown', message: 'Asked on demand; not asked yet.' })
  await recordSuccess('crossref', {})
  expect(await source()).toMatchObject({ state: 'ok', last_success_at: expect.stringMatching(/^2026-11-20T15:00/) })
  expect((await health()).check).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/^Asked on demand, last/),
  })
  await recordFailure('crossref', 'Crossref answers 503.')
  expect(await source()).toMatchObject({ state: 'slow', failure: 'Crossref answers 503.' })
  expect((await health()).check).toMatchObject({ state: 'slow', message: expect.stringContaining('answers 503.') })
})

test('its settings can be changed, within the pause that its hosts ask for, and switched off it is named', async () => {
  const settings = admin.sources({ id: 'crossref' })
  expect((await settings.get()).data).toMatchObject({ gap_ms: 250, addresses: { api: API } })
  expect((await settings.put({ gap_ms: 100 })).error?.value).toMatchObject({
    error: { fields: { gap_ms: 'Crossref asks for at least 250 ms between two requests.' } },
  })
  expect((await settings.put({ gap_ms: 500 })).data).toMatchObject({ gap_ms: 500 })
  expect((await settings.put({ enabled: false })).data).toMatchObject({ enabled: false })
  expect(await source()).toMatchObject({ state: 'off' })
  // Without a worker that is what health says.
  const worker = startWorker(product, { pollMs: 20, kinds: {} })
  await recordSuccess('arxiv', {})
  const { message, check } = await waitUntil(async () => {
    const now = await health()
    return !now.message?.includes('Workers') && now
  })
  await worker.stop()
  expect(check).toMatchObject({ state: 'unknown', message: 'Switched off.' })
  expect(message).toContain('No papers are looked up at Crossref: switched off.')
  expect((await as('ada').papers.lookup.post({ ref: '10.5555/none' })).error).toMatchObject({
    status: 409,
    value: { error: { code: 'conflict', message: expect.stringContaining('Crossref is switched off') } },
  })
})

test('no fetch of announcements asks it, and switching it off ends none', async () => {
  await saveSourceSettings('arxiv', { enabled: false })
  await requestExpectedFetch(product)
  await requestMissingFetch(product)
  expect(await findOpenJob(INGEST_KEY)).toBeNull()
  await saveSourceSettings('arxiv', { enabled: true })
  await requestExpectedFetch(product)
  expect(await findOpenJob(INGEST_KEY)).not.toBeNull()
  await admin.sources({ id: 'crossref' }).put({ enabled: false })
  expect((await findOpenJob(INGEST_KEY))?.cancel_requested).toBe(false)
  expect((await admin.days.get({ query: {} })).data?.items.every((row) => row.source === 'arxiv')).toBe(true)
  expect((await admin.days.get({ query: { source: 'crossref' } })).data?.items).toEqual([])
})
