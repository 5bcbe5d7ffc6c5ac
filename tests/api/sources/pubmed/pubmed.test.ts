import { describe, expect, test } from 'bun:test'
import { collect, sentenceOf } from '#tests/api/sources/arxiv/source.ts'
import { PUBMED_FAULTS, type PubmedFault } from '#tests/simulators/pubmed.ts'
import { simArticle, simCreated } from '#tests/simulators/simArticles.ts'
import { listOf, MON, SUN, TUE, usePubmed, xmlOf } from './source.ts'

const start = usePubmed()
const range = (from: string, until = from) => `("${from}"[crdt] : "${until}"[crdt])`

describe('The days of PubMed', () => {
  test('have what the queries find of what was made on the day before, each once, with all its queries', async () => {
    const { simulator, read, asked, source } = start(
      [
        ...simCreated(3, MON, 101),
        ...simCreated(2, MON, 201, { title: 'Owls.', mesh: ['Lanterns'] }),
        ...simCreated(1, TUE, 301),
      ],
      { 'pubmed.a': 'lanterns[ti]', 'pubmed.b': 'lanterns[mh] AND "J Inv Med"[ta]', 'pubmed.c': 'reeds[ti]' },
    )
    const { records, rejected } = await collect(read())
    expect(rejected).toEqual([])
    expect(records.map(({ id, categories, announced_on }) => [id, categories, announced_on])).toEqual([
      ...[101, 102, 103].map((pmid) => [`pmid:${pmid}`, ['pubmed.a', 'pubmed.b'], TUE]),
      ...[201, 202].map((pmid) => [`pmid:${pmid}`, ['pubmed.b'], TUE]),
    ])
    expect(records[0]).toMatchObject({ primary_category: 'pubmed.a', announce_type: 'new', source: 'pubmed' })
    const queries = ['(lanterns[ti])', '(lanterns[mh] AND "J Inv Med"[ta])', '(reeds[ti])']
    expect(asked('esearch', 'term')).toEqual([
      ...queries.map((query) => `${range('2026/11/23')} AND ${query}`),
      // Of a month ago, for late abstracts.
      ...queries.map((query) => `${range('2026/10/24')} AND ${query}`),
    ])
    expect(asked('efetch', 'id')).toEqual(['101,102,103,201,202'])
    expect(simulator.requests.map(({ userAgent }) => userAgent)).toEqual(
      Array(7).fill('Paperdawn/0.1 (mailto:ada@example.org)'),
    )
    expect(new Set(asked('esearch', 'tool'))).toEqual(new Set(['paperdawn']))
    expect(new Set(asked('efetch', 'email'))).toEqual(new Set(['ada@example.org']))
    expect(source.announcements.expectedDay(new Date(`${TUE}T03:00:00Z`))).toBe(MON)
  })

  test('of a range are searched at once and read 200 records at a time; each record has its own day', async () => {
    const { read, asked } = start([...simCreated(230, SUN, 1_000), ...simCreated(230, MON, 2_000)])
    const { records, pages } = await collect(read({ from: MON, until: TUE }))
    expect(Object.groupBy(records, ({ announced_on }) => announced_on ?? '')).toMatchObject({
      [MON]: { length: 230 },
      [TUE]: { length: 230 },
    })
    expect(asked('esearch', 'term')[0]).toBe(`${range('2026/11/22', '2026/11/23')} AND (lanterns[ti])`)
    expect(asked('efetch', 'id').map((ids) => ids.split(',').length)).toEqual([200, 200, 60])
    expect(pages.map(({ done, total }) => [done, total])).toEqual([
      [200, 460],
      [400, 460],
      [460, 460],
    ])
  })

  test('are read on from the last page after a stop, and from the beginning when more was found', async () => {
    const { simulator, read, asked } = start(simCreated(450, MON, 1_000))
    const { pages } = await collect(read())
    simulator.requests.length = 0
    const rest = await collect(read({ after: pages[1]!.cursor }))
    expect([rest.records.length, asked('efetch', 'id').length]).toEqual([50, 1])
    expect((await collect(read({ after: pages[2]!.cursor }))).pages).toEqual([])
    simulator.articles.push(...simCreated(1, MON, 900))
    expect((await collect(read({ after: pages[1]!.cursor }))).records).toHaveLength(451)
    expect((await collect(read({ after: 'not a cursor' }))).records).toHaveLength(451)
  })

  test('without papers are one empty page', async () => {
    const { read } = start([])
    const { pages, records } = await collect(read())
    expect([pages.length, records.length]).toEqual([1, 0])
    expect((await collect(read({ after: pages[0]!.cursor }))).pages).toEqual([])
  })

  test('count the day on which a record was made, not the entry date of an old paper', async () => {
    const { read } = start([
      simArticle({ entered: '2019-03-04' }),
      simArticle({ pmid: '7', created: '2019-03-04', entered: '2026-11-23' }),
    ])
    const { records } = await collect(read())
    expect(records.map(({ id, announced_on }) => `${announced_on} ${id}`)).toEqual([`${TUE} pmid:99900001`])
  })

  test('have no notice as news, and a record without a readable day on the last day that was asked for', async () => {
    const { simulator, read } = start([
      simArticle({ pmid: '1', types: ['Published Erratum'] }),
      simArticle({ pmid: '2', created: SUN }),
    ])
    const withoutDays = xmlOf({ pmid: '2' }).replace(/<History>.*<\/History>/, '')
    simulator.onRequest = ({ url }) =>
      url.endsWith('/efetch.fcgi')
        ? new Response(listOf(xmlOf({ pmid: '1', types: ['Published Erratum'] }), withoutDays))
        : undefined
    const { records } = await collect(read({ from: MON, until: TUE }))
    expect(records.map(({ id, announced_on }) => [id, announced_on])).toEqual([
      ['pmid:1', null],
      ['pmid:2', TUE],
    ])
  })

  test('of a month ago are read again without a day, so that a late abstract is stored', async () => {
    const late = simArticle({ pmid: '5', created: '2026-10-24' })
    const { records } = await collect(start([late, simArticle({ pmid: '6' })]).read())
    expect(records.map(({ id, announced_on, announce_type }) => [id, announced_on, announce_type])).toEqual([
      ['pmid:5', null, null],
      ['pmid:6', TUE, 'new'],
    ])
    expect(records[0]?.abstract).toContain('We keep lanterns in water.')
  })
})

