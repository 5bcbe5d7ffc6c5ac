import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AskedPaper, Facts } from '#api/sources/enriching.ts'
import { parsePapers } from '#api/sources/semanticScholar/papers.ts'
import { simScholarPaper, type SimScholarPaper } from '#tests/simulators/semanticScholar.ts'
import { hasRealData, REAL_DATA } from '#tests/support/realData.ts'
import { arxivPaper, arxivPapers, asked, useSemanticScholar } from './source.ts'

const start = useSemanticScholar()
const parse = (entries: readonly unknown[], papers: readonly AskedPaper[]) =>
  parsePapers(JSON.stringify(entries), { papers })
/** The facts of one paper, or the reason why there are none. */
const factsOf = (changes: Partial<SimScholarPaper>, paper = arxivPaper(1)): Facts | string | undefined => {
  const { facts, rejected } = parse([simScholarPaper(1, changes)], [paper])
  return facts.get(paper.id) ?? rejected[0]?.reason
}
const DEFAULT_PAGE = `https://www.semanticscholar.org/paper/${simScholarPaper(1).paperId}`

describe('An entry of Semantic Scholar', () => {
  test('becomes facts: page, abstract, summary, citations and PDF', () => {
    expect(factsOf({})).toEqual({
      url: DEFAULT_PAGE,
      abstract: 'We introduce LanternBench. It counts lanterns “by night”.',
      summary: 'A benchmark for counting lanterns at night.',
      citations: 2,
      pdf_url: 'https://arxiv.org/pdf/2609.90001',
    })
  })

  test('may lack everything but its id', () => {
    const { paperId } = simScholarPaper(1)
    const bare = { paperId, externalIds: null, url: null, abstract: null, tldr: null, openAccessPdf: null }
    expect(parse([bare, { paperId }], arxivPapers(2)).facts).toEqual(
      new Map([
        ['arxiv:2609.90001', { url: DEFAULT_PAGE }],
        ['arxiv:2609.90002', { url: DEFAULT_PAGE }],
      ]),
    )
    expect(factsOf({ abstract: ' ', tldr: { text: null }, openAccessPdf: { url: '' }, citationCount: 0 })).toEqual({
      url: DEFAULT_PAGE,
      citations: 0,
    })
  })

  test('links to the other ids of the work, in canonical form, and not to the DOI that arXiv gave the paper', () => {
    const externalIds = { ArXiv: '2609.90001', DOI: '10.5555/JIV.2026.0011', PubMed: 99_900_001, MAG: '7', DBLP: null }
    expect(factsOf({ externalIds })).toMatchObject({
      links: [
        { type: 'same-as', to: 'doi:10.5555/jiv.2026.0011' },
        { type: 'same-as', to: 'pmid:99900001' },
      ],
    })
    const known = asked('arxiv:2609.90001', 'doi:10.5555/jiv.2026.0011', 'pmid:99900001')
    expect(factsOf({ externalIds }, known)).not.toHaveProperty('links')
    const article = asked('doi:10.5555/jiv.2026.0011')
    expect(factsOf({ externalIds: { DOI: '10.48550/arXiv.2609.90001' } }, article)).not.toHaveProperty('links')
    expect(factsOf({ externalIds: { ArXiv: '2609.90001', DOI: '10.48550/arXiv.2609.90001' } }, article)).toMatchObject({
      links: [{ type: 'same-as', to: 'arxiv:2609.90001' }],
    })
    expect(factsOf({ externalIds: { ArXiv: 'none', DOI: 'n/a', PubMed: '0' } })).not.toHaveProperty('links')
  })

  test.each([
    ['https://www.semanticscholar.org/paper/abc', 'https://www.semanticscholar.org/paper/abc'],
    ['https://www.semanticscholar.org.example.org/paper/abc', DEFAULT_PAGE],
    ['http://www.semanticscholar.org/paper/abc', DEFAULT_PAGE],
    ['https://ada:secret@www.semanticscholar.org/paper/abc', DEFAULT_PAGE],
    ['javascript:alert(1)', DEFAULT_PAGE],
    [`https://www.semanticscholar.org/${'x'.repeat(3_000)}`, DEFAULT_PAGE],
  ])('with the address %p has the page %p', (url, page) => {
    expect(factsOf({ url })).toMatchObject({ url: page })
  })

  test.each(['http://example.org/a.pdf', 'javascript:alert(1)', 'no address', '//example.org/a.pdf', ''])(
    'has no PDF at %p',
    (url) => {
      expect(factsOf({ openAccessPdf: { url } })).not.toHaveProperty('pdf_url')
    },
  )

  test('has clean texts of a limited length, and numbers that can be counts', () => {
    const facts = factsOf({
      abstract: `Lan\u0000terns\u0007 <b>of</b> &lt;i&gt;owls&lt;/i&gt; \u202Eand\u200B ${'words '.repeat(2_000_000)}`,
      tldr: { text: `A <script>alert(1)</script>summary\n${'of lanterns '.repeat(500)}` },
      citationCount: -1,
    })
    if (typeof facts !== 'object') throw new Error(facts)
    expect(facts.abstract).toStartWith('Lanterns of owls and words')
    expect(facts.abstract?.length).toBeLessThanOrEqual(20_000)
    expect(facts.summary).toStartWith('A summary of lanterns')
    expect(facts.summary?.length).toBeLessThanOrEqual(1_000)
    expect(JSON.stringify(facts)).not.toMatch(/\\u00|\u202E|\u200B|<script/)
    expect(facts).not.toHaveProperty('citations')
    expect(factsOf({ citationCount: 1e300 })).not.toHaveProperty('citations')
  })

  test.each([
    [{ paperId: 'x' }, 'its “paperId” is missing or has an unexpected form'],
    [{ citationCount: 'many' }, 'its “citationCount” is missing or has an unexpected form'],
    [{ abstract: ['a'] }, 'its “abstract” is missing or has an unexpected form'],
    [{ tldr: 'short' }, 'its “tldr” is missing or has an unexpected form'],
    [{ externalIds: { DOI: 7 } }, 'its “externalIds” is missing or has an unexpected form'],
  ] as [Partial<SimScholarPaper>, string][])(
    'that is wrong like %j is rejected with the reason, and the others are read',
    (changes, reason) => {
      const { facts, rejected } = parse(
        [simScholarPaper(1), simScholarPaper(2, changes), null, simScholarPaper(4)],
        arxivPapers(4),
      )
      expect([...facts.keys()]).toEqual(['arxiv:2609.90001', 'arxiv:2609.90004'])
      expect(rejected.map((one) => one.reason)).toEqual([reason])
      expect(rejected[0]?.raw).toContain('Counting Lanterns, part 2')
    },
  )

  test.each([{ entry: 7 }, { entry: 'text' }, { entry: [] }, { entry: false }])(
    'that is $entry is rejected',
    ({ entry }) => {
      expect(parse([entry, simScholarPaper(2)], arxivPapers(2))).toMatchObject({
        facts: new Map([['arxiv:2609.90002', expect.anything()]]),
        rejected: [{ reason: expect.stringMatching(/^it/) }],
      })
    },
  )

  test('with 10 MB in a field is kept as raw text of 64 KB at most', () => {
    const { rejected } = parse(
      [simScholarPaper(1, { abstract: 'x'.repeat(10_000_000), citationCount: {} })],
      [arxivPaper(1)],
    )
    expect(rejected[0]?.raw.length).toBeLessThanOrEqual(64 * 1024)
  })

  test('in an answer that is not UTF-8 is rejected if it is damaged', () => {
    const body = JSON.stringify([simScholarPaper(1, { abstract: 'Lan\uFFFDterns' }), simScholarPaper(2)])
    const { facts, rejected } = parsePapers(body, { papers: arxivPapers(2), invalidUtf8: true })
    expect([[...facts.keys()], rejected[0]?.reason]).toEqual([['arxiv:2609.90002'], 'it is not valid UTF-8'])
  })
})

