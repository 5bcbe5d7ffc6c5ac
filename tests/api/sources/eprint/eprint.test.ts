import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { normalise } from '#api/services/ingestion/normalise.ts'
import { createEprintSource, type EprintOptions } from '#api/sources/eprint/eprint.ts'
import { numberIn, parseEprint, parseNumber } from '#api/sources/eprint/records.ts'
import { collect, sentenceOf } from '#tests/api/sources/arxiv/source.ts'
import { simEprints, startEprintSimulator, type EprintFault, type SimEprint } from '#tests/simulators/eprint.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'

const { signal } = new AbortController()
const [SUN, MON, TUE] = ['2026-11-22', '2026-11-23', '2026-11-24'] as const
const stops: (() => unknown)[] = []
// Tuesday in New York: what was posted on Monday, in UTC, is complete.
beforeEach(() => setClock(new Date(`${TUE}T12:00:00Z`)))
afterEach(async () => {
  setClock(null)
  for (const stop of stops.splice(0)) await stop()
})

function start(papers: SimEprint[], options: Partial<EprintOptions> = {}) {
  const simulator = startEprintSimulator({ papers })
  stops.push(() => simulator.stop())
  const source = createEprintSource({
    oaiUrl: `${simulator.apiUrl}/oai`,
    gapMs: 0,
    rateLimit: localRateLimit(),
    contactEmail: 'ada@example.org',
    retries: { basePauseMs: 1, tries: 2 },
    ...options,
  })
  const read = (reading: { from?: string; until?: string; after?: string } = {}) =>
    source.announcements.readDays({ categories: [], from: TUE, until: TUE, signal, ...reading })
  return { simulator, source, read }
}
const announced = async (pages: ReturnType<ReturnType<typeof start>['read']>) =>
  (await collect(pages)).records.flatMap(({ source_id, announced_on }) =>
    announced_on === null ? [] : `${announced_on} ${source_id}`,
  )

const record = (id: string, fields: string) =>
  `<record><header><identifier>${id}</identifier><datestamp>2026-11-23T08:00:00Z</datestamp></header><metadata><oai_dc:dc>${fields}</oai_dc:dc></metadata></record>`

