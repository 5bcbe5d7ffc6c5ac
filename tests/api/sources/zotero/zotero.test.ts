import { describe, expect, test } from 'bun:test'
import { useZoteroClient } from '#tests/api/support/zoteroClient.ts'
import { KEY, startZoteroSimulator, USER_ID, type ZoteroFault } from '#tests/simulators/zotero.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'
import { errorOf } from '#tests/support/errorOf.ts'

const { access, start, stopLater } = useZoteroClient()
const { signal } = access

const preprint = (key: string, changes: object = {}) => ({
  key,
  version: 0,
  itemType: 'preprint',
  title: 'A',
  ...changes,
})

describe('The client of Zotero', () => {
  test('sends the version of the API and the key in headers, and never in an address', async () => {
    const { simulator, zotero } = start()
    expect(await zotero.readKey(KEY, { signal })).toEqual({
      userId: USER_ID,
      username: 'mquill',
      canRead: true,
      canWrite: true,
      canWriteNotes: true,
      groups: [],
    })
    const [request] = simulator.requests
    expect(request?.headers).toMatchObject({ 'zotero-api-version': '3', 'zotero-api-key': KEY })
    expect(request?.url).toBe('/keys/current')
    expect(request?.userAgent).toBe('Paperdawn/0.1 (mailto:ada@example.org)')
  })

  test('reads items with their ids, names and tags, and those in the trash as such', async () => {
    const { library, zotero } = start()
    const key = library.add(
      simItem(1, { extra: 'PMID: 99900001', tags: [{ tag: 'night', type: 1 }], dateAdded: 'soon' }),
    )
    const trashed = library.add(simItem(2, { deleted: 1 }))
    const { items, unreadable } = await zotero.readItems(access, [key, trashed, 'ZZZZ9999'])
    expect(unreadable).toEqual([])
    expect(items.map((item) => [item.key, item.isTrashed])).toEqual([
      [key, false],
      [trashed, true],
    ])
    expect(items[0]).toMatchObject({
      title: 'Counting Lanterns, part 1',
      authors: ['Quillfeather, Mirela', 'Lantern Consortium'],
      ids: ['10.5555/lantern.1'],
      extra: 'PMID: 99900001',
      tags: [{ tag: 'night', type: 1 }],
      addedAt: null,
    })
  })

  test('asks for what changed, and hears that nothing did', async () => {
    const { library, zotero, simulator } = start()
    const key = library.add(simItem(1))
    const child = library.add({ itemType: 'note', parentItem: key, note: '<p>Own words</p>' })
    const changes = await zotero.listChanges(access, 0)
    expect(changes).toEqual({ version: library.version, items: new Map([[key, library.version - 3]]), read: null })
    expect(changes?.items.has(child)).toBe(false)
    expect(await zotero.listChanges(access, library.version)).toBeNull()
    expect(simulator.requests.at(-1)?.status).toBe(304)
    library.remove(key)
    expect(await zotero.listDeleted(access, changes?.version ?? 0)).toEqual({ items: [key, child], collections: [] })
  })

  test('reads all collections, over pages', async () => {
    const { library, zotero } = start()
    const parent = library.addCollection('Reading')
    for (let number = 0; number < 120; number++) library.addCollection(`Part ${number}`, parent)
    const collections = await zotero.listCollections(access)
    expect(collections).toHaveLength(121)
    expect(collections[0]).toEqual({ key: parent, name: 'Reading', parent: null })
    expect(collections[120]?.parent).toBe(parent)
  })

  test('one item that cannot be read does not fail the others', async () => {
    const { library, zotero } = start()
    const good = library.add(simItem(1))
    const bad = library.add(simItem(2, { title: 42 }))
    const { items, unreadable } = await zotero.readItems(access, [good, bad])
    expect(items.map(({ key }) => key)).toEqual([good])
    expect(unreadable).toEqual([{ key: bad, reason: 'its “data/title” is missing or has an unexpected form' }])
  })

  test('an item with 10 MB of abstract, 3,000 tags and 3,000 authors is read', async () => {
    const { library, zotero } = start()
    const creators = Array.from({ length: 3_000 }, (_, at) => ({ creatorType: 'author', name: `Lantern\u0000 ${at}` }))
    const tags = Array.from({ length: 3_000 }, (_, at) => ({ tag: `tag ${at}` }))
    const key = library.add(
      simItem(1, { abstractNote: 'x'.repeat(10_000_000), creators, tags, title: 'A\u001b[31m<b>B</b>' }),
    )
    const { items } = await zotero.readItems(access, [key])
    expect(items[0]?.tags).toHaveLength(3_000)
    expect(items[0]?.authors).toHaveLength(3_000)
    expect(JSON.stringify(items[0])).not.toMatch(/\\u0000|\\u001b/)
  })

  test('reports each object of a write by itself', async () => {
    const { library, zotero } = start()
    const written = await zotero.create(access, [
      preprint('ABCD2345'),
      preprint('ABCD2346', { journal: 'None' }),
      preprint('ABCD2347'),
    ])
    expect(written).toEqual([
      { version: library.version },
      { code: 400, refused: "'journal' is not a valid field for type 'preprint'" },
      { version: library.version },
    ])
    expect(await zotero.create(access, [preprint('ABCD2345')])).toMatchObject([{ code: 412 }])
  })

  test('does not create an item twice when the answer was lost', async () => {
    for (const fault of ['lost', 'truncated'] as const) {
      const { simulator, library, zotero } = start()
      simulator.fail(fault)
      expect(await zotero.create(access, [preprint('ABCD2345')])).toMatchObject([{ code: 412 }])
      expect(library.items.size).toBe(1)
      expect(simulator.requests).toHaveLength(2)
    }
  })

  test('refuses more than 50 objects as a whole, each with the status', async () => {
    const { zotero, library } = start()
    const objects = Array.from({ length: 51 }, (_, at) => preprint(`ABCD23${23 + at}`.replaceAll(/[01]/g, 'Z')))
    expect((await zotero.create(access, objects)).every((one) => 'code' in one && one.code === 413)).toBe(true)
    expect(library.items.size).toBe(0)
  })

  test('changes only the version that it knows, and says when an item is newer or gone', async () => {
    const { library, zotero } = start()
    const key = library.add(simItem(1))
    const version = library.version
    expect(await zotero.change(access, { key, version }, { tags: [{ tag: 'a' }] })).toEqual({ version: version + 3 })
    expect(await zotero.change(access, { key, version }, { tags: [] })).toBe('newer')
    expect(library.tagsOf(key)).toEqual(['a'])
    library.remove(key)
    expect(await zotero.change(access, { key, version }, { tags: [] })).toBe('gone')
    expect(await zotero.change(access, { key: library.add(simItem(2)), version: library.version }, { no: 1 })).toEqual({
      refused: 'Zotero answers 400',
    })
  })

  test('a refused key is no outage, and is not asked for again', async () => {
    const { simulator, zotero } = start()
    simulator.keys.clear()
    const { code, message } = await errorOf(zotero.listChanges(access, 0))
    expect([code, message]).toEqual(['forbidden', 'Zotero refuses the key, or what it may do.'])
    expect(simulator.requests).toHaveLength(1)
  })

  test.each<[ZoteroFault, string]>([
    ['unavailable', 'Zotero answers 503.'],
    ['rate-limited', 'Zotero asks us to slow down (429).'],
    ['html', 'Zotero gave an answer that cannot be used: it has no header last-modified-version.'],
    ['truncated', 'Zotero gave an answer that cannot be used: it is no JSON.'],
  ])('the fault “%s” is an outage, and no empty library', async (fault, sentence) => {
    const { simulator, library, zotero } = start()
    library.add(simItem(1))
    simulator.fail(fault, { times: 2 })
    const { code, message } = await errorOf(zotero.listChanges(access, 0))
    expect([code, message]).toEqual(['source-unavailable', sentence])
    expect((await zotero.listChanges(access, 0))?.items.size).toBe(1)
  })

  test('an outage is tried again, and a longer pause is left to the caller', async () => {
    const { simulator, zotero } = start()
    simulator.fail('unavailable')
    expect(await zotero.countItems(access)).toBe(0)
    simulator.fail('rate-limited', { retryAfter: '7200' })
    const { details } = await errorOf(zotero.countItems(access))
    expect(details.retryAfter).toBe(7200)
    // The pause is for all requests of this reader, and for no other one.
    expect((await errorOf(zotero.countItems(access))).message).toContain('asked for a pause')
    expect(simulator.requests).toHaveLength(3)
    expect((await zotero.readKey(KEY, { signal })).userId).toBe(USER_ID)
  })

  test('a pause that a successful answer asks for is kept before the next request', async () => {
    const { simulator, zotero } = start()
    simulator.fail('backoff', { retryAfter: '7200' })
    await zotero.countItems(access)
    const { message, details } = await errorOf(zotero.countItems(access))
    expect(message).toContain('asked for a pause')
    expect(details.retryAfter).toBeGreaterThan(7_000)
    expect(simulator.requests).toHaveLength(1)
  })

  test('sends one request at a time, with the gap between two', async () => {
    const { simulator, zotero } = start({ gapMs: 30 })
    await Promise.all([1, 2, 3].map(() => zotero.countItems(access)))
    expect(simulator.maxConcurrentRequests).toBe(1)
    expect(Math.min(...simulator.gaps())).toBeGreaterThanOrEqual(25)
  })

  test('does not take a redirect to another host, which would get the key', async () => {
    const { simulator, zotero } = start()
    const other = startZoteroSimulator()
    stopLater(other)
    simulator.onRequest = () =>
      new Response(null, { status: 307, headers: { location: `${other.apiUrl}/keys/current` } })
    const { message } = await errorOf(zotero.readKey(KEY, { signal }))
    expect(message).toContain('sent us to an address we do not follow')
    expect(other.requests).toEqual([])
  })

  test('does not repeat the key of a reader in its errors', async () => {
    const { simulator, zotero } = start()
    for (const status of [400, 409, 417, 500]) {
      simulator.onRequest = () => new Response(`Bad key ${KEY}`, { status })
      const error = await errorOf(zotero.listChanges(access, 0))
      expect(`${error.message} ${Bun.inspect(error)}`).not.toContain(KEY)
    }
  })
})
