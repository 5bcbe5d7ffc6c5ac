import { describe, expect, test } from 'bun:test'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { collect, full, sentenceOf, signal, useArxiv } from './source.ts'

const start = useArxiv()
const at = (instant: string) => ({ at: new Date(instant) })

describe("arXiv's changes", () => {
  const options = { signal, categories: ['cs.LG', 'hep-th'], from: '2026-11-16', until: '2026-11-30' }
  test('all pages of the window are read, each paper once, without papers of other categories', async () => {
    const papers = [
      ...simBatch(7, '2026-11-18'),
      ...simBatch(6, '2026-11-19', { categories: ['hep-th'] }).map((paper, n) => ({ ...paper, id: `2611.3000${n}` })),
      simPaper({ id: '2611.99999', categories: ['q-bio.GN'] }),
    ]
    const { source, arxiv } = start(papers, { oaiPageSize: 4 })
    const { ids, pages } = await collect(source.announcements.readChanges(options))
    expect(ids.toSorted()).toEqual(
      papers
        .slice(0, 13)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(pages.map(({ done }) => done)).toEqual([4, 8, 12, 14])
    expect(arxiv.requests[0]?.url).toBe(
      '/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-11-16&until=2026-11-20',
    )
    expect(arxiv.requests[1]?.url).toStartWith('/oai?verb=ListRecords&resumptionToken=verb%253DListRecords%2526')
    for (const [n, { cursor }] of pages.entries()) {
      const rest = await collect(source.announcements.readChanges({ ...options, after: cursor }))
      expect(rest.pages.map(({ step }) => step)).toEqual(pages.slice(n + 1).map(({ step }) => step))
    }
  })

  test('versions, times, licence, withdrawal and free-text authors are read', async () => {
    const { source } = start([
      {
        ...full,
        categories: ['cs.LG'],
        authors_text: String.raw`M. Quillfeather (1), Tom\'as \'O{\dh}insson (2) ((1) An Institute, (2) A Lab)`,
        versions: [at('2026-11-17T16:02:44Z'), { at: new Date('2026-11-18T09:41:05Z'), source_type: 'I' }],
        announced: [
          { on: '2026-11-18', type: 'new' },
          { on: '2026-11-19', type: 'replace' },
        ],
      },
    ])
    const { records } = await collect(source.announcements.readChanges(options))
    expect(records).toMatchObject([
      {
        version: 2,
        authors: [
          { name: 'M. Quillfeather', affiliation: 'An Institute' },
          { name: 'Tomás Óðinsson', affiliation: 'A Lab' },
        ],
        published_at: new Date('2026-11-17T16:02:44Z'),
        updated_at: new Date('2026-11-18T09:41:05Z'),
        changed_on: '2026-11-19',
        version_dates: [
          { version: 1, at: new Date('2026-11-17T16:02:44Z') },
          { version: 2, at: new Date('2026-11-18T09:41:05Z') },
        ],
        comment: '12 pages; accepted',
        withdrawn: true,
        source_interface: 'oai',
      },
    ])
  })

  test('a record with a version from after its last change is rejected: its day would be wrong', async () => {
    const announced = [{ on: '2026-11-18', type: 'new' as const }]
    const { source } = start([
      simPaper({ id: '2611.10001', versions: [at('2099-11-17T16:02:44Z')], announced }),
      simPaper({ id: '2611.10002', versions: [at('2026-11-18T23:59:59Z')], announced }),
    ])
    const { ids, pages } = await collect(source.announcements.readChanges(options))
    expect(ids).toEqual(['2611.10002'])
    expect(pages.flatMap(({ rejected }) => rejected)).toMatchObject([
      { reason: 'it has a version from after its last change' },
    ])
  })

  test('a window without changes is not a failure', async () => {
    const { source } = start([])
    const { pages } = await collect(source.announcements.readChanges(options))
    expect(pages).toMatchObject([{ records: [], done: 0 }])
    expect((await collect(source.announcements.readChanges({ ...options, from: '2026-12-01' }))).pages).toEqual([])
  })

  test('an expired token restarts the window, once', async () => {
    const { source, arxiv } = start(simBatch(5, '2026-11-18'), { oaiPageSize: 2 })
    // The first page is read, then the token is rejected.
    const pages = source.announcements.readChanges(options)[Symbol.asyncIterator]()
    await pages.next()
    arxiv.fail('expired-token')
    const ids = new Set<string>()
    for (let page = await pages.next(); !page.done; page = await pages.next())
      for (const { id } of page.value.records) ids.add(id)
    expect(ids.size).toBe(5)
    expect(arxiv.requests.filter(({ url }) => url.includes('from=2026-11-16&'))).toHaveLength(2)
    arxiv.fail('expired-token', { times: 9 })
    expect(await sentenceOf(source.announcements.readChanges(options))).toContain(
      'source-unavailable: arXiv did not accept the request',
    )
  })

  test('a token that repeats an earlier page ends the run', async () => {
    const { source, arxiv } = start(simBatch(9, '2026-11-18'), { oaiPageSize: 2 })
    arxiv.fail('looping-token', { times: 9 })
    expect(await sentenceOf(source.announcements.readChanges(options))).toBe(
      'source-unavailable: arXiv sends the same page of changes again and again.',
    )
  })

  test('the tokens that were used are remembered by a run that continues after a stop', async () => {
    const { source, arxiv } = start(simBatch(9, '2026-11-18'), { oaiPageSize: 2 })
    const pages = source.announcements.readChanges(options)[Symbol.asyncIterator]()
    await pages.next()
    const second = await pages.next()
    arxiv.fail('looping-token', { times: 9 })
    expect(await sentenceOf(source.announcements.readChanges({ ...options, after: second.value.cursor }))).toBe(
      'source-unavailable: arXiv sends the same page of changes again and again.',
    )
  })
})
