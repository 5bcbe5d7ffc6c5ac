import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import { collect, sentenceOf } from '#tests/api/sources/arxiv/source.ts'
import { startBiorxivSimulator } from '#tests/simulators/biorxiv.ts'
import { localRateLimit } from '#tests/simulators/rateLimit.ts'
import { simPosted } from '#tests/simulators/simPreprints.ts'
import { signal, useBiorxiv } from './source.ts'

const start = useBiorxiv()
const { announcements } = start([]).source

describe('bioRxiv and medRxiv', () => {
  test('are two sources of one API, asked with a name and a contact', async () => {
    const { simulator, source, create, read } = start(simPosted(2, '2026-11-23'))
    simulator.preprints.push(...simPosted(3, '2026-11-23', { server: 'medRxiv' }))
    const medrxiv = create({ server: 'medrxiv' })
    expect([source, medrxiv].map(({ id, name }) => [id, name])).toEqual([
      ['biorxiv', 'bioRxiv'],
      ['medrxiv', 'medRxiv'],
    ])
    expect(source.defaults).toEqual({ gapMs: 0, addresses: { api: simulator.apiUrl } })
    const day = { from: '2026-11-24', until: '2026-11-24', categories: [], signal }
    expect((await collect(read(day))).records.map((record) => record.source)).toEqual(['biorxiv', 'biorxiv'])
    expect((await collect(medrxiv.announcements.readDays(day))).records.map((record) => record.source)).toEqual(
      Array.from({ length: 3 }, () => 'medrxiv'),
    )
    expect(simulator.requests.map(({ url }) => url)).toEqual([
      '/details/biorxiv/2026-11-23/2026-11-23/0/json',
      '/details/medrxiv/2026-11-23/2026-11-23/0/json',
    ])
    expect(simulator.requests[0]?.userAgent).toBe('Paperdawn/0.1 (mailto:ada@example.org)')
  })

  test('are asked one request at a time with a pause after each, both together', async () => {
    const { simulator, read, create } = start(simPosted(61, '2026-11-23'), { gapMs: 60 })
    simulator.preprints.push(...simPosted(61, '2026-11-23', { server: 'medRxiv' }))
    const medrxiv = create({ server: 'medrxiv' })
    const day = { from: '2026-11-24', until: '2026-11-24', categories: [], signal }
    await Promise.all([collect(read(day)), collect(medrxiv.announcements.readDays(day))])
    expect(simulator.requests).toHaveLength(6)
    expect(simulator.maxConcurrentRequests).toBe(1)
    expect(Math.min(...simulator.gaps())).toBeGreaterThanOrEqual(59)
  })

  test('have a pause of a second on their own hosts, whatever is set', () => {
    const { source } = start([])
    for (const host of ['api.biorxiv.org', 'api.medrxiv.org', 'biorxiv.org'])
      expect(source.shortestGap([`https://${host}`])).toBe(1_000)
    for (const host of ['127.0.0.1:1', 'notbiorxiv.org', 'biorxiv.org.example.org'])
      expect(source.shortestGap([`http://${host}`])).toBe(0)
  })

  test('are moved to another address by its settings, and never to one of a private network', async () => {
    const second = startBiorxivSimulator({ preprints: simPosted(1, '2026-11-23') })
    await using _ = { [Symbol.asyncDispose]: () => second.stop() }
    const moved = start([], { readSettings: async () => ({ gap_ms: null, addresses: { api: `${second.apiUrl}/` } }) })
    const day = { from: '2026-11-24', until: '2026-11-24', categories: [], signal }
    expect((await collect(moved.read(day))).records).toHaveLength(1)
    expect([moved.simulator.requests.length, second.requests.length]).toEqual([0, 1])
    const refused = start([], {
      resolve: async (host) => {
        throw new AppError('forbidden', `${host} is on a private network, to which this site may not connect.`)
      },
    })
    expect(await sentenceOf(refused.read(day))).toBe(
      'source-unavailable: bioRxiv cannot be asked: 127.0.0.1 is on a private network, to which this site may not connect.',
    )
    expect(refused.simulator.requests).toEqual([])
  })
})

