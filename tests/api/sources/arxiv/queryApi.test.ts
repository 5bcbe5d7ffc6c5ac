import { describe, expect, test } from 'bun:test'
import type { Fault } from '#tests/simulators/arxivFaults.ts'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { collect, DAY, full, sentenceOf, signal, useArxiv } from './source.ts'

const start = useArxiv()

describe("arXiv's query API", () => {
  test.each([false, true])('papers are read by id, 100 per request (old layout: %p)', async (oldFormat) => {
    const papers = simBatch(120, DAY)
    const { source, arxiv } = start(papers, { oldFormat })
    const wanted = [...papers.map(({ id }) => id), '2611.99999', 'no id']
    const { ids, rejected, pages } = await collect(source.lookUp.readByIds(wanted, { signal }))
    expect(ids).toEqual(papers.map(({ id }) => id))
    expect(rejected).toEqual([{ reason: '"no id" is not an arXiv id', raw: 'no id' }])
    expect(pages.map(({ done, total }) => [done, total])).toEqual([
      [100, 122],
      [122, 122],
    ])
    expect(arxiv.requests).toHaveLength(2)
    const rest = await collect(source.lookUp.readByIds(wanted, { signal, after: pages[0]?.cursor }))
    expect(rest.pages).toHaveLength(1)
  })

  test('exact times, comments and affiliations are read', async () => {
    const { source } = start([full])
    const { records } = await collect(source.lookUp.readByIds(['2611.10001'], { signal }))
    expect(records).toMatchObject([
      {
        title: 'Counting Lanterns & Fog: <5 nm at $\\epsilon < 0.2$ by Erdős',
        authors: [
          { name: 'Mirela Quillfeather', affiliation: 'Institute of Invented Studies, Nowhere' },
          { name: 'Tomás Óðinsson' },
        ],
        categories: ['cs.CV', 'eess.SY', 'math.NA'],
        published_at: new Date('2026-11-19T16:02:44Z'),
        updated_at: new Date('2026-11-19T16:02:44Z'),
        comment: '12 pages; accepted',
        doi: '10.5555/jiv.2026.0011',
        announced_on: null,
        announce_type: null,
        source_interface: 'api',
      },
    ])
  })

  test('the old layout results in the same text', async () => {
    const paper = {
      ...full,
      abstract: full.abstract.replace(/\n[^]*/, ' '.concat('and many more words '.repeat(20)).trimEnd()),
    }
    const [now, before] = await Promise.all(
      [false, true].map((oldFormat) =>
        collect(start([paper], { oldFormat }).source.lookUp.readByIds([paper.id], { signal })),
      ),
    )
    expect(before?.records[0]?.abstract).toBe(now?.records[0]?.abstract ?? '')
    expect(before?.records[0]?.title).toBe(now?.records[0]?.title ?? '')
  })

  test.each<Fault | null>([null, 'drifting-total', 'duplicates', 'short-page', 'empty-page'])(
    'a search is read to its last page, each paper once (%s)',
    async (fault) => {
      const { source, arxiv } = start(simBatch(230, DAY))
      if (fault) arxiv.fail(fault, { times: fault === 'empty-page' ? 1 : 9 })
      const { ids, pages } = await collect(source.search('cat:cs.LG', { signal, maxResults: 2_000 }))
      expect(new Set(ids).size).toBe(230)
      expect(ids).toHaveLength(230)
      expect(pages.at(-1)).toMatchObject({ done: 230, total: 230 })
    },
  )

  test('a search stops at the requested number', async () => {
    const { source, arxiv } = start(simBatch(230, DAY))
    const { ids } = await collect(
      source.search('cat:cs.LG AND submittedDate:[2026 TO 2026]', { signal, maxResults: 120 }),
    )
    expect(ids).toHaveLength(120)
    expect(arxiv.requests.map(({ url }) => new URL(url, arxiv.rssUrl).searchParams.get('max_results'))).toEqual([
      '100',
      '20',
    ])
  })

  test("an invalid query is rejected with arXiv's message", async () => {
    const { source, arxiv } = start([])
    expect(await sentenceOf(source.search('cat:cs.LG AND (', { signal, maxResults: 10 }))).toBe(
      "invalid-input: Invalid query string: 'cat:cs.LG AND ('",
    )
    expect(arxiv.requests).toHaveLength(1)
  })

  test('a paper whose title is "0" is read', async () => {
    const { source } = start([simPaper({ id: '2611.10001', title: '0' })])
    expect((await collect(source.lookUp.readByIds(['2611.10001'], { signal }))).records[0]?.title).toBe('0')
  })

  test.each([
    ['This paper has been withdrawn by the author', 'Long '.repeat(100), true],
    [undefined, 'This paper has been withdrawn.', true],
    [undefined, `A study of withdrawn drugs. ${'Long '.repeat(100)}`, false],
  ])('a withdrawal is read from the comment or a short abstract (comment %p)', async (comment, abstract, withdrawn) => {
    const { source } = start([simPaper({ id: '2611.10001', comment, abstract })])
    expect((await collect(source.lookUp.readByIds(['2611.10001'], { signal }))).records[0]?.withdrawn).toBe(withdrawn)
  })
})
