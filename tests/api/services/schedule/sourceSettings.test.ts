import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { changeSourceSettings } from '#api/services/schedule/sourceSettings.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { FAST_RETRIES } from '#tests/api/support/pipeline.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { useApp } from '#tests/support/app.ts'
import { Sources } from '#api/sources/sources.ts'

const DAY = '2026-11-20'
const first = startArxivSimulator({ papers: simBatch(2, DAY) })
const second = startArxivSimulator({ papers: simBatch(3, DAY) })
const { signal } = new AbortController()
const arxiv = createArxivSource({
  rssUrl: first.rssUrl,
  oaiUrl: first.oaiUrl,
  apiUrl: first.apiUrl,
  htmlUrl: first.htmlUrl,
  gapMs: 0,
  retries: FAST_RETRIES,
  contactEmail: 'papers@example.org',
  rateLimit: mongoRateLimit(),
  readSettings: () => findSourceState('arxiv'),
})
const { as, product } = useApp({ sources: new Sources([arxiv]) })
const settings = (id = 'arxiv') => as('admin').admin.sources({ id })
type Changes = Parameters<ReturnType<typeof settings>['put']>[0]
const put = (changes: Changes) => settings().put(changes)
const audit = async () =>
  (await as('admin').admin.audit.get({ query: { action: 'source-settings' } })).data?.items ?? []
const defaults = { gap_ms: 0, addresses: { rss: first.rssUrl, oai: first.oaiUrl, api: first.apiUrl } }
const mirror = { rss: second.rssUrl, oai: second.oaiUrl, api: second.apiUrl }

/** Sends the first request of a reading. */
async function readFirst(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages) break
}

/** Sends one request to each interface. */
async function readAll(): Promise<void> {
  const reading = { signal, categories: ['cs.LG'] }
  await readFirst(arxiv.announcements.readCurrent(reading))
  await readFirst(arxiv.announcements.readChanges({ ...reading, from: DAY, until: DAY }))
  await readFirst(arxiv.search('cat:cs.LG', { signal, maxResults: 1 }))
}

beforeEach(() => {
  first.requests.length = 0
  second.requests.length = 0
})
afterAll(() => Promise.all([first.stop(), second.stop()]))

describe('The settings of a source', () => {
  test('are those of the environment until an admin changes them', async () => {
    const { status, data } = await settings().get()
    expect(status).toBe(200)
    expect(data).toEqual({
      id: 'arxiv',
      name: 'arXiv',
      enabled: true,
      ...defaults,
      gap_in_force_ms: 0,
      key_needed: 'none',
      key_set: false,
      key_refused: false,
      requests_per_day: null,
      budget: { used: 0, limit: null, resets_at: expect.stringMatching(/T00:00:00\.000Z$/) },
      defaults: { ...defaults, requests_per_day: null },
    })
  })

  test('apply to the next request, without a restart, and null resets them', async () => {
    await readAll()
    expect(first.requests.map(({ door }) => door)).toEqual(['rss', 'oai', 'api'])
    expect((await put({ gap_ms: 60, addresses: mirror })).data).toMatchObject({
      gap_ms: 60,
      addresses: mirror,
      defaults,
    })
    await readAll()
    expect(second.requests.map(({ door, status }) => `${door} ${status}`)).toEqual(['rss 200', 'oai 200', 'api 200'])
    expect(Math.min(...second.gaps())).toBeGreaterThanOrEqual(59)
    expect(first.requests).toHaveLength(3)
    const one = await put({ addresses: { rss: null } })
    expect(one.data).toMatchObject({ gap_ms: 60, addresses: { ...mirror, rss: first.rssUrl } })
    expect((await put({ gap_ms: null, addresses: { oai: null, api: null } })).data).toMatchObject(defaults)
    await readAll()
    expect(first.requests).toHaveLength(6)
  })

  test('are recorded in the audit log with what changed, and not when nothing changed', async () => {
    await put({ enabled: false, gap_ms: 5_000, addresses: { rss: second.rssUrl } })
    const [row, ...others] = await audit()
    expect(row).toMatchObject({
      action: 'source-settings',
      target: 'arxiv',
      by_email: 'admin@paperdawn.test',
      details: `arXiv: switched off; pause 5000 ms instead of 0 ms; rss at ${second.rssUrl} instead of ${first.rssUrl}.`,
    })
    expect(others).toEqual([])
    await put({})
    await put({ enabled: false, gap_ms: 5_000, addresses: { oai: first.oaiUrl } })
    expect(await audit()).toHaveLength(1)
  })

  test('of an unknown source are not found', async () => {
    expect((await settings('nowhere').get()).status).toBe(404)
    expect((await settings('nowhere').put({ enabled: false })).status).toBe(404)
  })

  test.each([
    [{ addresses: { rss: 'ftp://mirror.example.org' } }, 'addresses.rss'],
    [{ addresses: { rss: 'mirror' } }, 'addresses.rss'],
    [{ addresses: { oai: 'https://ada:secret@mirror.example.org/oai' } }, 'addresses.oai'],
    [{ addresses: { oai: 'https://mirror.example.org/oai?verb=Identify' } }, 'addresses.oai'],
    [{ addresses: { api: 'https://mirror.example.org/api#top' } }, 'addresses.api'],
    [{ addresses: { api: 'http://mirror.example.org/api' } }, 'addresses.api'],
    [{ addresses: { ftp: 'https://mirror.example.org' } }, 'addresses.ftp'],
    [{ addresses: { rss: 'https://rss.arxiv.org' }, gap_ms: 2_999 }, 'gap_ms'],
    [{ addresses: { rss: 'https://rss.arxiv.org' } }, 'gap_ms'],
    [{ gap_ms: -1 }, 'gap_ms'],
  ])('are refused with the field: %j', async (changes, field) => {
    const { status, error } = await put(changes)
    expect(status).toBe(422)
    expect(error?.value).toMatchObject({ error: { code: 'invalid-input', fields: { [field]: expect.any(String) } } })
    expect((await settings().get()).data).toMatchObject(defaults)
    expect(await audit()).toEqual([])
  })

  test('may name the real hosts with their pause, and no shorter pause afterwards', async () => {
    expect((await put({ addresses: { rss: 'https://rss.arxiv.org' }, gap_ms: 3_000 })).status).toBe(200)
    expect((await put({ gap_ms: 2_000 })).status).toBe(422)
    expect((await put({ gap_ms: null })).status).toBe(422)
    expect((await put({ enabled: false })).status).toBe(200)
  })
})

