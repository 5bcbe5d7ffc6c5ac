import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { log } from '#api/platform/log.ts'
import { createAdsSource } from '#api/sources/ads/ads.ts'
import { createEuropepmcSource } from '#api/sources/europepmc/europepmc.ts'
import { createInspireSource } from '#api/sources/inspire/inspire.ts'
import { createSemanticScholarSource } from '#api/sources/semanticScholar/semanticScholar.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { saveSourceSettings } from '#api/store/sources/sources.ts'
import { searchElsewhere } from '#api/services/imports/searchElsewhere.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { FAST_RETRIES, simulateArxiv, simulatePubmed } from '#tests/api/support/pipeline.ts'
import { withKey } from '#tests/api/sources/useService.ts'
import { startAdsSimulator } from '#tests/simulators/ads.ts'
import { startEuropepmcSimulator } from '#tests/simulators/europepmc.ts'
import { startInspireSimulator } from '#tests/simulators/inspire.ts'
import { simScholarPaper, startSemanticScholarSimulator } from '#tests/simulators/semanticScholar.ts'
import { simPaper } from '#tests/simulators/simPapers.ts'
import { simArticle } from '#tests/simulators/simArticles.ts'
import { useApp } from '#tests/support/app.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { simulator: arxiv, sources } = simulateArxiv()
const { simulator: pubmed, pubmed: pubmedSource } = simulatePubmed()
const [europepmc, inspire, ads, scholar] = [
  startEuropepmcSimulator(),
  startInspireSimulator(),
  startAdsSimulator(),
  startSemanticScholarSimulator(),
]
ads.keys.add('invented-key')
const optionsOf = ({ apiUrl }: { apiUrl: string }) => ({
  apiUrl,
  gapMs: 0,
  contactEmail: 'papers@example.org',
  rateLimit: mongoRateLimit(),
  retries: FAST_RETRIES,
  ...withKey('invented-key'),
})
for (const source of [
  pubmedSource,
  createEuropepmcSource(optionsOf(europepmc)),
  createInspireSource(optionsOf(inspire)),
  createAdsSource(optionsOf(ads)),
  createSemanticScholarSource(optionsOf(scholar)),
])
  sources.set(source.id, source)
const simulators = { arxiv, pubmed, europepmc, inspire, ads, s2: scholar }
type Id = keyof typeof simulators

const { as, signedOut } = useApp({ sources })
/** The answers of the last minutes are kept by the words: each test has its own. */
let word = 0
const ownWord = () => `lantern${(word += 1)}`

beforeEach(() => {
  setClock(new Date('2026-11-24T12:00:00Z'))
  for (const { requests } of Object.values(simulators)) requests.length = 0
})
afterEach(() => setClock(null))
afterAll(() => Promise.all(Object.values(simulators).map(({ stop }) => stop())))

const search = (source: string, q: string, name = 'ada') =>
  as(name).papers.search.elsewhere.get({ query: { source, q } })
const failureOf = ({ status, error }: Awaited<ReturnType<typeof search>>) => [
  status,
  (error?.value as { error: { code: string; message: string } } | undefined)?.error.message,
]

/** Lets the service have one paper with this word in its title. */
const have: Readonly<Record<Id, (title: string) => void>> = {
  arxiv: (title) =>
    arxiv.papers.push(
      simPaper({ id: '1706.90001', title, journal_ref: 'J. Imag. Vis. 3', versions: [{ at: new Date('2017-06-12') }] }),
    ),
  pubmed: (title) => pubmed.articles.push(simArticle({ pmid: '99900001', title: `${title}.` })),
  europepmc: (title) =>
    europepmc.results.push({ id: '99900002', source: 'MED', pmid: '99900002', doi: '10.5555/A', title: `${title}.` }),
  inspire: (title) =>
    inspire.hits.push({ control_number: 7, title, arxiv_eprints: [{ value: '1706.90002', categories: ['hep-th'] }] }),
  ads: (title) => ads.docs.push({ bibcode: '2026JIV.....3...11Q', title, identifier: ['arXiv:1706.90003'] }),
  s2: (title) => scholar.papers.push(simScholarPaper(1, { title, venue: 'NeurIPS' })),
}

