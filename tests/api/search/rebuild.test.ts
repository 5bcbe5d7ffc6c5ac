import { describe, expect, test } from 'bun:test'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import {
  callOpenSearch,
  ENGINES,
  fill,
  findIn,
  findIndices,
  keptEngines,
  openInOpenSearch,
  openSearchUrl,
} from '#tests/api/support/engines.ts'
import { indexed, useFolders } from '#tests/api/support/searchIndex.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const newFolder = useFolders()
const heron = (id: string, seq: number) => indexed(id, { title: 'Heron', seq })
const closeAll = (...indices: SearchIndex[]) => Promise.all(indices.map((index) => index.close()))

const newPrefix = () => `test-${crypto.randomUUID()}`

describe.each(ENGINES)('A rebuild of the index in $name', ({ open }) => {
  test('begins an empty index once, which says for which rebuild', async () => {
    const index = open()
    await fill(index, [heron('old', 5)])
    expect(await index.state()).toMatchObject({ size: 1, rebuild: 0 })
    await index.rebuild(1)
    expect(await index.state()).toMatchObject({ seq: 0, size: 0, indexedThrough: null, rebuild: 1 })
    await fill(index, [heron('new', 3)])
    await index.rebuild(1)
    expect(await index.state()).toMatchObject({ seq: 3, size: 1, rebuild: 1 })
    expect(await findIn(index, 'heron')).toEqual(['new'])
    await index.rebuild(2)
    expect(await index.state()).toMatchObject({ size: 0, rebuild: 2 })
    await index.reset()
    expect(await index.state()).toMatchObject({ size: 0, rebuild: 2 })
    await index.close()
  })
})

describe.each(keptEngines(newFolder))('A rebuild of the kept index in $name', ({ open }) => {
  test('leaves searches what they found, and when that was, until the new index is whole', async () => {
    const index = open()
    await fill(index, [heron('old', 5), heron('erased', 6)])
    const { indexed_through } = await index.search({ q: 'heron' })
    expect(indexed_through).not.toBeNull()
    await index.rebuild(1)
    expect(await index.search({ q: 'heron' })).toMatchObject({ total: 2, indexed_through })
    expect(await index.state()).toEqual({
      seq: 0,
      size: 0,
      indexedThrough: null,
      rebuild: 1,
      replaces: true,
    })
    await index.put([heron('new', 3), heron('erased', 6)])
    await index.remove(['erased'])
    await waitUntil(async () => (await index.search({ q: 'heron' })).total === 1)
    expect(await findIn(index, 'heron')).toEqual(['old'])
    await index.markCurrent(new Date())
    expect(await findIn(index, 'heron')).toEqual(['new'])
    expect(await index.state()).toMatchObject({ seq: 6, size: 1, replaces: false })
    await index.close()
  })

  test('keeps no index that lacks papers', async () => {
    const index = open()
    await index.becomeWriter()
    await index.put([heron('old', 5)])
    await index.rebuild(1)
    expect(await index.search({ q: 'heron' })).toMatchObject({ indexed_through: null })
    await index.put([heron('new', 6)])
    await index.markCurrent(new Date())
    expect(await findIn(index, 'heron')).toEqual(['new'])
    await index.close()
  })
})

describe.skipIf(openSearchUrl === undefined)('A rebuild of the index in OpenSearch', () => {
  test('is begun once by several processes', async () => {
    const prefix = newPrefix()
    const processes = Array.from({ length: 4 }, () => openInOpenSearch(prefix))
    await fill(processes[0]!, [heron('old', 5)])
    await Promise.all(processes.map((index) => index.becomeWriter()))
    await processes[0]!.rebuild(1)
    await processes[0]!.put([heron('new', 3)])
    await Promise.all(processes.map((index) => index.rebuild(1)))
    expect(await findIndices(prefix)).toEqual([`${prefix}-v1-000001`, `${prefix}-v1-000002`])
    expect(await processes[3]!.state()).toMatchObject({ seq: 3, rebuild: 1 })
    await closeAll(...processes)
  })

  test('goes on with the index that a killed process created and did not write', async () => {
    const prefix = newPrefix()
    const index = openInOpenSearch(prefix)
    await fill(index, [heron('old', 5)])
    const next = `${prefix}-v1-000002`
    const body = { mappings: { _meta: { rebuild: 3 } }, aliases: { [`${next}-own`]: {} } }
    expect(await callOpenSearch<object>('PUT', `/${next}`, body)).toMatchObject({ acknowledged: true })
    // This process has not seen yet that the new index has no alias.
    const other = openInOpenSearch(prefix)
    await other.rebuild(3)
    expect(await findIndices(prefix)).toEqual([`${prefix}-v1-000001`, next])
    expect(await other.state()).toMatchObject({ size: 0, rebuild: 3 })
    await closeAll(index, other)
  })
})
