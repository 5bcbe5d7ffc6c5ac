import { describe, expect, test } from 'bun:test'
import { useZoteroClient } from '#tests/api/support/zoteroClient.ts'
import { KEY, USER_ID } from '#tests/simulators/zotero.ts'
import { SimLibrary, simItem } from '#tests/simulators/zoteroLibrary.ts'
import { errorOf } from '#tests/support/errorOf.ts'

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

  test('reads the library of a group within the limits of the reader, and says when there is none', async () => {
    const { library, zotero, simulator } = start()
    const circle = new SimLibrary()
    const key = circle.add(simItem(1))
    simulator.groups.set(42, { name: 'Lantern\u0000 Circle', library: circle, isMember: true })
    simulator.keys.set(KEY, { userId: USER_ID, library: true, write: true, notes: true, groups: [42] })
    const { groups } = await zotero.readKey(KEY, { signal: access.signal })
    expect(groups).toEqual([42])
    expect(await zotero.listGroups(access)).toEqual([{ id: 42, name: 'Lantern Circle' }])
    const inGroup = { ...access, group: 42 }
    expect((await zotero.listChanges(inGroup, 0))?.items).toEqual(new Map([[key, circle.version]]))
    expect((await errorOf(zotero.listChanges({ ...access, group: 43 }, 0))).code).toBe('not-found')
    // Whatever it is given, it writes to the library of the reader.
    await zotero.create(inGroup, [{ key: 'ABCD2345', version: 0, itemType: 'preprint', title: 'A' }])
    expect([library.items.has('ABCD2345'), circle.items.size]).toEqual([true, 1])
    simulator.fail('backoff', { retryAfter: '7200' })
    await zotero.readItems(inGroup, [key])
    expect((await errorOf(zotero.countItems(access))).message).toContain('asked for a pause')
  })
})