describe('The announcement days of bioRxiv', () => {
  test.each([
    // Midnight Eastern is 05:00 UTC in winter and 04:00 UTC in summer.
    ['2026-11-24T04:59:59Z', '2026-11-23', '2026-11-24T05:00:00Z'],
    ['2026-11-24T05:00:00Z', '2026-11-24', '2026-11-25T05:00:00Z'],
    ['2026-11-28T12:00:00Z', '2026-11-28', '2026-11-29T05:00:00Z'],
    ['2026-07-04T03:59:00Z', '2026-07-03', '2026-07-04T04:00:00Z'],
    ['2026-10-31T12:00:00Z', '2026-10-31', '2026-11-01T04:00:00Z'],
    ['2026-11-01T12:00:00Z', '2026-11-01', '2026-11-02T05:00:00Z'],
  ])('at %s the newest is %s, and the next begins at %s', (at, day, next) => {
    expect(announcements.expectedDay(new Date(at))).toBe(day)
    expect(announcements.nextAnnouncementAt(new Date(at))).toEqual(new Date(next))
  })

  test('begin with the server, and none is closed', () => {
    expect(announcements.earliestDay).toBe('2013-11-02')
    expect(start([], { server: 'medrxiv' }).source.announcements.earliestDay).toBe('2019-06-02')
    for (const day of ['2026-11-26', '2026-11-28', '2026-12-25']) expect(announcements.closureReason(day)).toBeNull()
  })

  test('are read from the first one to the one that has begun, and not before or after', async () => {
    const { simulator, read } = start(simPosted(1, '2013-11-01'))
    expect((await collect(read({ from: '2001-01-01', until: '2013-11-02' }))).records).toHaveLength(1)
    setClock(new Date('2026-11-24T12:00:00Z'))
    simulator.preprints.push(...simPosted(1, '2026-11-23'), ...simPosted(1, '2026-11-24'))
    const { records } = await collect(read({ from: '2026-11-24', until: '2026-12-24' }))
    expect(records.map(({ announced_on }) => announced_on)).toEqual(['2026-11-24'])
    for (const range of [
      { from: '2013-10-01', until: '2013-11-01' },
      { from: '2026-11-25', until: '2026-11-30' },
      { from: '2026-11-24', until: '2026-11-23' },
    ])
      expect((await collect(read(range))).pages).toEqual([])
    expect(simulator.requests.map(({ url }) => url)).toEqual([
      '/details/biorxiv/2013-11-01/2013-11-01/0/json',
      '/details/biorxiv/2026-11-23/2026-11-23/0/json',
    ])
  })
})

describe('bioRxiv in trouble', () => {
  test.each([
    {
      fault: 'database',
      tries: 2,
      reason: 'gave an answer that cannot be used: it says “Error : (2002) Connection refused”',
    },
    { fault: 'html', tries: 2, reason: 'gave an answer that cannot be used: it is a page of HTML' },
    { fault: 'truncated', tries: 2, reason: 'gave an answer that cannot be used: it is no JSON' },
    { fault: 'other-json', tries: 2, reason: 'gave an answer that cannot be used: it has no list of preprints' },
    { fault: 'refused-date', tries: 2, reason: 'gave an answer that cannot be used: it says “Error: invalid dates”' },
    { fault: 'unavailable', tries: 2, reason: 'answers 503' },
  ] as const)(
    'is asked again after $fault, and is unavailable when that does not help',
    async ({ fault, tries, reason }) => {
      const { simulator, read } = start(simPosted(3, '2026-11-23'))
      const day = { from: '2026-11-24', until: '2026-11-24' }
      simulator.fail(fault)
      const retries: string[] = []
      const onRetry = (step: string, { reason: why }: { reason: string }) => void retries.push(`${step}: ${why}`)
      expect((await collect(read({ ...day, onRetry }))).records).toHaveLength(3)
      expect(retries).toEqual([`posted on 2026-11-23, from row 1 on: ${reason}`])
      simulator.fail(fault, { times: tries })
      expect(await sentenceOf(read(day))).toBe(`source-unavailable: bioRxiv ${reason}.`)
      expect(simulator.requests).toHaveLength(2 + tries)
    },
  )

  test('that does not answer, or not at all, is unavailable', async () => {
    const day = { from: '2026-11-24', until: '2026-11-24' }
    const slow = start([], { limits: { firstByteMs: 50 }, retries: { tries: 1 } })
    slow.simulator.fail('hang')
    expect(await sentenceOf(slow.read(day))).toBe('source-unavailable: bioRxiv did not answer in time.')
    const { simulator, read } = start([], { retries: { tries: 1 } })
    await simulator.down()
    expect(await sentenceOf(read(day))).toBe('source-unavailable: bioRxiv refused the connection.')
    simulator.up()
    expect((await collect(read(day))).records).toEqual([])
  })

  test('that asks for a pause gets it, for both servers', async () => {
    const { simulator, read, create } = start(simPosted(1, '2026-11-23'))
    const day = { from: '2026-11-24', until: '2026-11-24', categories: [], signal }
    simulator.fail('rate-limited', { retryAfter: '3000' })
    expect(await sentenceOf(read(day))).toStartWith('source-unavailable: bioRxiv asks us to slow down (429)')
    const medrxiv = create({ server: 'medrxiv' })
    expect(await sentenceOf(medrxiv.announcements.readDays(day))).toStartWith(
      'source-unavailable: medRxiv asked for a pause',
    )
    expect(simulator.requests).toHaveLength(1)
  })

  test('is asked for nothing after a stop', async () => {
    const { simulator, read } = start(simPosted(61, '2026-11-23'), { rateLimit: localRateLimit() })
    const stop = new AbortController()
    const pages = read({ from: '2026-11-24', until: '2026-11-24', signal: stop.signal })[Symbol.asyncIterator]()
    await pages.next()
    stop.abort(new Error('stopped'))
    expect(await pages.next().catch((error: Error) => error.message)).toBe('stopped')
    expect(simulator.requests).toHaveLength(1)
  })
})
