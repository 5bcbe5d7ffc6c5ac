import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { Sources } from '#api/sources/sources.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { findSourceState } from '#api/store/sources/sources.ts'
import {
  FAST_RETRIES,
  simulateCrossref,
  simulateEprint,
  simulatePreprints,
  simulatePubmed,
} from '#tests/api/support/pipeline.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { useApp } from '#tests/support/app.ts'

const first = startArxivSimulator()
const second = startArxivSimulator()
const addresses = { rss: first.rssUrl, oai: first.oaiUrl, api: first.apiUrl }
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
const { simulator: archive, eprint } = simulateEprint()
const { simulator: servers, biorxiv } = simulatePreprints()
const { simulator: register, crossref } = simulateCrossref()
const { simulator: library, pubmed } = simulatePubmed()
const { as } = useApp({ sources: new Sources([arxiv, eprint, biorxiv, crossref, pubmed]) })
const settings = (id = 'arxiv') => as('admin').admin.sources({ id })

const ask = (id: string, others?: Record<string, string | null>) =>
  settings(id).test.post({ ...(others && { addresses: others }) })

beforeEach(() => {
  first.requests.length = 0
  second.requests.length = 0
})
afterAll(() => Promise.all([first, second, archive, servers, register, library].map((simulator) => simulator.stop())))

describe('The test of a source', () => {
  test('asks each interface for a little, at the addresses that are saved or at others, which are not saved by it', async () => {
    expect((await ask('arxiv')).data).toMatchObject({
      ok: true,
      items: [
        { interface: 'rss', address: first.rssUrl, ok: true, message: 'arXiv answers.' },
        { interface: 'oai', address: first.oaiUrl, ok: true },
        { interface: 'api', address: first.apiUrl, ok: true },
      ],
    })
    expect(first.requests.map(({ door }) => door)).toEqual(['rss', 'oai', 'api'])
    expect((await ask('arxiv', { oai: second.oaiUrl })).data?.items[1]).toMatchObject({
      address: second.oaiUrl,
      ok: true,
    })
    expect(second.requests.map(({ door }) => door)).toEqual(['oai'])
    expect((await settings().get()).data?.addresses).toEqual(addresses)
  })

  test('says of each interface why it does not work, and leaves the state of the source as it was', async () => {
    // The feeds of arXiv have no list of changes, and its query interface no feeds.
    const { data } = await ask('arxiv', { rss: second.apiUrl, oai: second.rssUrl })
    expect(data).toMatchObject({
      ok: false,
      items: [
        { interface: 'rss', ok: false, message: expect.stringContaining('arXiv') },
        { interface: 'oai', ok: false, message: expect.stringContaining('arXiv') },
        { interface: 'api', ok: true },
      ],
    })
    expect((await ask('arxiv', { api: 'http://127.0.0.1:9/' })).data?.items[2]).toMatchObject({ ok: false })
    expect(await findSourceState('arxiv')).toMatchObject({ failing_since: null, failure: null, breaker: 'closed' })
    // A test that failed does not keep the next one from being sent.
    expect((await ask('arxiv')).data?.ok).toBe(true)
  })

  test.each(['eprint', 'biorxiv', 'crossref', 'pubmed'])(
    'knows an answer of %s from one of another service',
    async (id) => {
      expect((await ask(id)).data).toMatchObject({ ok: true, items: [{ ok: true }] })
      const [name = ''] = Object.keys((await settings(id).get()).data?.addresses ?? {})
      for (const other of [first.apiUrl, ...(id === 'eprint' ? [first.rssUrl] : [archive.apiUrl])])
        expect((await ask(id, { [name]: other })).data).toMatchObject({ ok: false, items: [{ ok: false }] })
    },
  )

  test('is refused for an address that could not be saved, a source that there is not, and a reader', async () => {
    expect(await ask('arxiv', { oai: 'ftp://mirror.example.org' })).toMatchObject({
      status: 422,
      error: { value: { error: { fields: { 'addresses.oai': expect.any(String) } } } },
    })
    expect((await ask('nowhere')).status).toBe(404)
    expect((await as('ada').admin.sources({ id: 'arxiv' }).test.post({})).status).toBe(403)
    expect(first.requests).toHaveLength(0)
  })
})

describe('A fetch of one source', () => {
  test('is queued for it alone', async () => {
    const { status, data } = await as('admin').admin['fetch-all-sources'].post({ source: 'biorxiv', days_back: 2 })
    expect(status).toBe(202)
    expect((await findJob(data?.id ?? ''))?.input).toEqual({ source: 'biorxiv', days_back: 2 })
  })

  test('is refused for a source that announces nothing, and for one that is switched off', async () => {
    const unknown = await as('admin').admin['fetch-all-sources'].post({ source: 'nowhere' })
    expect(unknown).toMatchObject({
      status: 422,
      error: { value: { error: { fields: { source: expect.any(String) } } } },
    })
    await settings('biorxiv').put({ enabled: false })
    expect((await as('admin').admin['fetch-all-sources'].post({ source: 'biorxiv' })).status).toBe(409)
  })
})
