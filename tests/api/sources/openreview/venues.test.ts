import { describe, expect, test } from 'bun:test'
import { sentenceOf } from '#tests/api/sources/useFetcher.ts'
import { noteId, simNote, simNotes, VENUE } from '#tests/simulators/openreview.ts'
import { signal, useOpenreview } from './source.ts'

const start = useOpenreview()

const OLD = 'ICLR.cc/2021/Conference'
const ofOld = { content: { venueid: OLD, venue: 'ICLR 2021 Poster' } }
const UNAVAILABLE = 'source-unavailable: OpenReview'

describe('A venue', () => {
  test('is read 1,000 papers at a time, in the order of their numbers', async () => {
    const { readPages, asked } = start({ v2: simNotes(2_260) })
    const pages = await readPages()
    expect(pages.map(({ records, done, total }) => [records.length, done, total])).toEqual([
      [1_000, 1_000, 2_260],
      [1_000, 2_000, 2_260],
      [260, 2_260, 2_260],
    ])
    expect(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(2_260)
    expect(asked('v2')).toEqual([
      'POST /login',
      ...[0, 1_000, 2_000].map(
        (offset) => `GET /notes?content.venueid=${VENUE}&sort=number:asc&limit=1000&offset=${offset}&count=true`,
      ),
    ])
    expect(asked('v1')).toEqual([])
  })

  test('is read to its end, however few papers an answer has', async () => {
    const { simulator, readVenue } = start({
      v2: simNotes(25),
      v1: simNotes(25, 1, {}).map((note) => ({ ...note, content: { ...note.content, ...ofOld.content } })),
    })
    simulator.v2.limitMax = 10
    simulator.v1.limitMax = 10
    expect(await readVenue()).toHaveLength(25)
    expect(await readVenue(OLD)).toHaveLength(25)
  })

  test('of a year before 2024 is looked for on the older host, too, which gives no count', async () => {
    const { readPages, asked } = start({ v1: [simNote(1, ofOld), simNote(2, ofOld)] })
    const pages = await readPages(OLD)
    expect(pages.map(({ records, total }) => [records.length, total])).toEqual([
      [0, 0],
      [2, null],
      [0, null],
    ])
    expect(asked('v1').at(-1)).toBe(`GET /notes?content.venueid=${OLD}&sort=number:asc&limit=1000&offset=2`)
  })

  test('that changes while it is read is read once more, and so long nothing says that it is whole', async () => {
    const { simulator, readPages } = start({ v2: simNotes(1_500, 2) })
    const change = (number: number, at: number) => (request: Request) => {
      if (request.url.includes(`offset=${at}`)) {
        simulator.v2.onRequest = null
        simulator.v2.notes.push(simNote(number))
      }
      return undefined
    }
    simulator.v2.onRequest = change(1, 1_000)
    const pages = await readPages()
    expect(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(1_501)
    let number = 5_000
    simulator.v2.onRequest = (request) => {
      if (request.url.includes('offset=1000')) simulator.v2.notes.push(simNote(number++))
      return undefined
    }
    expect(await sentenceOf(readPages())).toBe(`${UNAVAILABLE} gave a list of ${VENUE} that changed while it was read.`)
  })

  test('has what everyone may read, and not what the account of an author or a reviewer may', async () => {
    const { readVenue } = start({
      v2: [
        simNote(1),
        simNote(2, { readers: [VENUE, '~Ada_Lind1'] }),
        simNote(3, { fieldReaders: { authors: [VENUE] } }),
        simNote(4, { forum: noteId(1) }),
      ],
    })
    expect((await readVenue()).map(({ source_id, authors }) => [source_id, authors.length])).toEqual([
      [noteId(1), 2],
      [noteId(3), 0],
    ])
  })

  test('that has accepted no paper yet is empty', async () => {
    const { readPages } = start({ v2: [simNote(1, { content: { venueid: `${VENUE}/Submission` } })] })
    expect(await readPages()).toEqual([
      { records: [], rejected: [], done: 0, total: 0, newest: { published: null, submitted: null } },
    ])
  })

  test.each([
    { fault: 'html', reason: 'gave an answer that cannot be used: it is a page of HTML' },
    { fault: 'truncated', reason: 'gave an answer that cannot be used: it is no JSON' },
    { fault: 'other-json', reason: 'gave an answer that cannot be used: it has no list of notes' },
    {
      fault: 'without-count',
      reason: 'gave an answer that cannot be used: it does not say how many papers there are',
    },
    { fault: 'failed', reason: 'answers 500' },
    { fault: 'forbidden', reason: 'refuses us (403)' },
    { fault: 'rate-limited', reason: 'asks us to slow down (429)' },
    { fault: 'redirect-outside', reason: 'sent us to an address we do not follow (http://169.254.169.254)' },
  ] as const)('that is answered with $fault cannot be read, with the reason', async ({ fault, reason }) => {
    const { simulator, readVenue } = start({ v2: simNotes(3) })
    await readVenue()
    simulator.v2.fail(fault, { times: 2 })
    const before = simulator.v2.requests.length
    expect(await sentenceOf(readVenue())).toBe(`${UNAVAILABLE} ${reason}.`)
    const tries = simulator.v2.requests.length - before
    if (tries === 1) await sentenceOf(readVenue())
    expect(await readVenue()).toHaveLength(3)
  })

  test('whose host is down, or does not answer, cannot be read', async () => {
    const { simulator, readVenue } = start({ v2: simNotes(3) }, { limits: { firstByteMs: 50 }, retries: { tries: 1 } })
    await simulator.v2.down()
    expect(await sentenceOf(readVenue())).toBe(`${UNAVAILABLE} refused the connection.`)
    simulator.v2.up()
    await readVenue()
    simulator.v2.fail('hang')
    expect(await sentenceOf(readVenue())).toBe(`${UNAVAILABLE} did not answer in time.`)
  })

  test('is asked for no sooner than the pause after the last answer of its host', async () => {
    const { simulator, readVenue } = start({ v2: simNotes(2_100) }, { gapMs: 40 })
    await readVenue()
    expect(simulator.v2.maxConcurrentRequests).toBe(1)
    expect(Math.min(...simulator.v2.gaps())).toBeGreaterThanOrEqual(39)
  })
})

describe('Venues', () => {
  const VENUES = [
    'ICLR.cc/2026/Conference',
    'ICLR.cc/2027/Workshop/Lantern_Counting',
    VENUE,
    'NeurIPS.cc/2024/Datasets_and_Benchmarks_Track',
    'TMLR',
    'not a venue',
    '.',
  ]

  test('are found by words, the newest first, in a list that is asked for once', async () => {
    const { simulator, source, asked } = start()
    simulator.v2.venues.push(...VENUES)
    simulator.v1.venues.push(OLD, VENUE)
    const search = async (words: string) => (await source.venues.search(words, { signal })).map(({ name }) => name)
    expect(await search('iclr')).toEqual([
      'ICLR 2027 Conference',
      'ICLR 2027 Workshop Lantern Counting',
      'ICLR 2026 Conference',
      'ICLR 2021 Conference',
    ])
    expect(await search('ICLR 2027')).toHaveLength(2)
    expect(await search('datasets neurips')).toEqual(['NeurIPS 2024 Datasets and Benchmarks Track'])
    expect(await search('tmlr')).toEqual(['TMLR'])
    expect(await search('sheep')).toEqual([])
    expect(asked('v2')).toEqual(['POST /login', 'GET /groups?id=venues'])
    expect(asked('v1')).toEqual(['POST /login', 'GET /groups?id=venues'])
  })

  test('are found by their ids, with the number of their papers', async () => {
    const { simulator, source } = start({ v2: simNotes(12), v1: [simNote(1, ofOld)] })
    simulator.v2.venues.push('ICLR.cc/2028/Conference')
    const find = (id: string) => source.venues.find(id, { signal })
    expect(await find(VENUE)).toEqual({ id: VENUE, name: 'ICLR 2027 Conference', papers: 12 })
    expect(await find(OLD)).toEqual({ id: OLD, name: 'ICLR 2021 Conference', papers: null })
    expect(await find('iclr.CC/2028/conference')).toMatchObject({ id: 'ICLR.cc/2028/Conference', papers: 0 })
    expect(await find('ICLR.cc/2029/Conference')).toBeNull()
    expect(await find('https://openreview.net/')).toBeNull()
  })

  test('cannot be found while a host cannot be asked, and are when it can', async () => {
    const { simulator, source } = start()
    simulator.v2.venues.push(...VENUES)
    simulator.v1.fail('failed', { times: 1 })
    const search = () => source.venues.search('iclr', { signal, tries: 1 })
    expect(await sentenceOf(search())).toBe(`${UNAVAILABLE} answers 500 to the sign-in.`)
    simulator.v2.fail('other-json', { times: 1 })
    expect(await sentenceOf(search())).toBe(
      `${UNAVAILABLE} gave an answer that cannot be used: it has no list of venues.`,
    )
    expect(await search()).toHaveLength(3)
  })
})

describe('Single papers', () => {
  test('are found on either host by the ids of their forums, with what became of them', async () => {
    const { lookUp, source } = start({
      v2: [simNote(1, { content: { venueid: `${VENUE}/Withdrawn_Submission`, venue: 'ICLR 2027 Withdrawn' } })],
      v1: [simNote(2, ofOld), simNote(3, { ...ofOld, readers: [OLD] })],
    })
    const found = await lookUp(noteId(1), noteId(2), noteId(3), noteId(4), 'no id')
    expect(found.map(({ id, kind, withdrawn, venue }) => [id, kind, withdrawn, venue?.name])).toEqual([
      [`openreview:${noteId(1)}`, 'preprint', true, 'OpenReview'],
      [`openreview:${noteId(2)}`, 'proceedings', false, 'ICLR 2021'],
    ])
    expect(source.lookUp.idIn(JSON.stringify({ id: noteId(1) }))).toBe(noteId(1))
    expect(source.lookUp.idIn('{"id":')).toBeNull()
    expect(await source.readPaper(noteId(3), { signal })).toBeNull()
  })

  test('that cannot be asked for are not missing', async () => {
    const { simulator, lookUp } = start({ v2: [simNote(1)] })
    simulator.v2.onRequest = (request) =>
      request.url.includes('/notes') ? new Response('<h1>404</h1>', { status: 404 }) : undefined
    expect(await sentenceOf(lookUp(noteId(1)))).toBe(`${UNAVAILABLE} answers 404.`)
  })
})