describe('IACR ePrint', () => {
  test('announces what was posted on the day before, in UTC, with its subject, links and authors', async () => {
    const { simulator, read, source } = start([...simEprints(3, MON, 1981), ...simEprints(2, TUE, 1984)])
    const { records, rejected } = await collect(read())
    expect(rejected).toEqual([])
    expect(records).toHaveLength(3)
    expect(records[0]).toMatchObject({
      id: 'eprint:2026/1981',
      source: 'eprint',
      source_id: '2026/1981',
      announced_on: TUE,
      announce_type: 'new',
      title: 'Lanterns from lattices 1981',
      abstract: 'We build lanterns whose light is $\\mathbb{Z}_q$-linear.',
      authors: [{ name: 'Mirela Quillfeather' }, { name: 'Tomás Óðinsson' }],
      categories: ['eprint.public-key-cryptography'],
      primary_category: 'eprint.public-key-cryptography',
      published_at: new Date(`${MON}T08:01:45Z`),
    })
    expect(simulator.requests.map(({ url, userAgent }) => [url, userAgent])).toEqual([
      [
        '/oai?verb=ListRecords&metadataPrefix=oai_dc&from=2026-11-23T00%3A00%3A00Z',
        'Paperdawn/0.1 (mailto:ada@example.org)',
      ],
    ])
    expect(source.announcements.expectedDay(new Date(`${TUE}T03:00:00Z`))).toBe(MON)
    expect(source.shortestGap(['https://eprint.iacr.org/oai'])).toBe(5_000)
  })

  test('links to the addresses of the archive, whose numbers have three digits', async () => {
    const { read } = start(simEprints(1, MON, 7))
    const [record] = (await collect(read())).records
    expect(record?.id).toBe('eprint:2026/7')
    expect(normalise(record!).urls).toEqual({
      abs: 'https://eprint.iacr.org/2026/007',
      pdf: 'https://eprint.iacr.org/2026/007.pdf',
    })
  })

  test.each([false, true])(
    'gives each of several days its papers, over pages, with an empty last page: %p',
    async (empty) => {
      const { simulator, read } = start([...simEprints(5, SUN, 1975), ...simEprints(6, MON, 1980)])
      simulator.pageSize = 4
      simulator.hasEmptyEnd = empty
      const days = await announced(read({ from: MON, until: TUE }))
      expect(days.filter((line) => line.startsWith(MON))).toHaveLength(5)
      expect(days.filter((line) => line.startsWith(TUE))).toHaveLength(6)
      expect(simulator.requests).toHaveLength(empty ? 4 : 3)
    },
  )

  test('announces no old paper that was changed, whichever date the archive gives', async () => {
    const changed = { changedAt: `${MON}T15:00:00Z` }
    const old = [
      ...simEprints(1, '2026-03-02', 311, changed),
      ...simEprints(1, '2019-05-06', 502, changed),
      ...simEprints(1, '2026-11-20', 1940, changed),
    ]
    const { simulator, read } = start([...simEprints(3, MON, 1981), ...old])
    for (const hasChangeDates of [false, true]) {
      simulator.hasChangeDates = hasChangeDates
      expect(await announced(read())).toEqual([1981, 1982, 1983].map((number) => `${TUE} 2026/${number}`))
    }
  })

  test('begins with low numbers in a new year', async () => {
    setClock(new Date('2027-01-02T12:00:00Z'))
    const { read } = start([...simEprints(2, '2026-12-31', 2501), ...simEprints(2, '2027-01-01', 1)])
    expect(await announced(read({ from: '2027-01-01', until: '2027-01-02' }))).toEqual([
      '2027-01-01 2026/2501',
      '2027-01-01 2026/2502',
      '2027-01-02 2027/1',
      '2027-01-02 2027/2',
    ])
  })

  test('has nothing new without a failure, and is not read twice after a stop', async () => {
    const { simulator, read } = start([])
    const { records, pages } = await collect(read())
    expect(records).toEqual([])
    expect((await collect(read({ after: pages[0]!.cursor }))).pages).toEqual([])
    expect(simulator.requests).toHaveLength(1)
  })

  test.each<[EprintFault, string]>([
    ['refused', 'IACR ePrint answers 503'],
    ['blocked', 'IACR ePrint refuses'],
    ['html', 'IACR ePrint gave an answer that cannot be used'],
    ['truncated', 'IACR ePrint gave an answer that cannot be used'],
    ['looping-token', 'IACR ePrint sends a list that does not end.'],
    ['ended-token', 'IACR ePrint did not accept the request: The token has expired.'],
  ])('that answers with the fault “%s” is not taken for empty', async (fault, sentence) => {
    const { simulator, read } = start(simEprints(3, MON, 1981))
    simulator.fail(fault, { times: 10 })
    expect(await sentenceOf(read())).toContain(sentence)
  })
})

const ask = (started: ReturnType<typeof start>, ...ids: string[]) =>
  started.source.lookUp.readByIds(ids, { signal, tries: 1 })

