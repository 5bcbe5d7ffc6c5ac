import { describe, expect, test } from 'bun:test'
import type { AskedPaper } from '#api/sources/enriching.ts'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { simScholarPaper, type SimCitingPaper } from '#tests/simulators/semanticScholar.ts'
import { arxivPaper, arxivPapers, asked, signal, useSemanticScholar } from './source.ts'

const start = useSemanticScholar()

function startCiting(...options: Parameters<typeof start>) {
  const started = start(...options)
  const { citing } = started.enrichment
  if (citing === undefined) throw new Error('it knows which papers cite which')
  const references = (papers: readonly AskedPaper[]) => citing.readReferences(papers, { signal })
  const citations = (paper: AskedPaper) => citing.readCitations(paper, { signal })
  return { ...started, citing, references, citations }
}

/** A reference as it is nested in its paper. */
const reference = (number: number, externalIds: object | null = { ArXiv: `2609.${90_000 + number}` }) => ({
  paperId: String(number).padStart(40, 'a'),
  externalIds,
})
const unmatched = { paperId: null, externalIds: null }
const citingPaper = (number: number, changes: Partial<SimCitingPaper> = {}): SimCitingPaper => ({
  paperId: String(number).padStart(40, 'c'),
  title: `Lanterns recounted, part ${number}`,
  externalIds: { ArXiv: `2611.${String(number).padStart(5, '0')}` },
  publicationDate: '2026-11-20',
  ...changes,
})

const many = (count: number) => Array.from({ length: count }, (_, index) => citingPaper(index))

describe('The references of papers', () => {
  test('are read in a batch, in canonical form, without texts that were matched with no paper', async () => {
    const cited = [
      reference(7),
      unmatched,
      reference(8, { DOI: '10.5555/JIV.2026.8', PubMed: '99900008', CorpusId: 1 }),
      reference(9, null),
      reference(10, { DOI: '10.48550/arXiv.2609.90010', ArXiv: '2609.90010' }),
      reference(7),
    ]
    const { simulator, references } = startCiting([
      simScholarPaper(1, { references: cited }),
      simScholarPaper(2, { references: [] }),
      simScholarPaper(3, { references: null }),
      simScholarPaper(4, { references: [unmatched] }),
    ])
    const page = await references(arxivPapers(5))
    expect(page.rejected).toEqual([])
    // An empty list means that it is not known.
    expect([...page.references]).toEqual([
      ['arxiv:2609.90001', ['arxiv:2609.90007', 'doi:10.5555/jiv.2026.8', 'pmid:99900008', 'arxiv:2609.90010']],
    ])
    expect(simulator.requests.map(({ url }) => decodeURIComponent(url))).toEqual([
      '/paper/batch?fields=externalIds,references.paperId,references.externalIds',
    ])
  })

  test('that would make too large an answer, or one too slow, are asked for in halves', async () => {
    const { simulator, references, batches } = startCiting(
      arxivPapers(8).map((_, index) => simScholarPaper(index + 1, { references: [reference(index + 20)] })),
    )
    simulator.sizeMax = 1_000
    expect((await references(arxivPapers(8))).references.size).toBe(8)
    expect(batches()[0]).toHaveLength(8)
    expect(batches().length).toBeGreaterThan(1)
    simulator.requests.length = 0
    simulator.sizeMax = 1_000_000
    simulator.idsInTime = 5
    expect((await references(arxivPapers(8))).references.size).toBe(8)
    expect(batches().map((ids) => ids?.length)).toEqual([8, 4, 4])
    simulator.idsInTime = 0
    expect(await sentenceOf(references(arxivPapers(2)))).toBe('source-unavailable: Semantic Scholar answers 504.')
  })

  test('of one paper that cannot be read do not cost the others theirs, and are reported', async () => {
    const { references } = startCiting([
      simScholarPaper(1, { references: [{ paperId: 'none' }] }),
      simScholarPaper(2, { references: [reference(7), { paperId: 5 }] }),
      simScholarPaper(3, { references: Array.from({ length: 9_000 }, (_, index) => reference(index + 10)) }),
    ])
    const page = await references(arxivPapers(3))
    expect(page.rejected.map(({ reason }) => reason)).toHaveLength(2)
    expect([...page.references.keys()]).toEqual(['arxiv:2609.90003'])
    expect(page.references.get('arxiv:2609.90003')).toHaveLength(5_000)
  })

  test('are not asked for without an id that can be read, and none are known of an unknown paper', async () => {
    const { simulator, references } = startCiting([])
    expect((await references([asked('url:0123456789abcdef01234567')])).references.size).toBe(0)
    expect(simulator.requests).toEqual([])
    expect(await references(arxivPapers(2))).toEqual({ references: new Map(), rejected: [] })
  })

  test.each([
    { fault: 'truncated', reason: 'gave an answer that cannot be used: it is no JSON' },
    { fault: 'short', reason: 'gave an answer that cannot be used: it has 1 entries for 2 papers' },
    { fault: 'other-json', reason: 'gave an answer that cannot be used: it is no list of papers' },
    { fault: 'rate-limited', reason: 'asks us to slow down (429)' },
  ] as const)('are no empty lists when the answer is $fault', async ({ fault, reason }) => {
    const { simulator, references } = startCiting([simScholarPaper(1), simScholarPaper(2)])
    simulator.fail(fault, { times: 2 })
    expect(await sentenceOf(references(arxivPapers(2)))).toBe(`source-unavailable: Semantic Scholar ${reason}.`)
  })
})