describe('The entries of a batch', () => {
  test('are those of other papers when their order is another one, and none is taken', async () => {
    const { simulator, read } = start(arxivPapers(3).map((_, index) => simScholarPaper(index + 1)))
    simulator.fail('rotated')
    const { facts, rejected } = await read(arxivPapers(3))
    expect(facts.size).toBe(0)
    expect(rejected.map(({ reason }) => reason)).toEqual(Array(3).fill('it is about another one of the papers'))
  })

  test('are the same for two papers that were merged, and of another id than the one that was asked for', async () => {
    const record = simScholarPaper(1, { externalIds: { DOI: '10.5555/b' } })
    const { simulator, read } = start([record])
    simulator.merged.set('DOI:10.5555/a', record.paperId)
    const { facts, rejected } = await read([asked('doi:10.5555/a'), asked('doi:10.5555/b')])
    expect(rejected).toEqual([])
    expect(facts.get('doi:10.5555/a')).toMatchObject({ links: [{ type: 'same-as', to: 'doi:10.5555/b' }] })
    expect(facts.get('doi:10.5555/b')).not.toHaveProperty('links')
  })

  test('reach the caller from the parser process as they are', async () => {
    const { read } = start([simScholarPaper(1)])
    expect(await read(arxivPapers(1))).toEqual(parse([simScholarPaper(1)], arxivPapers(1)))
  })

  test.each(['', 'null', '{}', '{"data":[]}', '[null', '[]', '<html>'])('are no list in %p', (body) => {
    expect(() => parsePapers(body, { papers: arxivPapers(1) })).toThrow(SyntaxError)
  })
})

