import { describe, expect, test } from 'bun:test'
import { collect, sentenceOf } from '#tests/api/sources/arxiv/source.ts'
import { simPosted, simPreprint } from '#tests/simulators/simPreprints.ts'
import { cursorsOf, doisOf, readSome, useBiorxiv } from './source.ts'

const start = useBiorxiv()
const DAY = { from: '2026-11-24', until: '2026-11-24' }

describe('A list that says another number of rows than it has', () => {
  test.each(['empty-page', null] as const)('is read to its end, which comes twice (%s)', async (fault) => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    simulator.fail('large-total', { times: 3 })
    if (fault !== null) simulator.fail(fault, { times: 2 })
    const { ids, pages } = await collect(read(DAY))
    expect(ids).toEqual(doisOf(simulator.preprints))
    expect(cursorsOf(simulator.requests)).toEqual([0, 30, 60, 65, 65])
    expect(pages.at(-1)).toMatchObject({ done: 65, total: 95 })
  })

  test('by as much as a page is read to its end, however large pages are', async () => {
    const { simulator, read } = start(simPosted(164, '2026-11-23'))
    simulator.pageSize = 100
    simulator.fail('large-total', { times: 4 })
    expect((await collect(read(DAY))).ids).toEqual(doisOf(simulator.preprints))
    expect(cursorsOf(simulator.requests)).toEqual([0, 100, 164, 164])
  })

  test('is read on when an empty page comes only once', async () => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    simulator.onRequest = () => {
      if (simulator.requests.length === 2) simulator.fail('empty-page')
      return undefined
    }
    expect((await collect(read(DAY))).ids).toEqual(doisOf(simulator.preprints))
    expect(cursorsOf(simulator.requests)).toEqual([0, 30, 60, 60])
  })

  test('is not believed when many rows are missing', async () => {
    const { simulator, read } = start(simPosted(164, '2026-11-23'))
    simulator.onRequest = () => {
      if (simulator.requests.length === 1) simulator.fail('empty-page', { times: 2 })
      return undefined
    }
    expect(await sentenceOf(read(DAY))).toBe(
      'source-unavailable: bioRxiv gave an answer that cannot be used: an empty page after 30 of 164 rows.',
    )
  })

  test('is read when it says none', async () => {
    const { simulator, read } = start([])
    const all = simPosted(65, '2026-11-23')
    simulator.onRequest = ({ url }) => {
      const cursor = Number(url.split('/')[7])
      return Response.json({ messages: [{ status: 'ok' }], collection: all.slice(cursor, cursor + 30) })
    }
    const { ids, pages } = await collect(read(DAY))
    expect(ids).toEqual(doisOf(all))
    expect(pages.at(-1)).toMatchObject({ step: 'posted on 2026-11-23, 65' })
    expect(pages.at(-1)).not.toHaveProperty('total')
  })

  test('and is empty is not believed', async () => {
    const { simulator, read } = start([])
    simulator.onRequest = () => Response.json({ messages: [{ status: 'ok', total: '7' }], collection: [] })
    expect(await sentenceOf(read(DAY))).toEndWith('an empty page after 0 of 7 rows.')
  })
})

describe('A list that changes while it is read', () => {
  test('is read once more, so that no row between two pages is left out', async () => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    const added = simPreprint({ doi: '10.64898/2026.11.21.000001' })
    simulator.onRequest = () => {
      // Before the rows that were read.
      if (simulator.requests.length === 2) simulator.preprints.unshift(added)
      return undefined
    }
    const { ids, pages } = await collect(read(DAY))
    expect(new Set(ids)).toEqual(new Set(doisOf(simulator.preprints)))
    expect(cursorsOf(simulator.requests)).toEqual([0, 30, 60, 0, 30, 60])
    expect(pages.map(({ step }) => step).slice(2, 4)).toEqual([
      'posted on 2026-11-23, 66 of 66',
      'posted on 2026-11-23, 30 of 66, once more because the list changed',
    ])
  })

  test('is read once more when a row was taken out of it', async () => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    simulator.onRequest = () => {
      if (simulator.requests.length === 2) simulator.preprints.shift()
      return undefined
    }
    const { ids } = await collect(read(DAY))
    for (const doi of doisOf(simulator.preprints)) expect(ids).toContain(doi)
  })

  test('each time that it is read is not read completely', async () => {
    const { simulator, read } = start(simPosted(31, '2026-11-23'))
    simulator.onRequest = () => {
      if (simulator.requests.length % 2 === 0)
        simulator.preprints.unshift(simPreprint({ doi: `10.64898/2026.11.20.${simulator.requests.length}` }))
      return undefined
    }
    expect(await sentenceOf(read(DAY))).toBe(
      'source-unavailable: bioRxiv cannot be read completely: the list of what was posted on 2026-11-23 changes while it is read.',
    )
    expect(simulator.requests).toHaveLength(8)
  })

  test('has a row on two pages, and so may have left out another one: it is read once more', async () => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    simulator.onRequest = ({ url }) => {
      if (simulator.requests.length !== 2) return undefined
      const cursor = Number(url.split('/')[7])
      const collection = simulator.preprints.slice(cursor - 1, cursor + 29)
      return Response.json({ messages: [{ status: 'ok', cursor, count: 30, total: '65' }], collection })
    }
    const { ids } = await collect(read(DAY))
    expect(new Set(ids)).toEqual(new Set(doisOf(simulator.preprints)))
    expect(cursorsOf(simulator.requests)).toEqual([0, 30, 60, 0, 30, 60])
  })

  test('is complete when it has nothing new, though a row is always in it twice', async () => {
    const { simulator, read } = start([...simPosted(40, '2026-11-23'), ...simPosted(1, '2026-11-23')])
    expect(new Set((await collect(read(DAY))).ids).size).toBe(40)
    expect(cursorsOf(simulator.requests)).toEqual([0, 30, 0, 30])
  })
})

describe('A server that does not go on', () => {
  test('but begins anew is asked again, and then unavailable', async () => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    simulator.fail('ignored-cursor', { times: 2 })
    expect((await collect(read(DAY))).ids).toEqual(doisOf(simulator.preprints))
    simulator.fail('ignored-cursor', { times: 3 })
    expect(await sentenceOf(read(DAY))).toEndWith('cannot be used: it begins after 0 rows, not after 30.')
  })

  test('but says nothing of it is unavailable', async () => {
    const { simulator, read } = start([])
    const collection = simPosted(30, '2026-11-23')
    simulator.onRequest = () => Response.json({ messages: [{ status: 'ok', total: '164' }], collection })
    expect(await sentenceOf(read(DAY))).toEndWith('cannot be used: it is the same page as the one before.')
    expect(simulator.requests).toHaveLength(3)
  })

  test('but has another page before the last one is read once more', async () => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    simulator.onRequest = () => {
      if (simulator.requests.length === 2)
        for (let n = 0; n < 30; n += 1) simulator.preprints.unshift(simPreprint({ doi: `10.64898/2026.11.20.${n}` }))
      return undefined
    }
    const { ids } = await collect(read(DAY))
    expect(new Set(ids)).toEqual(new Set(doisOf(simulator.preprints)))
  })

  test('and does not end is given up', async () => {
    const { simulator, read } = start(simPosted(65, '2026-11-23'))
    const { cursor } = await readSome(read(DAY), 1)
    const after = cursor.replace('"offset":30', '"offset":50001')
    expect(await sentenceOf(read({ ...DAY, after }))).toEndWith(
      'the list of what was posted on 2026-11-23 does not end.',
    )
    expect(simulator.requests).toHaveLength(1)
  })
})