describe('The citations of a paper', () => {
  test('are read page by page, with their days and ids, without unmatched ones', async () => {
    const { simulator, citations } = startCiting([simScholarPaper(1)])
    const all = many(1_500)
    all[3] = citingPaper(3, { paperId: null })
    all[4] = citingPaper(4, { externalIds: null, publicationDate: null, title: 'A <i>title</i>\u0000 &amp; more' })
    all[5] = citingPaper(5, { publicationDate: '2026-13-40' })
    simulator.citations.set(simScholarPaper(1).paperId, all)
    const { citing, ...rest } = await citations(arxivPaper(1))
    expect(rest).toEqual({ isCut: false, requests: 2, rejected: [] })
    expect(citing).toHaveLength(1_499)
    expect(citing?.[0]).toEqual({
      source_id: all[0]?.paperId ?? '',
      title: 'Lanterns recounted, part 0',
      ids: ['arxiv:2611.00000'],
      published_on: '2026-11-20',
    })
    expect(citing?.[3]).toMatchObject({ title: 'A title & more', ids: [], published_on: null })
    expect(citing?.[4]).toMatchObject({ published_on: null })
    expect(simulator.requests.map(({ url }) => decodeURIComponent(url))).toEqual([
      '/paper/ARXIV:2609.90001/citations?fields=title,externalIds,publicationDate&offset=0&limit=1000',
      '/paper/ARXIV:2609.90001/citations?fields=title,externalIds,publicationDate&offset=1000&limit=1000',
    ])
  })

  test('are asked for under a DOI whose signs mean something in an address', async () => {
    const doi = '10.5555/a#b?c/(d)'
    const { citations } = startCiting([simScholarPaper(1, { externalIds: { DOI: doi } })])
    expect((await citations(asked(`doi:${doi}`))).citing).toEqual([])
  })

  test('are unknown for a paper that the service does not know, and for one that it cannot be asked about', async () => {
    const { simulator, citations } = startCiting([])
    expect(await citations(arxivPaper(1))).toMatchObject({ citing: null, requests: 1 })
    expect(await citations(asked('url:0123456789abcdef01234567'))).toMatchObject({ citing: null, requests: 0 })
    simulator.onRequest = () => new Response('<h1>Not found</h1>', { status: 404 })
    expect(await sentenceOf(citations(arxivPaper(1)))).toStartWith('source-unavailable:')
  })

  test('of more than 9,999 are the first of them, and it is known that there are more', async () => {
    const { simulator, citations } = startCiting([simScholarPaper(1)])
    simulator.citations.set(simScholarPaper(1).paperId, many(10_500))
    const cut = await citations(arxivPaper(1))
    expect(cut).toMatchObject({ isCut: true, requests: 10 })
    expect(cut.citing).toHaveLength(9_999)
    expect(simulator.requests.every(({ status }) => status === 200)).toBe(true)
    simulator.citations.set(simScholarPaper(1).paperId, many(9_999))
    expect(await citations(arxivPaper(1))).toMatchObject({ isCut: false, requests: 10 })
  })

  test('are not those of the first pages when a later one fails, or leads back', async () => {
    const { simulator, citations } = startCiting([simScholarPaper(1)])
    simulator.citations.set(simScholarPaper(1).paperId, many(2_500))
    simulator.onRequest = ({ url }) =>
      url.includes('offset=2000') ? new Response('{"offset": 2000, "data": [', { status: 200 }) : undefined
    expect(await sentenceOf(citations(arxivPaper(1)))).toBe(
      'source-unavailable: Semantic Scholar gave an answer that cannot be used: it is no JSON.',
    )
    simulator.onRequest = ({ url }) =>
      url.includes('offset=1000') ? Response.json({ offset: 1000, next: 1000, data: [] }) : undefined
    expect(await sentenceOf(citations(arxivPaper(1)))).toBe(
      'source-unavailable: Semantic Scholar gave an answer that cannot be used: its next page is not after this one.',
    )
    simulator.onRequest = () => Response.json({ total: 0, offset: 0 })
    expect(await sentenceOf(citations(arxivPaper(1)))).toBe(
      'source-unavailable: Semantic Scholar gave an answer that cannot be used: it is no page of citations.',
    )
    simulator.onRequest = () => Response.json({ offset: 0, data: null })
    expect((await citations(arxivPaper(1))).citing).toEqual([])
  })

  test('that cannot be read are reported, and do not cost the others', async () => {
    const { simulator, citations } = startCiting([simScholarPaper(1)])
    simulator.citations.set(simScholarPaper(1).paperId, [
      citingPaper(1, { title: null }),
      citingPaper(2, { title: 'x'.repeat(2_000_000) }),
      citingPaper(3, { externalIds: 'none' }),
      citingPaper(4),
      citingPaper(4),
    ])
    const { citing, rejected } = await citations(arxivPaper(1))
    expect(rejected).toHaveLength(2)
    expect(citing?.map(({ title }) => title.length)).toEqual([500, 26])
  })
})
