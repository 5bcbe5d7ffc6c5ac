import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { collect } from '#tests/api/sources/arxiv/source.ts'
import { simPosted, simPreprint } from '#tests/simulators/simPreprints.ts'
import { cursorsOf, doisOf, readSome, useBiorxiv } from './source.ts'

const start = useBiorxiv()
const DAY = { from: '2026-11-24', until: '2026-11-24' }

describe('The papers of a day', () => {
  test.each([
    [30, [0, 30, 60, 90, 120, 150]],
    [100, [0, 100]],
    [200, [0]],
  ])('are all read from pages of %d rows, without a request too many', async (pageSize, cursors) => {
    const { simulator, read } = start(simPosted(164, '2026-11-23'))
    simulator.pageSize = pageSize
    const { ids, rejected, pages } = await collect(read(DAY))
    expect(ids).toEqual(doisOf(simulator.preprints))
    expect(rejected).toEqual([])
    expect(cursorsOf(simulator.requests)).toEqual(cursors)
    expect(pages.at(-1)).toMatchObject({ done: 164, total: 164, step: 'posted on 2026-11-23, 164 of 164' })
  })

  test('are read when the size of a page changes between two of them', async () => {
    const { simulator, read } = start(simPosted(164, '2026-11-23'))
    simulator.onRequest = () => {
      simulator.pageSize = 130 - simulator.pageSize
      return undefined
    }
    expect((await collect(read(DAY))).ids).toEqual(doisOf(simulator.preprints))
    expect(cursorsOf(simulator.requests)).toEqual([0, 100, 130])
  })

  test('are those that were posted on the day before', async () => {
    const { simulator, read } = start([])
    setClock(new Date('2026-11-30T12:00:00Z'))
    for (const day of ['20', '21', '22', '23', '24']) simulator.preprints.push(...simPosted(2, `2026-11-${day}`))
    const { records, pages } = await collect(read({ from: '2026-11-22', until: '2026-11-24' }))
    expect(records.map(({ announced_on }) => announced_on)).toEqual(
      ['22', '22', '23', '23', '24', '24'].map((day) => `2026-11-${day}`),
    )
    expect(simulator.requests.map(({ url }) => url)).toEqual(['/details/biorxiv/2026-11-21/2026-11-23/0/json'])
    expect(pages).toMatchObject([{ step: 'posted from 2026-11-21 to 2026-11-23, 6 of 6' }])
  })

  test('may be none', async () => {
    const { read } = start([])
    expect((await collect(read(DAY))).pages).toMatchObject([
      { records: [], rejected: [], done: 0, step: 'posted on 2026-11-23, 0' },
    ])
  })

  test('are new or new versions, under both prefixes, and each version counts', async () => {
    const old = { doi: '10.1101/2021.11.22.469359' }
    const { read } = start([
      simPreprint(),
      simPreprint({ version: '2' }),
      simPreprint({ ...old, version: '5', category: 'NEUROSCIENCE', published: '10.5555/jiv.2026.0011' }),
    ])
    const { records } = await collect(read(DAY))
    expect(
      records.map(({ id, version, announce_type, categories }) => [id, version, announce_type, categories]),
    ).toEqual([
      ['doi:10.64898/2026.11.22.999001', 1, 'new', ['biorxiv.cell-biology']],
      ['doi:10.64898/2026.11.22.999001', 2, 'replace', ['biorxiv.cell-biology']],
      ['doi:10.1101/2021.11.22.469359', 5, 'replace', ['biorxiv.neuroscience']],
    ])
  })

  test('leave out rows of other days and of another server, with the reason', async () => {
    const { simulator, read } = start([])
    const collection = [simPreprint(), simPreprint({ date: '2026-11-22' }), simPreprint({ server: 'medRxiv' })]
    simulator.onRequest = () => Response.json({ messages: [{ status: 'ok', cursor: 0, total: '3' }], collection })
    const { records, rejected, pages } = await collect(read(DAY))
    expect(records).toHaveLength(1)
    expect(rejected.map(({ reason }) => reason)).toEqual([
      'it was posted on 2026-11-22, outside of the days that were asked for',
      'it is one of medRxiv',
    ])
    expect(pages).toHaveLength(1)
  })

  test('of many days are read in lists of a week', async () => {
    const { simulator, read } = start([])
    setClock(new Date('2026-11-24T12:00:00Z'))
    simulator.pageSize = 100
    simulator.deepestCursor = 300
    const days = Array.from({ length: 20 }, (_, n) => `2026-11-${String(n + 4).padStart(2, '0')}`)
    for (const day of days) simulator.preprints.push(...simPosted(40, day))
    const { ids, pages } = await collect(read({ from: '2026-11-05', until: '2026-11-24' }))
    expect(ids).toEqual(doisOf(simulator.preprints))
    expect(simulator.requests.map(({ url }) => url).filter((url) => url.endsWith('/0/json'))).toEqual([
      '/details/biorxiv/2026-11-04/2026-11-10/0/json',
      '/details/biorxiv/2026-11-11/2026-11-17/0/json',
      '/details/biorxiv/2026-11-18/2026-11-23/0/json',
    ])
    expect(pages.map(({ done }) => done)).toEqual([100, 200, 280, 380, 480, 560, 660, 760, 800])
    expect(pages.every(({ total }) => total === undefined)).toBeTrue()
  })
})

describe('A cursor', () => {
  const WEEKS = { from: '2026-11-11', until: '2026-11-24' }

  test.each([1, 2, 3, 4, 5, 6])('continues after page %d', async (count) => {
    const { simulator, read } = start([...simPosted(65, '2026-11-12'), ...simPosted(65, '2026-11-23')])
    const { cursor, ids } = await readSome(read(WEEKS), count)
    const before = simulator.requests.length
    const rest = await collect(read({ ...WEEKS, after: cursor }))
    expect([...ids, ...rest.ids]).toEqual(doisOf(simulator.preprints))
    expect(simulator.requests).toHaveLength(6)
    expect(before).toBe(count)
  })

  test('remembers that the list has changed', async () => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    simulator.onRequest = () => {
      if (simulator.requests.length === 2)
        simulator.preprints.unshift(simPreprint({ doi: '10.64898/2026.11.21.000001' }))
      return undefined
    }
    const { cursor, ids } = await readSome(read(DAY), 2)
    const rest = await collect(read({ ...DAY, after: cursor }))
    expect(new Set([...ids, ...rest.ids])).toEqual(new Set(doisOf(simulator.preprints)))
    expect(rest.ids).toHaveLength(6 + 66)
  })

  test('of other days, of another source or of none is not used', async () => {
    const { read } = start([...simPosted(65, '2026-11-22'), ...simPosted(65, '2026-11-23')])
    const { cursor } = await readSome(read({ ...DAY, from: '2026-11-23' }), 2)
    const negative = cursor.replace('"offset":60', '"offset":-5')
    for (const after of [cursor, negative, '{"token":"x","page":1,"done":1,"used":[]}', '60', 'null', 'no JSON', ''])
      expect((await collect(read({ ...DAY, after }))).ids).toHaveLength(65)
  })
})
