import { describe, expect, test } from 'bun:test'
import { useZoteroClient } from '#tests/api/support/zoteroClient.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'

const { access, start } = useZoteroClient()

describe('The client of Zotero', () => {
  test('gets a small change with its items in one answer, and the versions of a large one or one that cannot be read', async () => {
    const { library, zotero, simulator } = start()
    library.add(simItem(1))
    const since = library.version
    const keys = [library.add(simItem(2)), library.add(simItem(3, { deleted: 1 }))]
    const few = await zotero.listChanges(access, since)
    expect(few?.read?.map(({ key, isTrashed }) => [key, isTrashed])).toEqual([
      [keys[0]!, false],
      [keys[1]!, true],
    ])
    expect([few?.version, [...(few?.items.keys() ?? [])]]).toEqual([library.version, keys])
    expect(simulator.requests).toHaveLength(1)
    library.add(simItem(4, { title: 42 }))
    expect(await zotero.listChanges(access, since)).toMatchObject({ read: null, items: { size: 3 } })
    for (let number = 5; number < 60; number++) library.add(simItem(number))
    expect(await zotero.listChanges(access, since)).toMatchObject({ read: null, items: { size: 58 } })
  })
})