describe('A search elsewhere', () => {
  test.each<[Id, object]>([
    [
      'arxiv',
      { ref: 'arxiv:1706.90001', year: 2017, venue: 'J. Imag. Vis. 3', url: 'https://arxiv.org/abs/1706.90001' },
    ],
    ['pubmed', { ref: 'pmid:99900001', url: 'https://pubmed.ncbi.nlm.nih.gov/99900001' }],
    [
      'europepmc',
      {
        ref: 'pmid:99900002',
        authors: ['Quillfeather M', 'Odinsson T'],
        year: 2026,
        venue: 'Journal of Invented Medicine',
        url: 'https://europepmc.org/article/MED/99900002',
      },
    ],
    [
      'inspire',
      {
        ref: 'arxiv:1706.90002',
        authors: ['Mirela Quillfeather'],
        year: 2026,
        venue: 'J.Imag.Vis.',
        url: 'https://inspirehep.net/literature/7',
      },
    ],
    [
      'ads',
      {
        ref: 'arxiv:1706.90003',
        authors: ['Mirela Quillfeather', 'Tomás Odinsson'],
        year: 2026,
        venue: 'Journal of Imaginary Vision',
        url: 'https://ui.adsabs.harvard.edu/abs/2026JIV.....3...11Q/abstract',
      },
    ],
    ['s2', { ref: 'arxiv:2609.90001', authors: ['Mirela Quillfeather'], year: 2026, venue: 'NeurIPS' }],
  ])('at %s lists its papers with all words, which can be looked up by their ids', async (id, expected) => {
    const own = ownWord()
    have[id](`Counting ${own} by night`)
    const { data, status } = await search(id, `night ${own}`)
    expect(status).toBe(200)
    expect(data).toMatchObject({ source: id, words: `night ${own}`, total: 1, unreadable: 0 })
    expect(data?.items).toMatchObject([
      { title: `Counting ${own} by night`, title_segments: [{ text: `Counting ${own} by night` }], ...expected },
    ])
    expect(data?.items[0]).not.toHaveProperty('paper')
    expect((await search(id, `day ${own}`)).data).toMatchObject({ items: [], total: 0 })
  })

  test('marks papers that the library has, as whichever record, with what the reader did with them', async () => {
    const own = ownWord()
    for (const id of ['1706.90011', '1706.90012'])
      arxiv.papers.push(simPaper({ id, title: `About ${own}`, versions: [{ at: new Date('2017-06-12') }] }))
    await storePapers([1], { _id: 'arxiv:1706.90011' })
    const item = await as('ada').users.me['reading-list'].post({ paper_id: 'arxiv:1706.90011' })
    const items = (await search('arxiv', own)).data?.items ?? []
    const stored = items.find(({ paper }) => paper !== undefined)
    expect(items.map(({ ref }) => ref).toSorted()).toEqual(['arxiv:1706.90012', undefined])
    expect(stored).toMatchObject({ paper: { id: 'arxiv:1706.90011' }, saved_item_id: item.data?.id })
    expect((await search('arxiv', own, 'ben')).data?.items.some(({ saved_item_id }) => saved_item_id)).toBe(false)
  })

  test('gives no way to look up a paper without an id, or whose source is off', async () => {
    const own = ownWord()
    inspire.hits.push({ control_number: 8, title: `Thesis on ${own}` })
    inspire.hits.push({ control_number: 9, title: own, arxiv_eprints: [{ value: '1706.90021', categories: [] }] })
    await saveSourceSettings('arxiv', { enabled: false })
    const { data } = await search('inspire', own)
    expect(data?.items.map(({ url, ref }) => [url.split('/').at(-1), ref])).toEqual([
      ['8', undefined],
      ['9', undefined],
    ])
  })

  test('counts the papers whose records cannot be read', async () => {
    const own = ownWord()
    for (const control_number of [11, 12]) inspire.hits.push({ control_number, title: own })
    inspire.hits.push({ control_number: 13, title: own, changes: { titles: 'none' } })
    expect((await search('inspire', own)).data).toMatchObject({ items: [{}, {}], total: 3, unreadable: 1 })
  })

  test('is offered with each search of the library, at the services that are on', async () => {
    const offered = async () =>
      (await as('ada').papers.search.get({ query: { q: '1706.99999' } })).data?.elsewhere?.map(({ name }) => name)
    expect(await offered()).toEqual(['arXiv', 'PubMed', 'Europe PMC', 'INSPIRE', 'NASA ADS', 'Semantic Scholar'])
    for (const id of ['pubmed', 'ads', 's2']) await saveSourceSettings(id, { enabled: false })
    expect(await offered()).toEqual(['arXiv', 'Europe PMC', 'INSPIRE'])
    expect(failureOf(await search('ads', 'reeds'))).toEqual([409, 'NASA ADS is switched off in this library.'])
    expect(failureOf(await search('crossref', 'reeds'))).toEqual([404, 'There is no such service to search at.'])
    expect((await signedOut.papers.search.elsewhere.get({ query: { source: 'ads', q: 'reeds' } })).status).toBe(401)
  })
})

