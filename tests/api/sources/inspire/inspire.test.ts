import { beforeEach, describe, expect, test } from 'bun:test'
import { now, setClock } from '#api/platform/clock.ts'
import type { ServiceOptions } from '#api/sources/apiService.ts'
import { createInspireSource, type InspireSource } from '#api/sources/inspire/inspire.ts'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { asked, FAULTS, signal, useService, withKey } from '#tests/api/sources/useService.ts'
import { startInspireSimulator, type InspireSimulator, type SimHit } from '#tests/simulators/inspire.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

beforeEach(() => setClock(new Date('2026-11-24T12:00:00Z')))

const hit = (changes: Partial<SimHit> = {}): SimHit => ({
  control_number: 2_999_001,
  arxiv_eprints: [{ value: '2611.90001', categories: ['hep-th', 'cs.LG'] }],
  dois: [{ value: '10.5555/JIV.2026.0011', material: 'publication' }],
  citation_count: 2,
  ...changes,
})
const PREPRINT = asked('arxiv:2611.90001')
const FIELDS = 'fields=control_number%2Carxiv_eprints%2Cdois%2Ccitation_count&size=100'

const startService = useService<InspireSimulator, InspireSource>(createInspireSource)
function start(hits: SimHit[], options: Partial<ServiceOptions> = {}) {
  const { simulator, source } = startService(startInspireSimulator({ hits }), options)
  const read = (...papers: ReturnType<typeof asked>[]) => source.enrichment.readFacts(papers, { signal })
  const linksOf = async (paper: ReturnType<typeof asked>) => (await read(paper)).facts.get(paper.id)?.links
  return { simulator, source, read, linksOf }
}

describe('INSPIRE', () => {
  test('knows citations and the article of a preprint, asked for in one search', async () => {
    const { simulator, source, read } = start([
      hit(),
      hit({ control_number: 2, arxiv_eprints: [{ value: 'hep-th/9711200', categories: ['hep-th'] }], dois: undefined }),
      hit({ control_number: 3, arxiv_eprints: undefined, dois: [{ value: '10.5555/c', material: 'publication' }] }),
    ])
    const papers = [PREPRINT, asked('arxiv:hep-th/9711200'), asked('doi:10.5555/c'), asked('arxiv:2611.90009')]
    const { facts, rejected } = await read(...papers)
    expect(rejected).toEqual([])
    expect([...facts]).toEqual([
      [
        'arxiv:2611.90001',
        {
          url: 'https://inspirehep.net/literature/2999001',
          citations: 2,
          links: [{ type: 'preprint-of', to: 'doi:10.5555/jiv.2026.0011' }],
        },
      ],
      ['arxiv:hep-th/9711200', { url: 'https://inspirehep.net/literature/2', citations: 2 }],
      ['doi:10.5555/c', { url: 'https://inspirehep.net/literature/3', citations: 2 }],
    ])
    expect(simulator.requests.map(({ url, userAgent }) => [url, userAgent])).toEqual([
      [
        '/literature?q=arxiv_eprints.value%3A2611.90001+OR+arxiv_eprints.value%3A%22hep-th%2F9711200%22+OR+' +
          `dois.value%3A%2210.5555%2Fc%22+OR+arxiv_eprints.value%3A2611.90009&${FIELDS}`,
        'Paperdawn/0.1 (mailto:ada@example.org)',
      ],
    ])
    expect(source).toMatchObject({ id: 'inspire', name: 'INSPIRE' })
    expect(source.key).toBeUndefined()
    expect(source.defaults).toEqual({ gapMs: 0, addresses: { api: simulator.apiUrl }, requestsPerDay: 2_000 })
    expect(source.shortestGap(['https://inspirehep.net/api'])).toBe(500)
    expect(source.enrichment).toMatchObject({ extent: 'all', askedOnDays: [2, 7, 30], batchMax: 25 })
    expect(source.enrichment.archives).toContain('hep-th')
  })

  test('links only to the publication, and to nothing that the paper has already', async () => {
    const { linksOf } = start([
      hit({
        dois: [
          { value: '10.5555/jiv.2026.0011', material: 'publication' },
          { value: '10.5555/jiv.2026.0099', material: 'erratum' },
          { value: '10.5555/jiv.2026.0088' },
          { value: '10.48550/arXiv.2611.90001', material: 'publication' },
        ],
      }),
    ])
    expect(await linksOf(PREPRINT)).toEqual([{ type: 'preprint-of', to: 'doi:10.5555/jiv.2026.0011' }])
    expect(await linksOf(asked(PREPRINT.id, 'doi:10.5555/jiv.2026.0011'))).toBeUndefined()
  })

  test('says of an article what is the same, and nothing of papers that it is only joined with', async () => {
    const dois = ['10.5555/a', '10.5555/b'].map((value) => ({ value, material: 'publication' }))
    const { linksOf, read } = start([hit({ arxiv_eprints: undefined, dois })])
    expect(await linksOf(asked('doi:10.5555/a'))).toEqual([{ type: 'same-as', to: 'doi:10.5555/b' }])
    const joined = asked('pmid:7', 'doi:10.5555/a')
    expect((await read(joined)).facts.get('pmid:7')).toEqual({
      url: 'https://inspirehep.net/literature/2999001',
      citations: 2,
    })
  })

  test('joins no two papers of arXiv, and no collection of articles', async () => {
    const two = ['2611.90001', '2611.90002'].map((value) => ({ value, categories: ['hep-th'] }))
    expect(await start([hit({ arxiv_eprints: two })]).linksOf(PREPRINT)).toBeUndefined()
    const dois = Array.from({ length: 3_000 }, (_, index) => ({ value: `10.5555/${index}`, material: 'publication' }))
    expect(await start([hit({ dois })]).linksOf(PREPRINT)).toBeUndefined()
  })

  test('has the most cited of several records of a paper, whatever their order', async () => {
    const hits = [2, 7, 7].map((citation_count, index) => hit({ control_number: index + 1, citation_count }))
    for (const ordered of [hits, hits.toReversed()]) {
      const { facts } = await start(ordered).read(PREPRINT)
      expect(facts.get(PREPRINT.id)).toMatchObject({ url: 'https://inspirehep.net/literature/2', citations: 7 })
    }
  })

  test('is not taken for a record of an erratum, or of another paper', async () => {
    const { simulator, read } = start([hit({ dois: [{ value: '10.5555/e', material: 'erratum' }] })])
    expect((await read(asked('doi:10.5555/e'))).facts).toEqual(new Map())
    simulator.onRequest = () =>
      Response.json({ hits: { total: 1, hits: [{ id: '7', metadata: { control_number: 7 } }] } })
    expect((await read(PREPRINT)).facts).toEqual(new Map())
  })

  test('is not asked about papers that it has no ids of', async () => {
    const { simulator, read } = start([hit()])
    expect(await read(asked('pmid:7'), asked('doi:10.5555/a"'))).toEqual({ facts: new Map(), rejected: [] })
    expect(simulator.requests).toEqual([])
  })

  test('knows a late record on a later day', async () => {
    const { read } = start([hit({ created: '2026-11-25T00:00:00.000000+00:00' })])
    expect((await read(PREPRINT)).facts).toEqual(new Map())
    setClock(new Date('2026-11-26T12:00:00Z'))
    expect((await read(PREPRINT)).facts.size).toBe(1)
  })

  test('is sent no key', async () => {
    const { simulator, read } = start([hit()], withKey('lantern'))
    await read(PREPRINT)
    expect(simulator.authorizations).toEqual([null])
  })
})

