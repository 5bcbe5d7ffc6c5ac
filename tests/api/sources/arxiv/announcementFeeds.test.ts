import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import type { SourceRecord } from '#api/sources/source.ts'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { collect, DAY, full, signal, useArxiv } from './source.ts'

const start = useArxiv()

const typesOf = (records: SourceRecord[]) =>
  Object.fromEntries(records.map(({ source_id, announce_type }) => [source_id, announce_type]))

const batch = (count: number, series: number, codes: string[]) =>
  simBatch(count, DAY, { categories: codes }).map((paper, n) => ({ ...paper, id: `2611.${series * 10_000 + n}` }))

describe("arXiv's feeds", () => {
  test('the current batch is read by archive, exactly as announced', async () => {
    const { source, arxiv } = start([full, simPaper({ id: '2611.10002', categories: ['hep-th'] })])
    const { records, pages } = await collect(
      source.announcements.readCurrent({ signal, categories: ['cs.CV', 'cs.AI', 'math.NA'] }),
    )
    expect(arxiv.requests.map(({ url }) => url)).toEqual(['/rss/cs', '/rss/math'])
    expect(pages.map(({ step, feed, done, total }) => [step, feed?.day, done, total])).toEqual([
      ['feed cs', DAY, 1, 2],
      ['feed math', DAY, 2, 2],
    ])
    expect(records[0]).toEqual({
      id: 'arxiv:2611.10001',
      source: 'arxiv',
      source_id: '2611.10001',
      version: 1,
      title: 'Counting Lanterns & Fog: <5 nm at $\\epsilon < 0.2$ by Erdős',
      abstract: 'First paragraph with $5 and $6.\n\nSecond paragraph. Code: https://github.com/example/lantern.',
      authors: [
        { name: 'Mirela Quillfeather', affiliation: 'Institute of Invented Studies, Nowhere' },
        { name: 'Tomás Óðinsson' },
      ],
      categories: ['cs.CV', 'eess.SY', 'math.NA'],
      primary_category: 'cs.CV',
      published_at: null,
      updated_at: null,
      announced_on: DAY,
      announce_type: 'new',
      announced_in: null,
      changed_on: null,
      version_dates: [],
      doi: '10.5555/jiv.2026.0011',
      comment: null,
      journal_ref: 'J. Imaginary Vis. 3 (2026) 11-29',
      license: 'http://creativecommons.org/licenses/by/4.0/',
      code_url: 'https://github.com/example/lantern',
      withdrawn: false,
      source_interface: 'rss',
    })
    expect(records[1]).toMatchObject({ source_id: '2611.10001', announce_type: 'cross' })
  })

  test('new papers, cross-lists and replacements keep their type', async () => {
    const old = new Date('2026-10-01T12:00:00Z')
    const replaced = (id: string, categories: string[], versions: number) =>
      simPaper({
        id,
        categories,
        versions: Array.from({ length: versions }, () => ({ at: old })),
        announced: [
          { on: '2026-10-02', type: 'new' },
          ...Array.from({ length: versions - 1 }, (_, n) => ({
            on: n === versions - 2 ? DAY : '2026-10-05',
            type: 'replace' as const,
          })),
        ],
      })
    const { source } = start([
      full,
      simPaper({ id: '2611.10003', categories: ['stat.ML', 'cs.LG'], announced: [{ on: DAY, type: 'new' }] }),
      simPaper({
        id: '2610.00004',
        categories: ['cs.LG', 'cs.IR'],
        versions: [{ at: old }],
        announced: [
          { on: '2026-10-02', type: 'new' },
          { on: DAY, type: 'cross', to: ['cs.IR'] },
        ],
      }),
      simPaper({
        id: 'hep-th/9901002',
        categories: ['hep-th', 'cs.IR'],
        versions: [{ at: new Date('1999-01-04T12:00:00Z') }],
        announced: [
          { on: '1999-01-05', type: 'new' },
          { on: DAY, type: 'cross', to: ['cs.IR'] },
        ],
      }),
      // The feed of cs lists it, because cs.SY is another name of its new category.
      simPaper({
        id: '2610.00008',
        categories: ['cs.LG', 'eess.SY'],
        versions: [{ at: old }],
        announced: [
          { on: '2026-10-02', type: 'new' },
          { on: DAY, type: 'cross', to: ['eess.SY'] },
        ],
      }),
      replaced('2610.00005', ['cs.LG'], 2),
      replaced('2610.00006', ['stat.ML', 'cs.LG'], 3),
      replaced('2610.00007', ['cs.LG'], 6),
    ])
    const { records } = await collect(source.announcements.readCurrent({ signal, categories: ['cs.LG'] }))
    expect(typesOf(records)).toEqual({
      '2611.10001': 'new',
      '2611.10003': 'cross',
      '2610.00004': 'cross',
      '2610.00008': 'cross',
      'hep-th/9901002': 'cross',
      '2610.00005': 'replace',
      '2610.00006': 'replace-cross',
    })
    expect(records.find(({ source_id }) => source_id === '2610.00006')?.version).toBe(3)
    // Cross-listed later, only into these categories; the other cross-list is a new paper.
    const addedTo = records.filter(({ announced_in }) => announced_in !== null)
    expect(addedTo.map(({ source_id, announced_in }) => [source_id, announced_in])).toEqual([
      ['2610.00004', ['cs.IR']],
      ['2610.00008', ['eess.SY']],
      ['hep-th/9901002', ['cs.IR']],
    ])
  })

  test('a truncated feed is completed by category, with types relative to the archive', async () => {
    const papers = [...batch(1_000, 1, ['cs.AI']), ...batch(950, 2, ['cs.CV']), ...batch(200, 3, ['cs.LG', 'cs.AI'])]
    const { source, arxiv } = start(papers)
    const { records, pages } = await collect(
      source.announcements.readCurrent({ signal, categories: ['cs.AI', 'cs.CV', 'cs.LG'] }),
    )
    expect(arxiv.requests.map(({ url }) => url)).toEqual(['/rss/cs', '/rss/cs.AI', '/rss/cs.CV', '/rss/cs.LG'])
    expect(pages[0]?.records).toHaveLength(2_000)
    expect(new Set(records.map(({ id }) => id)).size).toBe(2_150)
    expect(records.every(({ announce_type }) => announce_type === 'new')).toBeTrue()
    expect(pages.at(-1)).toMatchObject({ done: 4, total: 4 })
  })

  test('a run continues after the last page that was stored, also within a truncated archive', async () => {
    const papers = [
      ...simBatch(1_900, DAY, { categories: ['cs.AI'] }),
      simPaper({ id: '2611.90008', categories: ['cs.LG'], announced: [{ on: DAY, type: 'new' }] }),
      simPaper({ id: '2611.90009', categories: ['math.AG'], announced: [{ on: DAY, type: 'new' }] }),
    ]
    const { source } = start(papers)
    const categories = ['cs.IR', 'cs.LG', 'math.AG']
    const { pages } = await collect(source.announcements.readCurrent({ signal, categories }))
    const steps = ['feed cs', 'feed cs.IR', 'feed cs.LG', 'feed math']
    expect(pages.map(({ step }) => step)).toEqual(steps)
    for (const [n, { cursor }] of pages.entries()) {
      const rest = await collect(source.announcements.readCurrent({ signal, categories, after: cursor }))
      expect(rest.pages.map(({ step }) => step)).toEqual(steps.slice(n + 1))
      expect(rest.pages.at(-1)?.done ?? 4).toBe(4)
    }
    setClock(new Date('2026-11-23T12:00:00Z'))
    const monday = await collect(source.announcements.readCurrent({ signal, categories, after: pages.at(-1)?.cursor }))
    expect(monday.pages.map(({ step }) => step)).toEqual(['feed cs', 'feed math'])
  })

  test('a feed that still has the batch of yesterday is reported as such', async () => {
    const { source, arxiv } = start(simBatch(2, '2026-11-19'))
    arxiv.staleFeeds.add('cs')
    const { pages, records } = await collect(source.announcements.readCurrent({ signal, categories: ['cs.LG'] }))
    expect(pages[0]).toMatchObject({ feed: { day: '2026-11-19' }, step: 'feed cs, still of 2026-11-19' })
    expect(records.map(({ announced_on }) => announced_on)).toEqual(['2026-11-19', '2026-11-19'])
  })

  test('the empty feed of a weekend is not a failure', async () => {
    setClock(new Date('2026-11-21T12:00:00Z'))
    const { source } = start(simBatch(2, DAY))
    const { pages } = await collect(source.announcements.readCurrent({ signal, categories: ['cs.LG'] }))
    expect(pages).toMatchObject([{ records: [], rejected: [], feed: { day: null, items: 0, isWhole: true } }])
  })

  test('the day of a feed is in Eastern time, in summer and in winter', async () => {
    for (const day of ['2026-07-15', '2026-01-15']) {
      setClock(new Date(`${day}T12:00:00Z`))
      const { source } = start(simBatch(1, day))
      const { records } = await collect(source.announcements.readCurrent({ signal, categories: ['cs.LG'] }))
      expect(records[0]?.announced_on).toBe(day)
    }
  })
})