describe('What PubMed finds and does not give', () => {
  test('is a rejected record with the reason, after it was asked for twice', async () => {
    const { simulator, read, asked } = start(simCreated(3, MON, 101))
    simulator.hidden.add('102')
    const { records, rejected } = await collect(read())
    expect(records.map(({ id }) => id)).toEqual(['pmid:101', 'pmid:103'])
    expect(rejected).toEqual([
      { reason: 'PubMed found the record and did not send it', source_id: '102', announced_on: TUE, raw: '102' },
    ])
    expect(asked('efetch', 'id')).toEqual(['101,102,103', '102'])
  })

  test('is a failure when it is all of several records', async () => {
    const { simulator, read } = start(simCreated(3, MON, 101))
    for (const { pmid } of simulator.articles) simulator.hidden.add(pmid)
    expect(await sentenceOf(read())).toBe(
      'source-unavailable: PubMed gave an answer that cannot be used: an empty page.',
    )
  })

  test.each<[PubmedFault, string]>([
    ['refused', 'PubMed answers 503'],
    ['blocked', 'PubMed refuses us (403)'],
    ['html', 'PubMed gave an answer that cannot be used: it is a page of HTML'],
    ['rate-limited', 'PubMed asks us to slow down (429)'],
    ['search-failed', 'PubMed did not answer the search: Search Backend failed: read failed.'],
    ['error', 'PubMed gave an answer that cannot be used: it says “error forwarding request”'],
    ['truncated', 'PubMed gave an answer that cannot be used: it is no JSON'],
    ['short', 'PubMed gave an answer that cannot be used: it has 2 ids of 3'],
  ])('because of the fault “%s” is not taken for empty, and comes with the next reading', async (fault, sentence) => {
    const { simulator, read } = start(simCreated(3, MON, 101))
    simulator.fail(fault, { times: fault === 'blocked' ? 1 : 2 })
    expect(await sentenceOf(read())).toStartWith(`source-unavailable: ${sentence}`)
    expect((await collect(read())).records).toHaveLength(3)
  })

  test.each(['refused', 'html', 'rate-limited', 'error'] as const)(
    'because of the fault “%s” of the records is not taken for empty',
    async (fault) => {
      const { simulator, read } = start(simCreated(3, MON, 101))
      simulator.onRequest = (request) => (request.url.includes('efetch') ? PUBMED_FAULTS[fault]() : undefined)
      expect(await sentenceOf(read())).toStartWith('source-unavailable: PubMed ')
    },
  )
})