/** What each service was asked for with a query. */
const sentTo = async (id: Id, q: string) => {
  const { requests } = simulators[id]
  requests.length = 0
  const { status } = await search(id, q, `reader of ${id}`)
  const name = { arxiv: 'search_query', pubmed: 'term', europepmc: 'query', s2: 'query', inspire: 'q', ads: 'q' }[id]
  return [status, new URL(requests[0]?.url ?? '/', 'http://x').searchParams.get(name)] as const
}

test.each<[string, string, readonly string[]]>([
  [
    'signs of query languages',
    'a1" OR all:* AND (b1) [x TO y]~2 ^3 \\ {c1} id:1 "',
    ['a1', 'b1', 'x', 'y', '2', '3', 'c1', 'id', '1'],
  ],
  ['operators', 'lamps2 AND NOT oil2 ANDNOT gas2 OR wax2', ['lamps2', 'gas2', 'wax2']],
  [
    'fields, days and excluded words of the library',
    'title:"night3 lamps3" author:linde3 cat:cs.LG year:2020 -oil3',
    ['night3', 'lamps3', 'linde3'],
  ],
  ['control characters', 'night4\u0001\u001b[31m\u2028lamps4\r\nX-Key: 1', ['night4', '31m', 'lamps4', 'X-Key', '1']],
  [
    'other scripts and signs in words',
    'β5-Zerfall “O’Brien” 光5 3.5 covid-19',
    ['β5-Zerfall', "O'Brien", '光5', '3.5', 'covid-19'],
  ],
])('%s are no part of the query of any service', async (_what, q, words) => {
  const quoted = words.map((one) => `"${one}"`).join(' AND ')
  const plain = words.join(' ')
  expect(await sentTo('arxiv', q)).toEqual([200, words.map((one) => `all:"${one}"`).join(' AND ')])
  expect(await sentTo('pubmed', q)).toEqual([200, plain])
  expect(await sentTo('europepmc', q)).toEqual([200, quoted])
  expect(await sentTo('inspire', q)).toEqual([200, quoted])
  expect(await sentTo('ads', q)).toEqual([200, quoted])
  expect(await sentTo('s2', q)).toEqual([200, plain.replaceAll(/[-'.]/g, ' ')])
})

test('a query without a word is refused, and a very long one is cut to whole words', async () => {
  expect((await search('arxiv', '"" -- ((*')).status).toBe(422)
  expect((await search('arxiv', 'and OR not')).status).toBe(422)
  expect((await search('arxiv', 'x'.repeat(257))).status).toBe(422)
  expect(arxiv.requests).toHaveLength(0)
  const [, sent] = await sentTo(
    'arxiv',
    Array.from({ length: 64 }, (_, at) => `z${at}`)
      .join(' ')
      .slice(0, 256),
  )
  expect(sent?.match(/all:/g)).toHaveLength(30)
})

describe('A service that does not answer', () => {
  const faults: [Id, Parameters<typeof inspire.fail>[0], string][] = [
    ['inspire', 'unavailable', 'INSPIRE answers 503. Try again in a minute.'],
    [
      'europepmc',
      'html',
      'Europe PMC gave an answer that cannot be used: it is a page of HTML. Try again in a minute.',
    ],
    ['ads', 'truncated', 'NASA ADS gave an answer that cannot be used: it is no JSON. Try again in a minute.'],
    [
      'europepmc',
      'other-json',
      'Europe PMC gave an answer that cannot be used: it has no list of records. Try again in a minute.',
    ],
  ]
  test.each(faults)('is said so: %s, %s', async (id, fault, message) => {
    ;(simulators[id] as typeof inspire).fail(fault)
    const q = ownWord()
    expect(failureOf(await search(id, q))).toEqual([502, message])
    expect(simulators[id].requests).toHaveLength(1)
    expect((await search(id, q)).status).toBe(200)
  })

  test('because there were too many requests is left alone, with the seconds to wait', async () => {
    inspire.fail('rate-limited', { retryAfter: '60' })
    expect((await search('inspire', ownWord())).status).toBe(502)
    const second = await search('inspire', ownWord())
    expect(second.status).toBe(502)
    expect(Number(new Headers(second.headers).get('retry-after'))).toBeGreaterThan(50)
    expect(inspire.requests).toHaveLength(1)
  })

  test('because it refuses the search says nothing of the words, nor does the log', async () => {
    const lines: unknown[] = []
    const warn = log.warn
    log.warn = ((...line: unknown[]) => lines.push(line)) as typeof log.warn
    const q = ownWord()
    for (const [id, name] of [
      ['ads', 'NASA ADS'],
      ['s2', 'Semantic Scholar'],
      ['europepmc', 'Europe PMC'],
    ] as const) {
      simulators[id].onRequest = (request) =>
        Response.json({ error: `Cannot parse ${decodeURIComponent(request.url)}`, message: q }, { status: 400 })
      expect(failureOf(await search(id, q))).toEqual([
        502,
        `${name} did not accept this search (400). Try again in a minute.`,
      ])
      simulators[id].onRequest = null
    }
    log.warn = warn
    expect(lines).toHaveLength(3)
    expect(Bun.inspect(lines, { depth: 12 })).not.toContain(q)
  })
})

test('a slow service is not waited for longer than a reader waits, and few searches wait for it', async () => {
  const gate = Promise.withResolvers<undefined>()
  europepmc.onRequest = () => gate.promise
  const words = Array.from({ length: 5 }, ownWord)
  const ask = (q = '') =>
    searchElsewhere(
      { sources },
      { _id: 'ada' },
      { source: 'europepmc', q },
      { countRequest: () => undefined, waitMs: 1 },
    )
  for (const q of words.slice(0, 4))
    expect((await errorOf(ask(q))).message).toBe('Europe PMC did not answer in time. Try again in a minute.')
  const { message, details } = await errorOf(ask(words[4]))
  expect([message, details.retryAfter]).toEqual(['Many searches are being asked for at Europe PMC.', 15])
  gate.resolve(undefined)
  europepmc.onRequest = null
  await waitUntil(async () => europepmc.requests.filter(({ endedAt }) => Number.isFinite(endedAt)).length === 4)
  expect(europepmc.maxConcurrentRequests).toBe(1)
  expect(await waitUntil(() => ask(words[0]).catch(() => false))).toMatchObject({ total: 0 })
  expect(europepmc.requests).toHaveLength(4)
})

test('the same words are asked for once, also by another reader, and a reader has 20 new searches an hour', async () => {
  const q = ownWord()
  for (const name of ['cy', 'cy', 'dee']) expect((await search('arxiv', q.toUpperCase(), name)).status).toBe(200)
  expect(arxiv.requests).toHaveLength(1)
  const statuses: number[] = []
  for (let at = 0; at < 20; at += 1) statuses.push((await search('arxiv', ownWord(), 'cy')).status)
  expect(statuses).toEqual([...Array<number>(19).fill(200), 429])
  expect((await search('arxiv', q, 'cy')).status).toBe(200)
  expect((await search('arxiv', ownWord(), 'dee')).status).toBe(200)
})
