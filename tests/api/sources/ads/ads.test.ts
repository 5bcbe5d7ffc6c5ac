import { beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { createAdsSource, type AdsSource } from '#api/sources/ads/ads.ts'
import type { ServiceOptions } from '#api/sources/apiService.ts'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { asked, FAULTS, signal, useService, withKey } from '#tests/api/sources/useService.ts'
import { startAdsSimulator, type AdsSimulator, type SimDoc } from '#tests/simulators/ads.ts'

beforeEach(() => setClock(new Date('2026-11-24T12:00:00Z')))

const doc = (changes: Partial<SimDoc> = {}): SimDoc => ({
  bibcode: '2026JIV.....3...11Q',
  identifier: ['2026arXiv261190001Q', 'arXiv:2611.90001', '10.48550/arXiv.2611.90001', '10.5555/JIV.2026.0011'],
  citation_count: 2,
  ...changes,
})
const KEY = 'lantern-0123456789'
const PREPRINT = asked('arxiv:2611.90001')

const startService = useService<AdsSimulator, AdsSource>(createAdsSource)
function start(docs: SimDoc[], options: Partial<ServiceOptions> = {}) {
  const { simulator, source } = startService(startAdsSimulator({ docs }), { ...withKey(KEY), ...options })
  simulator.keys.add(KEY)
  const read = (...papers: ReturnType<typeof asked>[]) => source.enrichment.readFacts(papers, { signal })
  const linksOf = async (paper: ReturnType<typeof asked>) => (await read(paper)).facts.get(paper.id)?.links
  return { simulator, source, read, linksOf }
}

describe('NASA ADS', () => {
  test('knows citations and the article of a preprint, asked for in one search', async () => {
    const { simulator, source, read } = start([
      doc(),
      doc({ bibcode: '2026A&A...700A..11Q', identifier: ['10.5555/b', '10.5555/b'], citation_count: 0 }),
    ])
    const { facts, rejected } = await read(PREPRINT, asked('doi:10.5555/b'), asked('arxiv:astro-ph/9711200'))
    expect(rejected).toEqual([])
    expect([...facts]).toEqual([
      [
        'arxiv:2611.90001',
        {
          url: 'https://ui.adsabs.harvard.edu/abs/2026JIV.....3...11Q/abstract',
          citations: 2,
          links: [{ type: 'preprint-of', to: 'doi:10.5555/jiv.2026.0011' }],
        },
      ],
      ['doi:10.5555/b', { url: 'https://ui.adsabs.harvard.edu/abs/2026A%26A...700A..11Q/abstract', citations: 0 }],
    ])
    expect(simulator.requests.map(({ url, userAgent }) => [url, userAgent])).toEqual([
      [
        '/search/query?q=identifier%3A%28%22arXiv%3A2611.90001%22+OR+%2210.5555%2Fb%22+OR+' +
          '%22arXiv%3Aastro-ph%2F9711200%22%29&fl=bibcode%2Cidentifier%2Ccitation_count&rows=100',
        'Paperdawn/0.1 (mailto:ada@example.org)',
      ],
    ])
    expect(source).toMatchObject({ id: 'ads', name: 'NASA ADS', key: 'required' })
    expect(source.defaults).toEqual({ gapMs: 0, addresses: { api: simulator.apiUrl }, requestsPerDay: 2_500 })
    expect(source.shortestGap(['https://api.adsabs.harvard.edu/v1'])).toBe(1_000)
    expect(source.enrichment).toMatchObject({
      prefixes: ['arxiv:', 'doi:'],
      extent: 'all',
      archives: ['astro-ph', 'gr-qc'],
      askedOnDays: [2, 7, 30],
      batchMax: 50,
    })
  })

  test('links to no DOI that the paper has, and says of an article what is the same', async () => {
    const { linksOf } = start([doc(), doc({ bibcode: '2026JIV.....3...12Q', identifier: ['10.5555/a', '10.5555/b'] })])
    expect(await linksOf(asked(PREPRINT.id, 'doi:10.5555/jiv.2026.0011'))).toBeUndefined()
    expect(await linksOf(asked('doi:10.5555/a'))).toEqual([{ type: 'same-as', to: 'doi:10.5555/b' }])
  })

  test('is believed about the papers that were asked for alone', async () => {
    const { simulator, read } = start([])
    simulator.onRequest = () =>
      Response.json({
        response: { numFound: 1, docs: [{ bibcode: '2026JIV.....3...11Q', identifier: ['arXiv:2611.90009'] }] },
      })
    expect(await read(PREPRINT)).toEqual({ facts: new Map(), rejected: [] })
  })

  test('is not asked about papers that it has no ids of', async () => {
    const { simulator, read } = start([doc()])
    expect(await read(asked('pmid:7'), asked('doi:10.5555/a"'))).toEqual({ facts: new Map(), rejected: [] })
    expect(simulator.requests).toEqual([])
  })

  test('knows a late record on a later day', async () => {
    const { read } = start([doc({ entry_date: '2026-11-25T00:00:00Z' })])
    expect((await read(PREPRINT)).facts).toEqual(new Map())
    setClock(new Date('2026-11-26T12:00:00Z'))
    expect((await read(PREPRINT)).facts.size).toBe(1)
  })
})

describe('The key of NASA ADS', () => {
  test('is in a header of requests to the address that it is saved for alone', async () => {
    const { simulator, source, read } = start([doc()])
    await read(PREPRINT)
    expect(simulator.authorizations).toEqual([`Bearer ${KEY}`])
    const other = start([])
    expect(await source.test?.({ api: other.simulator.apiUrl }, { signal })).toMatchObject([
      { ok: false, message: 'NASA ADS answers only with a key (401).' },
    ])
    expect(other.simulator.authorizations).toEqual([null])
    // The service sends us elsewhere.
    simulator.onRequest = () =>
      new Response(null, { status: 302, headers: { location: `${other.simulator.apiUrl}/search/query` } })
    expect(await sentenceOf(read(PREPRINT))).toContain('sent us to an address we do not follow')
    expect(other.simulator.requests).toHaveLength(1)
    expect(simulator.requests.every(({ url }) => !url.includes(KEY))).toBe(true)
  })

  test('goes with a redirect on the same host', async () => {
    const { simulator, read } = start([doc()])
    simulator.onRequest = ({ url }) =>
      url.includes('again')
        ? undefined
        : new Response(null, { status: 302, headers: { location: `${url.replace(/^\w+:\/\/[^/]+/, '')}&again=1` } })
    expect((await read(PREPRINT)).facts.size).toBe(1)
    expect(simulator.authorizations).toEqual([`Bearer ${KEY}`])
  })

  test.each([
    ['that is refused', withKey('old'), 'does not accept its key'],
    ['that is absent', { readSettings: async () => ({ gap_ms: null, addresses: {} }) }, 'answers only with a key'],
  ])('%s is a failure, which is not repeated', async (_, settings, reason) => {
    const { simulator, read } = start([doc()], settings)
    expect(await sentenceOf(read(PREPRINT))).toBe(`source-unavailable: NASA ADS ${reason} (401).`)
    expect(simulator.requests).toHaveLength(1)
  })

  test('is another one for a test with a key that is not saved yet', async () => {
    const { simulator, source } = start([])
    const messageWith = async (key: string) => {
      const results = await source.test?.({ api: simulator.apiUrl }, { signal, key })
      return results?.[0]?.message
    }
    simulator.keys.add('typed-0123456789')
    expect(await messageWith('typed-0123456789')).toBe('NASA ADS answers.')
    expect(await messageWith('wrong-0123456789')).toBe('NASA ADS does not accept its key (401).')
    expect(simulator.authorizations).toEqual(['Bearer typed-0123456789', 'Bearer wrong-0123456789'])
    simulator.onRequest = () => Response.json({ error: 'Unknown key wrong-0123456789' }, { status: 400 })
    expect(await messageWith('wrong-0123456789')).toBe('NASA ADS answers 400: Unknown key ….')
  })

  test('is in no message of a failure and in no rejected entry, when the service repeats it', async () => {
    const { simulator, read } = start([doc()])
    simulator.onRequest = () => new Response(`Unknown key ${KEY}`, { status: 400 })
    expect(await sentenceOf(read(PREPRINT))).toBe('source-unavailable: NASA ADS answers 400.')
    simulator.onRequest = () => Response.json({ response: { numFound: 1, docs: [{ bibcode: KEY }] } })
    expect((await read(PREPRINT)).rejected).toMatchObject([{ raw: '{"bibcode":"…"}' }])
  })
})

describe('NASA ADS, when it', () => {
  test.each([
    ...FAULTS,
    { fault: 'too-busy' as const, tries: 2, reason: 'gave an answer that cannot be used: it is too busy (499)' },
    { fault: 'error' as const, tries: 2, reason: 'gave an answer that cannot be used: it has no list of records' },
    { fault: 'short' as const, tries: 2, reason: 'gave an answer that cannot be used: it has 0 records of 1' },
  ])('answers with $fault, is unavailable with the reason', async ({ fault, tries, reason }) => {
    const { simulator, read } = start([doc()])
    simulator.fail(fault, { times: tries })
    expect(await sentenceOf(read(PREPRINT))).toStartWith(`source-unavailable: NASA ADS ${reason}`)
    expect(simulator.requests).toHaveLength(tries)
    expect((await read(PREPRINT)).facts.size).toBe(1)
  })

  test('has had all requests of the day, is to be asked again on the next one', async () => {
    const { simulator, read } = start([doc()])
    simulator.requestsPerDay = 1
    await read(PREPRINT)
    const sentence = 'source-unavailable: NASA ADS asks us to slow down (429)'
    const ended = await sentenceOf(read(PREPRINT))
    expect(ended).toStartWith(sentence)
    // At midnight, rounded up to a minute.
    expect(ended).toMatch(/it may be asked again at 2026-11-25 00:0[01] UTC/)
  })

  test('is tested with its key, is asked for one record', async () => {
    const { simulator, source } = start([])
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([
      { interface: 'api', ok: true, message: 'NASA ADS answers.' },
    ])
    expect(simulator.requests.map(({ url }) => url)).toEqual(['/search/query?q=star&fl=bibcode&rows=1'])
    simulator.fail('error')
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([{ ok: false }])
  })
})