describe('Papers of IACR ePrint that are asked for', () => {
  test.each(['2026/007', '2026/7'])(
    'are found where the archive writes %s, and lacked ones are left out',
    async (number) => {
      const started = start(simEprints(1, MON, 7, { number }))
      const { records, rejected } = await collect(ask(started, '2026/7', '2026/8'))
      expect(records).toMatchObject([{ id: 'eprint:2026/7', announced_on: null, announce_type: null }])
      expect(rejected).toEqual([])
      expect(started.simulator.requests[0]?.url).toBe(
        '/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai%3Aeprint.iacr.org%3A2026%2F007',
      )
    },
  )

  test('are read on behind the last page after a stop', async () => {
    const started = start(simEprints(3, MON, 1981))
    const ids = ['2026/1981', '2026/1982', '2026/1983']
    const { pages } = await collect(ask(started, ...ids))
    const rest = await collect(started.source.lookUp.readByIds(ids, { signal, after: pages[1]!.cursor }))
    expect(rest.records.map(({ id }) => id)).toEqual(['eprint:2026/1983'])
    expect(started.simulator.requests).toHaveLength(4)
  })

  test('are rejected when the id is none, and when the answer is about another paper', async () => {
    const started = start(simEprints(1, MON, 1981))
    const other = started.simulator.apiUrl + '/oai?verb=GetRecord&identifier=oai:eprint.iacr.org:2026/1981'
    const answer = await (await fetch(other)).text()
    started.simulator.onRequest = () => new Response(answer, { headers: { 'content-type': 'text/xml' } })
    const { records, rejected } = await collect(ask(started, '2026/1990', '1066/1'))
    expect(records).toEqual([])
    expect(rejected).toEqual([
      { reason: 'the answer is about another paper', raw: '2026/1990', source_id: '2026/1990' },
      { reason: 'it is no number of a paper', raw: '1066/1', source_id: '1066/1' },
    ])
  })

  test.each<[EprintFault, string]>([
    ['refused', 'IACR ePrint answers 503'],
    ['blocked', 'IACR ePrint refuses'],
    ['html', 'IACR ePrint gave an answer that cannot be used'],
    ['truncated', 'IACR ePrint gave an answer that cannot be used'],
    ['ended-token', 'IACR ePrint did not accept the request: The token has expired.'],
  ])('are not taken for unknown because of the fault “%s”', async (fault, sentence) => {
    const started = start(simEprints(1, MON, 1981))
    started.simulator.fail(fault)
    expect(await sentenceOf(ask(started, '2026/1981'))).toContain(sentence)
    expect((await collect(ask(started, '2026/1981'))).records).toHaveLength(1)
  })
})

test.each([
  [record('oai:eprint.iacr.org:2026/007', '<dc:title> </dc:title>'), '2026/7'],
  ['2026/1981', '2026/1981'],
  ['<record><title>2026/7</title></record>', null],
])('the number in the record “%s” is %p', (raw, number) => {
  expect(numberIn(raw)).toBe(number)
})

test.each([
  ['oai:eprint.iacr.org:2026/007', '2026/7'],
  ['2026/1981', '2026/1981'],
  ['https://eprint.iacr.org/1996/1', '1996/1'],
  ['2026/', null],
  ['eprint', null],
  ['1926/1', null],
])('the number in “%s” is %p', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

test('a record without a subject or an abstract is read, and one without a title or a number is rejected', () => {
  const page = parseEprint(
    `<OAI-PMH><ListRecords>${[
      record(
        'oai:eprint.iacr.org:2026/8',
        '<dc:title>Owls</dc:title><dc:date>2026-11-23</dc:date><dc:date>2026-11-20</dc:date>',
      ),
      record('oai:eprint.iacr.org:2026/9', '<dc:title>Reeds</dc:title><dc:subject>Quantum magic</dc:subject>'),
      record('oai:eprint.iacr.org:2026/10', '<dc:title> </dc:title>'),
      record('oai:elsewhere:x', '<dc:title>Owls</dc:title>'),
      '<record><header status="deleted"><identifier>oai:eprint.iacr.org:2026/11</identifier></header></record>',
    ].join('')}</ListRecords></OAI-PMH>`,
  )
  expect(page.records).toMatchObject([
    { id: 'eprint:2026/8', abstract: null, categories: [], published_at: new Date('2026-11-20') },
    { id: 'eprint:2026/9', unknown_categories: ['eprint.quantum-magic'], published_at: null },
  ])
  expect(page.rejected.map(({ reason }) => reason)).toEqual([
    'it has no title',
    '“oai:elsewhere:x” is no number of a paper',
  ])
  expect(page.entries).toBe(5)
})
