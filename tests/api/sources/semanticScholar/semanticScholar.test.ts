import { describe, expect, test } from 'bun:test'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { simScholarPaper } from '#tests/simulators/semanticScholar.ts'
import { arxivPaper, arxivPapers, asked, KEY, signal, useSemanticScholar } from './source.ts'

const start = useSemanticScholar()
const settings = (key?: string) => async () => ({ gap_ms: null, addresses: {}, ...(key !== undefined && { key }) })
const FIELDS = 'externalIds%2Curl%2Ctitle%2Cabstract%2CcitationCount%2Ctldr%2CopenAccessPdf'

describe('Semantic Scholar', () => {
  test('is asked about many papers in one request, each by its first id in the order that it prefers', async () => {
    const { simulator, read } = start([simScholarPaper(1)])
    await read([
      asked('doi:10.5555/a', 'pmid:99900001', 'arxiv:2609.90001'),
      asked('pmid:99900002', 'doi:10.5555/b'),
      asked('pmid:99900003', 'pmc:9990003'),
      asked('pmc:9990004'),
      asked('arxiv:math/0309136'),
      asked('url:0123456789abcdef01234567'),
    ])
    expect(simulator.requests).toMatchObject([
      {
        method: 'POST',
        url: `/paper/batch?fields=${FIELDS}`,
        json: '{"ids":["ARXIV:2609.90001","DOI:10.5555/b","PMID:99900003","PMCID:9990004","ARXIV:math/0309136"]}',
        userAgent: 'Paperdawn/0.1 (mailto:ada@example.org)',
      },
    ])
    expect(simulator.requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-api-key': KEY })
  })

  test('gives facts to the papers that it knows, by their ids; the others are left out', async () => {
    const { read } = start([simScholarPaper(1), simScholarPaper(3, { citationCount: 7 })])
    const { facts, rejected } = await read(arxivPapers(4))
    expect(rejected).toEqual([])
    expect([...facts].map(([id, { citations }]) => [id, citations])).toEqual([
      ['arxiv:2609.90001', 2],
      ['arxiv:2609.90003', 7],
    ])
  })

  test('that knows none of the papers has no facts, and is not asked without an id that it can read', async () => {
    const { simulator, read } = start([])
    expect(await read(arxivPapers(3))).toEqual({ facts: new Map(), rejected: [] })
    expect(simulator.requests).toMatchObject([{ status: 400 }])
    expect((await read([])).facts.size).toBe(0)
    expect((await read([asked('url:0123456789abcdef01234567')])).facts.size).toBe(0)
    expect(simulator.requests).toHaveLength(1)
  })

  test('never gets an id that it could not read, for which it would refuse all others', async () => {
    const { read, batches } = start([simScholarPaper(1)])
    const odd = [
      'arxiv:',
      'arxiv:2609.90001v2',
      'pmid:0',
      'pmid:',
      'pmc:x',
      'doi:10.5555/a b',
      `doi:10.5555/${'x'.repeat(400)}`,
    ]
    const { facts } = await read([...odd.map((id) => asked(id)), asked('doi:10.5555/\u0000'), arxivPaper(1)])
    expect(batches()).toEqual([['ARXIV:2609.90001']])
    expect([...facts.keys()]).toEqual(['arxiv:2609.90001'])
  })

  test('whose answer would be too large is asked again in two halves', async () => {
    const { simulator, read, batches } = start(arxivPapers(8).map((_, index) => simScholarPaper(index + 1)))
    simulator.sizeMax = 2_000
    const { facts } = await read(arxivPapers(8))
    expect([...facts.keys()]).toEqual(arxivPapers(8).map(({ id }) => id))
    expect(batches().map((ids) => ids?.length)).toEqual([8, 4, 2, 2, 4, 2, 2])

    simulator.sizeMax = 100
    const alone = await read([arxivPaper(1)])
    expect(alone.rejected).toEqual([{ reason: 'it is larger than an answer may be', raw: 'ARXIV:2609.90001' }])
  })

  test('that does not read a large batch in time is asked in halves, and for a small one it has an outage', async () => {
    const { simulator, read, batches } = start(arxivPapers(120).map((_, index) => simScholarPaper(index + 1)))
    simulator.idsInTime = 60
    expect((await read(arxivPapers(120))).facts.size).toBe(120)
    expect(batches().map((ids) => ids?.length)).toEqual([120, 60, 60])

    simulator.requests.length = 0
    simulator.idsInTime = 0
    expect(await sentenceOf(read(arxivPapers(120)))).toBe('source-unavailable: Semantic Scholar answers 504.')
    expect(batches().map((ids) => ids?.length)).toEqual([120, 60, 30, 30])
  })

  test('has its own limits, whatever is set', () => {
    const { source, enrichment } = start([])
    expect(source).toMatchObject({
      id: 's2',
      name: 'Semantic Scholar',
      key: 'required',
      defaults: { requestsPerDay: 1_000 },
    })
    expect(source.shortestGap(['https://api.semanticscholar.org/graph/v1'])).toBe(1_100)
    expect(source.shortestGap(['http://127.0.0.1:1'])).toBe(0)
    expect(enrichment).toMatchObject({
      extent: 'all',
      prefixes: ['arxiv:', 'doi:', 'pmid:', 'pmc:'],
      askedOnDays: [1, 3, 7, 14, 30],
      batchMax: 500,
    })
  })
})

describe('The key of Semantic Scholar', () => {
  test('goes to the address that is saved, and to no other one: not in a test, not after a redirect', async () => {
    const other = start([simScholarPaper(1)]).simulator
    const { simulator, source, read } = start([simScholarPaper(1)])
    const [result] = (await source.test?.({ api: other.apiUrl }, { signal })) ?? []
    expect(result?.message).toBe('Semantic Scholar asks us to slow down (429).')
    expect(other.requests.map(({ headers }) => headers['x-api-key'])).toEqual([undefined])

    simulator.onRequest = ({ url }) =>
      new Response(null, { status: 307, headers: { location: url.replace(simulator.apiUrl, other.apiUrl) } })
    expect(await sentenceOf(read([arxivPaper(1)]))).toBe(
      `source-unavailable: Semantic Scholar sent us to an address we do not follow (${other.apiUrl}).`,
    )
    expect(other.requests).toHaveLength(1)
  })

  test('moves with the saved address, and follows a redirect on the same host with the body', async () => {
    const second = start([simScholarPaper(1)]).simulator
    const { simulator, read } = start([], {
      readSettings: async () => ({ gap_ms: null, addresses: { api: `${second.apiUrl}/` }, key: KEY }),
    })
    second.fail('redirect-inside')
    expect((await read([arxivPaper(1)])).facts.size).toBe(1)
    expect(simulator.requests).toEqual([])
    expect(second.requests.map(({ url, json, headers }) => [url.split('?')[0], json, headers['x-api-key']])).toEqual([
      ['/paper/batch', '{"ids":["ARXIV:2609.90001"]}', KEY],
      ['/v2/paper/batch', '{"ids":["ARXIV:2609.90001"]}', KEY],
    ])
  })

  test('that is refused is said, and so is that there is none', async () => {
    const wrong = start([simScholarPaper(1)], { readSettings: settings('wrong-key') })
    expect(await sentenceOf(wrong.read([arxivPaper(1)]))).toBe(
      'source-unavailable: Semantic Scholar does not accept its key (403).',
    )
    expect(wrong.simulator.requests).toHaveLength(1)
    const none = start([simScholarPaper(1)], { readSettings: settings() })
    none.simulator.withoutKey = 'forbidden'
    expect(await sentenceOf(none.read([arxivPaper(1)]))).toBe(
      'source-unavailable: Semantic Scholar answers only with a key (403).',
    )
  })

  test('is used by the test of its address', async () => {
    const { simulator, source } = start([])
    expect(await source.test?.({ api: simulator.apiUrl }, { signal })).toMatchObject([
      { interface: 'api', ok: true, message: 'Semantic Scholar answers.' },
    ])
    expect(simulator.requests).toMatchObject([
      { method: 'GET', url: '/paper/search?query=lantern&limit=1&fields=title', headers: { 'x-api-key': KEY } },
    ])
    simulator.fail('html')
    const [failed] = (await source.test?.({ api: simulator.apiUrl }, { signal })) ?? []
    expect(failed).toMatchObject({
      ok: false,
      message: 'Semantic Scholar gave an answer that cannot be used: it is not what Semantic Scholar sends.',
    })
  })
})