test('In production an address must be public and encrypted', async () => {
  await as('admin').auth.me.get()
  const user = await findUserByUid('uid-admin')
  if (user === null) throw new Error('the admin has no account')
  const production = { ...product, config: { ...product.config, production: true } }
  const addresses = ['http://127.0.0.1', 'http://mirror.example.org', 'https://127.0.0.1', 'https://169.254.169.254']
  for (const rss of [...addresses, 'https://10.0.0.7/rss', 'https://[::1]', 'https://[fd00::1]', 'https://localhost']) {
    const change = changeSourceSettings(production, user, { id: 'arxiv', gap_ms: 3_000, addresses: { rss } })
    await expect(change).rejects.toMatchObject({ details: { fields: { 'addresses.rss': expect.any(String) } } })
  }
  expect((await findSourceState('arxiv')).addresses).toEqual({})
})

test('Requests to the real hosts keep a pause of three seconds, whatever is set', async () => {
  const pauses: number[] = []
  const source = createArxivSource({
    rssUrl: 'https://rss.arxiv.org',
    oaiUrl: first.oaiUrl,
    apiUrl: first.apiUrl,
    htmlUrl: first.htmlUrl,
    gapMs: 10,
    retries: { tries: 1 },
    contactEmail: 'papers@example.org',
    rateLimit: {
      take: async (_key, { gapMs }) => {
        pauses.push(gapMs)
        throw new Error('no request is sent')
      },
      pause: async () => undefined,
    },
    readSettings: async () => ({ gap_ms: 20, addresses: {} }),
  })
  const reading = { signal, categories: ['cs.LG'] }
  await expect(readFirst(source.announcements.readCurrent(reading))).rejects.toThrow('no request is sent')
  await expect(readFirst(source.announcements.readChanges({ ...reading, from: DAY, until: DAY }))).rejects.toThrow(
    'no request is sent',
  )
  expect(pauses).toEqual([3_000, 20])
})

describe('Switching a source off', () => {
  test('cancels its queued fetch, and is shown', async () => {
    const job = await as('admin').admin['fetch-all-sources'].post({})
    await put({ enabled: false })
    expect(await findJob(job.data?.id ?? '')).toMatchObject({ state: 'cancelled' })
    const status = await as('admin').admin['paper-sources-status'].get()
    expect(status.data?.items[0]).toMatchObject({ enabled: false, state: 'off', next_run_at: null })
    expect((await put({ enabled: true })).data).toMatchObject({ enabled: true })
  })

  test('leaves a queued fetch alone while the source stays on', async () => {
    const job = await as('admin').admin['fetch-all-sources'].post({})
    await put({ gap_ms: 100 })
    expect(await findJob(job.data?.id ?? '')).toMatchObject({ state: 'queued' })
  })
})