/** A rate limit that lets the product's clock run on in place of a pause, and the pauses. */
function watchPauses() {
  const pauses: [string, number][] = []
  const rateLimit: ServiceOptions['rateLimit'] = {
    ...localRateLimit(),
    async pause(key, ms) {
      pauses.push([key, ms])
      setClock(new Date(now().getTime() + ms))
    },
  }
  return { pauses, rateLimit }
}

describe('INSPIRE, when it', () => {
  test('refuses requests, is left alone for as long as it counts them', async () => {
    const { pauses, rateLimit } = watchPauses()
    const { simulator, read } = start([hit()], { rateLimit })
    for (let request = 0; request < 16; request += 1) expect((await read(PREPRINT)).facts.size).toBe(1)
    expect(simulator.requests.map(({ status }) => status)).toEqual([...Array(15).fill(200), 429, 200])
    expect(pauses).toEqual([['inspire', 5_000]])
  })

  test.each([
    ['1', 5_000],
    ['30', 30_000],
  ])('asks for a pause of %s s, gets one of %d ms', async (retryAfter, pauseMs) => {
    const { pauses, rateLimit } = watchPauses()
    const { simulator, read } = start([hit()], { rateLimit, retries: { tries: 1 } })
    simulator.fail('rate-limited', { retryAfter })
    expect(await sentenceOf(read(PREPRINT))).toStartWith('source-unavailable: INSPIRE asks us to slow down (429)')
    expect(pauses).toEqual([['inspire', pauseMs]])
  })

  test.each([
    ...FAULTS,
    { fault: 'short' as const, tries: 2, reason: 'gave an answer that cannot be used: it has 0 records of 1' },
  ])('answers with $fault, is unavailable with the reason', async ({ fault, tries, reason }) => {
    const { simulator, read } = start([hit()], watchPauses())
    simulator.fail(fault, { times: tries })
    expect(await sentenceOf(read(PREPRINT))).toStartWith(`source-unavailable: INSPIRE ${reason}`)
    expect(simulator.requests).toHaveLength(tries)
    expect((await read(PREPRINT)).facts.size).toBe(1)
  })

  test('is tested, is asked for one record', async () => {
    const { simulator, source } = start([])
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([
      { interface: 'api', ok: true, message: 'INSPIRE answers.' },
    ])
    expect(simulator.requests.map(({ url }) => url)).toEqual([
      '/literature?q=control_number%3A1&fields=control_number&size=1',
    ])
    simulator.fail('other-json')
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([{ ok: false }])
  })
})
