import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { asked, FAULTS, signal, withKey } from '#tests/api/sources/useService.ts'
import { ARTICLE, article, PREPRINT, preprint, useEuropepmc } from './source.ts'

const start = useEuropepmc()

describe('Europe PMC', () => {
  test('knows abstracts and citations by DOI, PMID and PMC id, asked for in one search', async () => {
    const { simulator, source, read } = start([
      article(),
      article({ id: '99900002', pmid: '99900002', pmcid: undefined, doi: undefined, abstractText: undefined }),
      article({ id: 'PMC9990003', source: 'PMC', pmid: undefined, pmcid: 'PMC9990003', doi: undefined }),
    ])
    const { facts, rejected } = await read(
      ARTICLE,
      asked('pmid:99900002'),
      asked('pmc:9990003'),
      asked('doi:10.5555/none'),
    )
    expect(rejected).toEqual([])
    expect([...facts]).toEqual([
      [
        'doi:10.5555/jiv.2026.0011',
        { url: 'https://europepmc.org/article/MED/99900001', abstract: 'We count lanterns.', citations: 2 },
      ],
      ['pmid:99900002', { url: 'https://europepmc.org/article/MED/99900002', citations: 2 }],
      [
        'pmc:9990003',
        { url: 'https://europepmc.org/article/PMC/PMC9990003', abstract: 'We count lanterns.', citations: 2 },
      ],
    ])
    expect(simulator.requests.map(({ url, userAgent }) => [url, userAgent])).toEqual([
      [
        '/search?query=DOI%3A%2210.5555%2Fjiv.2026.0011%22+OR+EXT_ID%3A99900002+OR+PMCID%3APMC9990003+OR+' +
          'DOI%3A%2210.5555%2Fnone%22&resultType=core&format=json&pageSize=100',
        'Paperdawn/0.1 (mailto:ada@example.org)',
      ],
    ])
    expect(source).toMatchObject({ id: 'europepmc', name: 'Europe PMC' })
    expect(source.key).toBeUndefined()
    expect(source.defaults).toEqual({ gapMs: 0, addresses: { api: simulator.apiUrl }, requestsPerDay: 2_000 })
    expect(source.shortestGap(['https://www.ebi.ac.uk/europepmc/webservices/rest'])).toBe(1_000)
    expect(source.enrichment).toMatchObject({
      prefixes: ['doi:', 'pmid:', 'pmc:'],
      extent: 'without-abstract',
      askedOnDays: [0, 1, 3, 7, 14, 30],
      batchMax: 40,
    })
  })

  test('has the newest version with an abstract, and the record of the article before that of the preprint', async () => {
    const { read } = start([
      preprint({ abstractText: 'The first.' }),
      preprint({ id: 'PPR999003', versionNumber: 3, abstractText: undefined }),
      preprint({ id: 'PPR999002', versionNumber: 2, abstractText: 'The second.' }),
      article({ abstractText: undefined }),
    ])
    expect((await read(PREPRINT)).facts.get(PREPRINT.id)).toMatchObject({
      abstract: 'The second.',
      url: 'https://europepmc.org/article/PPR/PPR999002',
    })
    const joined = asked(ARTICLE.id, PREPRINT.id)
    expect((await read(joined)).facts.get(ARTICLE.id)?.abstract).toBe('The second.')
    const whole = start([preprint(), article()])
    expect((await whole.read(joined)).facts.get(ARTICLE.id)?.abstract).toBe('We count lanterns.')
  })

  test('has the record of PubMed before others with the same DOI, whatever their order', async () => {
    const doi = '10.5555/jiv.2026.0011'
    const others = ['AGR', 'PMC', 'PAT'].map((source, index) =>
      article({ id: `${index}`, source, doi, citedByCount: 0 }),
    )
    const results = [...others, article(), article({ id: '99900009', pmid: '99900009' })]
    for (const ordered of [results, results.toReversed()]) {
      const { facts } = await start(ordered).read(ARTICLE)
      expect(facts.get(ARTICLE.id)?.url).toBe('https://europepmc.org/article/MED/99900001')
    }
  })

  test('is believed about the papers that were asked for alone', async () => {
    const { simulator, read } = start([])
    // The number is one of a patent, too.
    simulator.results.push(article({ id: '1', source: 'PAT', pmid: undefined, pmcid: undefined, doi: undefined }))
    expect((await read(asked('pmid:1'))).facts).toEqual(new Map())
    simulator.onRequest = () =>
      Response.json({ hitCount: 1, resultList: { result: [{ id: '7', source: 'MED', doi: '10.5555/other' }] } })
    expect((await read(ARTICLE)).facts).toEqual(new Map())
  })

  test('links a preprint and its article, unless they are joined already', async () => {
    const { read } = start([
      preprint({ corrections: [{ id: '99900001', source: 'MED', type: 'Preprint of' }] }),
      article({
        corrections: [
          { id: 'PPR999001', source: 'PPR', type: 'Preprint in' },
          { id: '99900009', source: 'MED', type: 'Preprint in' },
          { id: '99900010', source: 'MED', type: 'Erratum in' },
        ],
      }),
    ])
    const { facts } = await read(PREPRINT, ARTICLE)
    expect(facts.get(PREPRINT.id)?.links).toEqual([{ type: 'preprint-of', to: 'pmid:99900001' }])
    // The number of a preprint in Europe PMC is none elsewhere.
    expect(facts.get(ARTICLE.id)?.links).toEqual([{ type: 'has-preprint', to: 'pmid:99900009' }])
    expect((await read(asked(PREPRINT.id, 'pmid:99900001'))).facts.get(PREPRINT.id)?.links).toBeUndefined()
    // The record of its preprint says nothing about the article itself.
    const other = asked('doi:10.5555/b', PREPRINT.id)
    expect((await read(other)).facts.get(other.id)).toMatchObject({ abstract: 'We invent lanterns.' })
    expect((await read(other)).facts.get(other.id)?.links).toBeUndefined()
  })

  test('knows a late record on a later day', async () => {
    const { read } = start([article({ firstIndexDate: '2026-11-30' })])
    expect((await read(ARTICLE)).facts).toEqual(new Map())
    setClock(new Date('2026-12-01T12:00:00Z'))
    expect((await read(ARTICLE)).facts.size).toBe(1)
  })

  test('is sent no key', async () => {
    const { simulator, read } = start([article()], withKey('lantern'))
    await read(ARTICLE)
    expect(simulator.authorizations).toEqual([null])
  })
})

