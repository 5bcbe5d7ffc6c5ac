import { describe, expect, test } from 'bun:test'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { simOpenWork } from '#tests/simulators/openalex.ts'
import { article, articles, asked, signal, useOpenalex } from './source.ts'

const start = useOpenalex()
const KEY = 'invented-key'
const withKey = (key: string) => ({ readSettings: async () => ({ gap_ms: null, addresses: {}, key }) })
const SELECT =
  'select=id%2Cdoi%2Cids%2Ccited_by_count%2Cbest_oa_location%2Copen_access%2Clocations%2Cabstract_inverted_index'
const arxivDoi = (id: string) => `https://doi.org/10.48550/arxiv.${id}`

describe('OpenAlex', () => {
  test('is asked for DOIs in one list, with arXiv ids as DOIs, and for PMIDs in another one', async () => {
    const { simulator, read } = start([
      simOpenWork(1),
      simOpenWork(2, { doi: null, ids: { pmid: 'https://pubmed.ncbi.nlm.nih.gov/99900002' } }),
      simOpenWork(3, { doi: arxivDoi('2609.90003'), ids: { doi: arxivDoi('2609.90003') } }),
    ])
    const { facts, rejected } = await read([
      asked('pmid:99900002'),
      asked('arxiv:2609.90003'),
      asked('pmid:99900001', 'arxiv:2609.90001', 'doi:10.5555/jiv.2026.1'),
      asked('url:0123456789abcdef01234567'),
    ])
    expect(rejected).toEqual([])
    expect([...facts].map(([id, { url }]) => [id, url])).toEqual([
      ['pmid:99900001', 'https://openalex.org/W9999000001'],
      ['arxiv:2609.90003', 'https://openalex.org/W9999000003'],
      ['pmid:99900002', 'https://openalex.org/W9999000002'],
    ])
    expect(simulator.requests).toMatchObject([
      { url: `/works?filter=doi%3A10.48550%2Farxiv.2609.90003%7C10.5555%2Fjiv.2026.1&${SELECT}&per_page=100` },
      { url: `/works?filter=pmid%3A99900002&${SELECT}&per_page=100` },
    ])
    expect(simulator.requests[0]).toMatchObject({ method: 'GET', userAgent: 'Paperdawn/0.1 (mailto:ada@example.org)' })
    expect(simulator.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  test('is not asked without an id that it can read', async () => {
    const { simulator, read } = start([simOpenWork(1)])
    const none = { facts: new Map(), rejected: [] }
    expect(await read([])).toEqual(none)
    expect(await read(['pmc:9990001', 'doi:no', 'pmid:0', 'doi:10.5555/a b'].map((id) => asked(id)))).toEqual(none)
    expect(simulator.requests).toEqual([])
  })

  test('is asked alone for what a list leaves out: it may be a preprint that was merged into its article', async () => {
    const landing = 'http://arxiv.org/abs/2609.90001'
    const merged = simOpenWork(1, { locations: [{ landing_page_url: null }, { landing_page_url: landing }] })
    const { simulator, read, requested } = start([merged, simOpenWork(2)])
    simulator.foundAlone.set(merged.id, '10.48550/arxiv.2609.90001')
    const { facts, rejected } = await read([article(2), article(7), asked('arxiv:2609.90001')])
    expect(rejected).toEqual([])
    expect([...facts.keys()]).toEqual(['doi:10.5555/jiv.2026.2', 'arxiv:2609.90001'])
    expect(facts.get('arxiv:2609.90001')).toMatchObject({ url: merged.id, citations: 2 })
    expect(requested()).toEqual([
      'doi:10.5555/jiv.2026.2|10.5555/jiv.2026.7|10.48550/arxiv.2609.90001',
      '/works/doi:10.48550/arxiv.2609.90001',
      '/works/doi:10.5555/jiv.2026.7',
    ])
    expect(simulator.requests[1]?.url).toBe(`/works/doi:10.48550%2Farxiv.2609.90001?${SELECT}`)
  })

  test('is asked alone for 25 papers of a list at most, for preprints first', async () => {
    const { read, requested } = start([])
    await read([...articles(30), ...Array.from({ length: 20 }, (_, index) => asked(`arxiv:2609.900${index + 10}`))])
    expect(requested()).toHaveLength(26)
    expect(requested().filter((path) => path.startsWith('/works/doi:10.48550/arxiv.'))).toHaveLength(20)
  })

  test('is asked alone for a DOI that a list cannot have', async () => {
    const odd = ['10.5555/a,b', '10.5555/a|b', '10.5555/1<1:a>2.0.co;2-x', `10.5555/${'a'.repeat(200)}`, '10.5555/ü']
    const { read, requested } = start(
      odd.map((doi, index) => simOpenWork(index, { doi: `https://doi.org/${doi}`, ids: null })),
    )
    const { facts } = await read([article(1), ...odd.map((doi) => asked(`doi:${doi}`))])
    expect([...facts.keys()]).toEqual(odd.map((doi) => `doi:${doi}`))
    expect(requested()).toEqual([
      'doi:10.5555/jiv.2026.1',
      ...odd.map((doi) => `/works/doi:${doi}`),
      '/works/doi:10.5555/jiv.2026.1',
    ])
  })

  test('knows a preprint by the DOI of one of its versions', async () => {
    const { read } = start([simOpenWork(1, { doi: 'https://doi.org/10.21203/rs.3.rs-9/v2', ids: null })])
    expect((await read([asked('doi:10.21203/rs.3.rs-9')])).facts.size).toBe(1)
  })

  test('is asked in lists of a length that it reads', async () => {
    const dois = Array.from({ length: 50 }, (_, index) => `10.5555/${'a'.repeat(100)}.${index}`)
    const works = dois.map((doi, index) => simOpenWork(index, { doi: `https://doi.org/${doi}` }))
    const { simulator, read } = start(works)
    expect((await read(dois.map((doi) => asked(`doi:${doi}`)))).facts.size).toBe(50)
    expect(simulator.requests).toHaveLength(2)
    const preprints = Array.from({ length: 50 }, (_, index) => `10.22541/au.${1_000 + index}`)
    await read(preprints.map((doi) => asked(`doi:${doi}`)))
    for (const { url, status } of simulator.requests) {
      expect(url.length).toBeLessThan(4_000)
      // 404: it lacks the work.
      expect([200, 404]).toContain(status)
    }
  })

  test('redirects to the work into which another one was merged', async () => {
    const { simulator, read, requested } = start([
      simOpenWork(2, { locations: [{ landing_page_url: 'https://doi.org/10.5555/jiv.2026.1' }] }),
    ])
    simulator.moved.set('10.5555/jiv.2026.1', 'https://openalex.org/W9999000002')
    const { facts } = await read([article(1)])
    expect(facts.get('doi:10.5555/jiv.2026.1')).toMatchObject({ url: 'https://openalex.org/W9999000002' })
    expect(requested().slice(1)).toEqual(['/works/doi:10.5555/jiv.2026.1', '/works/W9999000002'])
  })

  test('is not believed when it answers about another work', async () => {
    const { simulator, read } = start([simOpenWork(2)])
    simulator.moved.set('10.5555/jiv.2026.1', 'https://openalex.org/W9999000002')
    const { facts, rejected } = await read([article(1)])
    expect([facts.size, rejected.map(({ reason }) => reason)]).toEqual([0, ['it is about another work']])
    simulator.onRequest = ({ url }) =>
      url.includes('filter=') ? Response.json({ meta: { count: 1 }, results: [simOpenWork(2)] }) : undefined
    expect((await read([article(3)])).facts.size).toBe(0)
  })

  test('has its own limits, whatever is set', () => {
    const { source, enrichment } = start([])
    expect(source).toMatchObject({
      id: 'openalex',
      name: 'OpenAlex',
      key: 'optional',
      defaults: { requestsPerDay: 800 },
    })
    expect(source.shortestGap(['https://api.openalex.org'])).toBe(100)
    expect(source.shortestGap(['http://127.0.0.1:1'])).toBe(0)
    expect(enrichment).toMatchObject({
      extent: 'without-abstract',
      prefixes: ['doi:', 'pmid:', 'arxiv:'],
      askedOnDays: [0, 1, 3, 7, 14, 30],
      batchMax: 50,
    })
  })
})

describe('The key of OpenAlex', () => {
  test('goes to the address that is saved, and to no other one: not in a test, not after a redirect', async () => {
    const other = start([]).simulator
    const { simulator, source, read } = start([simOpenWork(1)], withKey(KEY))
    expect((await read([article(1)])).facts.size).toBe(1)
    expect(await source.test?.({ api: other.apiUrl }, { signal })).toMatchObject([{ ok: true }])
    simulator.onRequest = ({ url }) =>
      new Response(null, { status: 301, headers: { location: url.replace(simulator.apiUrl, other.apiUrl) } })
    expect(await sentenceOf(read([article(1)]))).toBe(
      `source-unavailable: OpenAlex sent us to an address we do not follow (${other.apiUrl}).`,
    )
    expect(simulator.requests.map(({ headers }) => headers['authorization'])).toEqual(Array(2).fill(`Bearer ${KEY}`))
    expect(other.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined])
    expect(JSON.stringify(simulator.requests.map(({ url }) => url))).not.toContain(KEY)
  })

  test('that is refused is said by the test of its address, and left out of requests', async () => {
    const { simulator, source, read } = start([simOpenWork(1)], withKey('wrong-key'))
    expect((await read([article(1)])).facts.size).toBe(1)
    const [result] = (await source.test?.({ api: simulator.apiUrl }, { signal })) ?? []
    expect(result).toMatchObject({ ok: false, message: 'OpenAlex does not accept its key (401).' })
    expect(simulator.requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer wrong-key',
      undefined,
      'Bearer wrong-key',
    ])
  })

  test('is not what is refused when a request without it is, too', async () => {
    const { simulator, read } = start([simOpenWork(1)], withKey(KEY))
    simulator.onRequest = () => Response.json({ error: 'Forbidden', message: '' }, { status: 403 })
    expect(await sentenceOf(read([article(1)]))).toBe('source-unavailable: OpenAlex refuses us (403).')
    simulator.onRequest = null
    await read([article(1)])
    expect(simulator.requests.map(({ headers }) => headers['authorization'])).toEqual([
      `Bearer ${KEY}`,
      undefined,
      `Bearer ${KEY}`,
    ])
  })

  test('is missing where the service answers only with one', async () => {
    const none = start([])
    none.simulator.onRequest = () => Response.json({ error: 'API key required' }, { status: 401 })
    expect(await sentenceOf(none.read([article(1)]))).toBe(
      'source-unavailable: OpenAlex answers only with a key (401).',
    )
  })

  test('is not needed by the test of its address', async () => {
    const { simulator, source } = start([])
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([
      { interface: 'api', ok: true, message: 'OpenAlex answers.' },
    ])
    expect(simulator.requests).toMatchObject([
      { url: '/works?filter=doi%3A10.5555%2F12345678&select=id&per_page=1', status: 200 },
    ])
  })
})
