import { describe, expect, test } from 'bun:test'
import type { ArxivSource } from '#api/sources/arxiv/arxiv.ts'
import type { Fault } from '#tests/simulators/arxivFaults.ts'
import { simBatch, simPaper } from '#tests/simulators/simPapers.ts'
import { collect, DAY, full, sentenceOf, signal, useArxiv } from './source.ts'

const start = useArxiv()

describe('Faulty responses of arXiv', () => {
  const faults: Fault[] = [
    'rate-limited',
    'unavailable',
    'html',
    'empty-body',
    'garbage',
    'truncated',
    'doctype',
    'wrong-length',
    'bomb',
  ]
  const interfaces = {
    rss: (source: ArxivSource) => source.announcements.readCurrent({ signal, categories: ['cs.LG'] }),
    oai: (source: ArxivSource) =>
      source.announcements.readChanges({ signal, categories: ['cs.LG'], from: '2026-11-16', until: DAY }),
    api: (source: ArxivSource) => source.lookUp.readByIds(['2611.10001'], { signal }),
  }
  const cases = faults.flatMap((fault) => Object.entries(interfaces).map(([name, read]) => ({ fault, name, read })))

  test.each(cases)('$fault at $name is retried, and reported when it lasts', async ({ fault, read }) => {
    const { source, arxiv } = start(simBatch(3, DAY))
    arxiv.fail(fault, { times: 2 })
    expect((await collect(read(source))).ids).not.toBeEmpty()
    arxiv.fail(fault, { times: 9 })
    expect(await sentenceOf(read(source))).toStartWith('source-unavailable: arXiv ')
  })

  test('an invalid record is rejected with the reason, and the rest of its page is read', async () => {
    const announced = [{ on: DAY, type: 'new' as const }]
    const broken = [
      simPaper({ id: '2611.10002', title: ' ', announced }),
      simPaper({ id: 'nowhere/1', title: 'T', announced }),
    ]
    const { source } = start([full, ...broken])
    const feed = await collect(source.announcements.readCurrent({ signal, categories: ['cs.LG'] }))
    expect(feed.ids).toEqual(['2611.10001'])
    expect(feed.rejected.map(({ reason }) => reason)).toEqual([
      'it has no title',
      '"oai:arXiv.org:nowhere/1v1" is not an arXiv id',
    ])
    expect(feed.rejected[0]?.raw).toContain('<guid isPermaLink="false">oai:arXiv.org:2611.10002v1</guid>')
    const changes = await collect(
      source.announcements.readChanges({ signal, categories: [], from: '2026-11-16', until: DAY }),
    )
    expect(changes.ids).toEqual(['2611.10001'])
    expect(changes.rejected).toHaveLength(2)
    const found = await collect(source.search('cat:cs.LG OR cat:cs.CV', { signal, maxResults: 10 }))
    expect(found.ids).toEqual(['2611.10001'])
    expect(found.rejected).toHaveLength(2)
  })

  test('a title of a megabyte and 9,000 authors are kept; more authors than any paper has are rejected', async () => {
    const authors = Array.from({ length: 12_000 }, (_, n) => ({ name: `Ada Lind ${n}a` }))
    const { source } = start([
      simPaper({ id: '2611.10001', title: 'x'.repeat(1_000_000) }),
      simPaper({ id: '2611.10002', authors: authors.slice(0, 9_000) }),
      simPaper({ id: '2611.10003', authors }),
    ])
    const { records, rejected } = await collect(
      source.lookUp.readByIds(['2611.10001', '2611.10002', '2611.10003'], { signal }),
    )
    expect(records.map(({ title, authors: names }) => [title.length, names.length])).toEqual([
      [1_000, 2],
      [32, 9_000],
    ])
    expect(records[0]?.title).toEndWith('…')
    expect(rejected.map(({ reason }) => reason)).toEqual(['it has more than 10000 authors'])
  })

  test('requests to all three interfaces are sent one at a time, with the gap', async () => {
    const { arxiv, source } = start(simBatch(3, DAY), { gapMs: 30 })
    await Promise.all(Object.values(interfaces).map((read) => collect(read(source))))
    expect(arxiv.requests).toHaveLength(3)
    expect(arxiv.maxConcurrentRequests).toBe(1)
    expect(Math.min(...arxiv.gaps())).toBeGreaterThan(25)
    expect(arxiv.requests[0]?.userAgent).toBe('Paperdawn/0.1 (mailto:ada@example.org)')
  })
})