describe('Europe PMC, when it', () => {
  test.each([
    ...FAULTS,
    {
      fault: 'error' as const,
      tries: 2,
      reason: 'gave an answer that cannot be used: it says “No query was given.”',
    },
    { fault: 'no-list' as const, tries: 2, reason: 'gave an answer that cannot be used: it has no list of records' },
    { fault: 'short' as const, tries: 2, reason: 'gave an answer that cannot be used: it has 0 records of 1' },
    { fault: 'drifting-count' as const, tries: 2, reason: 'gave an answer that cannot be used: it has 1 records of 4' },
  ])('answers with $fault, is unavailable with the reason', async ({ fault, tries, reason }) => {
    const { simulator, read } = start([article()])
    simulator.fail(fault, { times: tries })
    expect(await sentenceOf(read(ARTICLE))).toStartWith(`source-unavailable: Europe PMC ${reason}`)
    expect(simulator.requests).toHaveLength(tries)
    expect((await read(ARTICLE)).facts.size).toBe(1)
  })

  test('fails in the second half of a search, gives no facts of the first', async () => {
    const dois = Array.from({ length: 40 }, (_, index) => `10.5555/${'lantern.'.repeat(12)}${index}`)
    const { simulator, read } = start([])
    simulator.onRequest = ({ url }) => (url.includes('lantern.39%22') ? new Response('', { status: 500 }) : undefined)
    expect(await sentenceOf(read(...dois.map((doi) => asked(`doi:${doi}`))))).toBe(
      'source-unavailable: Europe PMC answers 500.',
    )
  })

  test('asks for a pause, gets it', async () => {
    const { simulator, read } = start([article()])
    simulator.fail('rate-limited', { retryAfter: '3000' })
    expect(await sentenceOf(read(ARTICLE))).toStartWith('source-unavailable: Europe PMC asks us to slow down (429)')
    expect(await sentenceOf(read(ARTICLE))).toStartWith('source-unavailable: Europe PMC asked for a pause')
    expect(simulator.requests).toHaveLength(1)
  })

  test('is tested, is asked for one record', async () => {
    const { simulator, source } = start([])
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([
      { interface: 'api', ok: true, message: 'Europe PMC answers.' },
    ])
    expect(simulator.requests.map(({ url }) => url)).toEqual([
      '/search?query=EXT_ID%3A1&resultType=idlist&format=json&pageSize=1',
    ])
    simulator.fail('error')
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([{ ok: false }])
  })
})