/** Every paper in a recorded answer, wherever it is in it. */
function papersIn(answer: unknown): unknown[] {
  if (answer === null || typeof answer !== 'object') return []
  if (Array.isArray(answer)) return answer.flatMap(papersIn)
  return 'paperId' in answer ? [answer] : Object.values(answer).flatMap(papersIn)
}

const FOLDER = 'semanticscholar'
if (hasRealData(FOLDER, 'recorded answers of Semantic Scholar'))
  test('every recorded answer is read: a paper has facts, or a reason', async () => {
    const table: Record<string, unknown>[] = []
    for (const name of (await readdir(join(REAL_DATA, FOLDER))).toSorted()) {
      const recorded = (await Bun.file(join(REAL_DATA, FOLDER, name)).json()) as { json?: unknown; status?: number }
      const answer = recorded.json ?? recorded
      const isBatch = Array.isArray(answer)
      const entries = isBatch ? answer : papersIn(answer)
      if (!isBatch) expect(() => parsePapers(JSON.stringify(answer), { papers: [] })).toThrow(SyntaxError)
      const { facts, rejected } = parse(
        entries,
        entries.map((_, index) => asked(`openreview:${index}`)),
      )
      const known = entries.filter((entry) => entry !== null).length
      expect(facts.size + rejected.length).toBe(known)
      // References that the service has no record of.
      for (const { reason, raw } of rejected) expect(reason + raw).toMatch(/^its “paperId” is .*"paperId":null/)
      const filled = (field: keyof Facts) => [...facts.values()].filter((one) => one[field] !== undefined).length
      table.push({
        name,
        status: recorded.status ?? 200,
        entries: entries.length,
        facts: facts.size,
        rejected: rejected.length,
        abstract: filled('abstract'),
        summary: filled('summary'),
        citations: filled('citations'),
        pdf_url: filled('pdf_url'),
        links: filled('links'),
      })
      for (const { abstract = '', summary = '', url } of facts.values()) {
        expect(url).toStartWith('https://www.semanticscholar.org/paper/')
        expect(abstract + summary).not.toMatch(/<\/?(?:jats:|[ibp]>|su[bp]>)|&(?:amp|lt|gt);/)
      }
    }
    console.table(table)
    expect(table.length).toBeGreaterThan(10)
  })
