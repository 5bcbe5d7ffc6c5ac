import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { AppError } from '#api/platform/errors.ts'
import type { CrossrefOptions } from '#api/sources/crossref/crossref.ts'
import { collect, sentenceOf } from '#tests/api/sources/arxiv/source.ts'
import { POLITE_POOL, PUBLIC_POOL } from '#tests/simulators/crossref.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { useCrossref } from './source.ts'

const startWith = useCrossref()
const start = (options: Partial<CrossrefOptions> = {}) =>
  startWith([simWork(), simWork({ DOI: '10.5555/SECOND' })], options)
const FIRST = '10.5555/jiv.2026.0011'

describe('Crossref', () => {
  test('is asked for one paper by its address and for several by a filter, with a name and a contact', async () => {
    const { simulator, read } = start()
    expect((await collect(read([FIRST]))).ids).toEqual([FIRST])
    const several = await collect(read([FIRST, '10.5555/second', '10.5555/none']))
    expect(several).toMatchObject({ ids: [FIRST, '10.5555/second'], rejected: [] })
    expect(simulator.requests.map(({ url }) => url)).toEqual([
      '/works/10.5555%2Fjiv.2026.0011?mailto=ada%40example.org',
      expect.stringMatching(
        /^\/works\?mailto=ada%40example\.org&filter=doi%3A10\.5555%2Fjiv\.2026\.0011%2Cdoi%3A10\.5555%2Fsecond%2Cdoi%3A10\.5555%2Fnone&rows=3&select=DOI%2C/,
      ),
    ])
    expect(simulator.requests[0]?.userAgent).toBe('Paperdawn/0.1 (mailto:ada@example.org)')
  })

  test('is told no address when nobody set one', async () => {
    const { simulator, read } = start({ mailto: undefined })
    await collect(read([FIRST]))
    expect(simulator.requests).toMatchObject([{ url: '/works/10.5555%2Fjiv.2026.0011', userAgent: 'Paperdawn/0.1' }])
  })

  test('lacks a paper without a failure', async () => {
    const { simulator, read } = start()
    expect(await collect(read(['10.5555/none']))).toMatchObject({ records: [], rejected: [], pages: [{ done: 1 }] })
    expect(simulator.requests).toMatchObject([{ status: 404 }])
  })

  test('is asked for many papers in requests of a limited length, and again behind the last page', async () => {
    const { simulator, read } = start()
    const ids = Array.from({ length: 120 }, (_, index) => `10.5555/paper.of.some.length.${index}`)
    simulator.works.push(...ids.map((DOI) => simWork({ DOI })))
    const { pages, ids: found } = await collect(read(ids))
    expect(found).toEqual(ids)
    expect(pages.length).toBeGreaterThan(2)
    for (const { url } of simulator.requests) expect(url.length).toBeLessThan(4_000)
    const rest = await collect(read(ids, { after: pages[0]!.cursor }))
    expect(rest.ids).toEqual(ids.slice(pages[0]!.done))
  })

  test('is asked for a DOI with a comma alone, and for one that it refuses alone', async () => {
    const { simulator, read } = start()
    simulator.works.push(simWork({ DOI: '10.5555/a,b' }))
    expect((await collect(read([FIRST, '10.5555/a,b', '10.5555/second']))).ids).toEqual([
      FIRST,
      '10.5555/a,b',
      '10.5555/second',
    ])
    expect(simulator.requests).toHaveLength(3)

    simulator.onRequest = ({ url }) =>
      url.includes('bad')
        ? Response.json({ status: 'failed', message: [{ message: 'Not a DOI.' }] }, { status: 400 })
        : undefined
    const { ids, rejected } = await collect(read([FIRST, '10.5555/bad', 'no DOI', '10.5555/second']))
    expect(ids).toEqual([FIRST, '10.5555/second'])
    expect(rejected.map(({ source_id, reason }) => [source_id, reason])).toEqual([
      ['no DOI', '“no DOI” is not a DOI'],
      ['10.5555/bad', 'it was not accepted: Not a DOI.'],
    ])
  })

  test('has the newest version of a preprint, whichever form its DOIs have', async () => {
    const { simulator, read } = start()
    const versions = ['10.26434/chemrxiv-2025-abc1d', '10.26434/chemrxiv-2025-abc1d-v2', '10.21203/rs.3.rs-9/v1']
    simulator.works.push(...versions.map((DOI) => simWork({ DOI, type: 'posted-content' })))
    const { records } = await collect(read(['10.26434/chemrxiv-2025-abc1d', '10.21203/rs.3.rs-9']))
    expect(records.map(({ id, version, doi }) => [id, version, doi])).toEqual([
      ['doi:10.26434/chemrxiv-2025-abc1d', 2, '10.26434/chemrxiv-2025-abc1d-v2'],
      ['doi:10.21203/rs.3.rs-9', 1, '10.21203/rs.3.rs-9/v1'],
    ])
    expect((await collect(read(['10.21203/rs.3.rs-9']))).ids).toEqual(['10.21203/rs.3.rs-9'])
  })

  test('is not believed when it answers about another paper', async () => {
    const { simulator, read } = start()
    simulator.fail('wrong-doi')
    expect((await collect(read([FIRST]))).rejected).toEqual([
      { source_id: FIRST, raw: FIRST, reason: 'the answer is about another DOI' },
    ])
  })

  test.each([
    { fault: 'html', tries: 2, reason: 'gave an answer that cannot be used: it is a page of HTML' },
    { fault: 'truncated', tries: 2, reason: 'gave an answer that cannot be used: it is no JSON' },
    { fault: 'other-json', tries: 2, reason: 'gave an answer that cannot be used: it has no records' },
    { fault: 'foreign-404', tries: 2, reason: 'gave an answer that cannot be used: a page that is not found' },
    { fault: 'unavailable', tries: 2, reason: 'answers 503' },
    { fault: 'blocked', tries: 1, reason: 'refuses us (403)' },
    { fault: 'redirect-inside', tries: 1, reason: 'sent us to an address we do not follow (http://169.254.169.254)' },
  ] as const)('that answers $fault is unavailable, with the reason', async ({ fault, tries, reason }) => {
    const { simulator, read } = start()
    simulator.fail(fault, { times: tries })
    expect(await sentenceOf(read([FIRST]))).toBe(`source-unavailable: Crossref ${reason}.`)
    expect(simulator.requests).toHaveLength(tries)
    expect((await collect(read([FIRST]))).ids).toEqual([FIRST])
  })

  test('that does not answer, or not at all, is unavailable', async () => {
    const slow = start({ limits: { firstByteMs: 50 }, retries: { tries: 1 } })
    slow.simulator.fail('hang')
    expect(await sentenceOf(slow.read([FIRST]))).toBe('source-unavailable: Crossref did not answer in time.')
    const { simulator, read } = start({ retries: { tries: 1 } })
    await simulator.down()
    expect(await sentenceOf(read([FIRST]))).toBe('source-unavailable: Crossref refused the connection.')
    simulator.up()
    expect((await collect(read([FIRST]))).ids).toEqual([FIRST])
  })

  test('that asks for a pause gets it', async () => {
    const { simulator, read } = start()
    simulator.fail('rate-limited', { retryAfter: '3000' })
    expect(await sentenceOf(read([FIRST]))).toStartWith('source-unavailable: Crossref asks us to slow down (429)')
    expect(await sentenceOf(read([FIRST]))).toStartWith('source-unavailable: Crossref asked for a pause')
    expect(simulator.requests).toHaveLength(1)
  })

  test('is asked no faster than the limit of its pool, which the answers state', async () => {
    const { simulator, read } = start()
    simulator.pools = { public: PUBLIC_POOL, polite: POLITE_POOL }
    for (let round = 0; round < 4; round += 1) await collect(read([FIRST]))
    // The first answer states it; the pause after that request was decided before.
    expect(Math.min(...simulator.gaps().slice(1))).toBeGreaterThanOrEqual(99)
  })

  test('that asks to slow down is asked half as often for a day', async () => {
    const { simulator, read } = start({ gapMs: 60 })
    simulator.fail('rate-limited')
    for (let round = 0; round < 3; round += 1) await collect(read([FIRST]))
    expect(simulator.requests.map(({ status }) => status)).toEqual([429, 200, 200, 200])
    expect(Math.min(...simulator.gaps().slice(1))).toBeGreaterThanOrEqual(119)
    setClock(new Date(Date.now() + 25 * 3_600_000))
    await waitUntil(async () => {
      await collect(read([FIRST]))
      // On a busy machine one gap may be longer by itself.
      return (simulator.gaps().at(-1) ?? Infinity) < 119
    })
  })

  test('has the pauses of its pools on its own hosts, whatever is set', () => {
    const own = ['https://api.crossref.org']
    expect(start().source.shortestGap(own)).toBe(250)
    expect(start({ mailto: undefined }).source.shortestGap(own)).toBe(1_000)
    expect(start().source.shortestGap(['http://127.0.0.1:1'])).toBe(0)
  })

  test('is moved to another address by its settings, and never to one of a private network', async () => {
    const second = start().simulator
    const { simulator, read } = start({
      readSettings: async () => ({ gap_ms: null, addresses: { api: `${second.apiUrl}/v1/` } }),
    })
    expect((await collect(read([FIRST]))).ids).toEqual([FIRST])
    expect([simulator.requests.length, second.requests[0]?.url]).toEqual([
      0,
      '/v1/works/10.5555%2Fjiv.2026.0011?mailto=ada%40example.org',
    ])
    const refused = start({
      resolve: async (host) => {
        throw new AppError('forbidden', `${host} is on a private network, to which this site may not connect.`)
      },
    })
    expect(await sentenceOf(refused.read([FIRST]))).toBe(
      'source-unavailable: Crossref cannot be asked: 127.0.0.1 is on a private network, to which this site may not connect.',
    )
    expect(refused.simulator.requests).toEqual([])
  })

  test('finds the DOI in a record that could not be used', () => {
    const { idIn } = start().source.lookUp
    expect(idIn(JSON.stringify(simWork({ DOI: '10.5555/A"B' })))).toBe('10.5555/a"b')
    expect(idIn('10.26434/chemrxiv-2025-abc1d-v2')).toBe('10.26434/chemrxiv-2025-abc1d')
    expect(idIn('{"title":[]}')).toBeNull()
  })
})
