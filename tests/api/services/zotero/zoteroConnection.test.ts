import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { continueErasures } from '#api/services/privacy/erasure.ts'
import { findSeeds } from '#api/store/readers/tasteSeeds.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { ALL, useZotero } from '#tests/api/support/zotero.ts'
import { KEY, USER_ID } from '#tests/simulators/zotero.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'

const { as, connection, connect, settle, simulator, state, sync, work } = useZotero()

async function everything(): Promise<string> {
  const { db } = mongoose.connection
  const names = (await db!.listCollections().toArray()).map(({ name }) => name)
  const found = await Promise.all(names.map(async (name) => db!.collection(name).find().toArray()))
  return JSON.stringify(found)
}

describe('The test of a key', () => {
  test('says whose library it opens, what it may do, and which collections there are', async () => {
    const { library } = simulator
    const reading = library.addCollection('Reading')
    const lanterns = library.addCollection('Lanterns', reading)
    library.add(simItem(1))
    const { data } = await connection().test.post({ key: KEY })
    expect(data).toEqual({
      ok: true,
      message: 'The library of mquill, with 1 item. The key may read, write, and write notes.',
      items: 1,
      can_write: true,
      can_write_notes: true,
      collections: [
        { key: reading, name: 'Reading' },
        { key: lanterns, name: 'Reading / Lanterns' },
      ],
      can_read_groups: false,
      groups: [],
    })
    expect(await state()).toBeNull()
  })

  test('says why a key cannot be used', async () => {
    const unknown = await connection().test.post({ key: 'AnotherInventedKey123' })
    expect(unknown.data).toMatchObject({ ok: false, message: expect.stringContaining('does not know this key') })
    simulator.keys.set(KEY, { userId: USER_ID, library: false, write: false, notes: false })
    const blind = await connection().test.post({ key: KEY })
    expect(blind.data).toMatchObject({ ok: false, message: expect.stringContaining('may not read your library') })
    simulator.fail('unavailable')
    expect((await connection().test.post({ key: KEY })).status).toBe(502)
    expect((await connection().test.post({})).data).toMatchObject({ ok: false, message: 'Enter a key.' })
  })
})

describe('A connection', () => {
  test('is not saved with a key or a choice that cannot be used', async () => {
    simulator.keys.set(KEY, { userId: USER_ID, library: true, write: false, notes: false })
    const collection = simulator.library.addCollection('Paperdawn')
    for (const [changes, field] of [
      [{ key: 'AnotherInventedKey123' }, 'key'],
      [{ push_to: collection }, 'push_to'],
      [{ read: 'collections', collections: [] }, 'collections'],
      [{ read: 'collections', collections: ['ZZZZ9999'] }, 'collections'],
    ] as const) {
      const { status, error } = await connection().put({
        ...ALL,
        ...changes,
        collections: [...(changes.collections ?? [])],
      })
      expect([status, error?.value]).toMatchObject([422, { error: { fields: { [field]: expect.any(String) } } }])
    }
    simulator.fail('unavailable')
    expect((await connection().put(ALL)).status).toBe(502)
    expect(await state()).toBeNull()
  })

  test('keeps the key encrypted, and shows it nowhere', async () => {
    await storePapers([1])
    simulator.library.add(simItem(1, { extra: 'arXiv:2611.00001', DOI: '' }))
    await connect()
    simulator.onRequest = () => new Response(`Bad key ${KEY}`, { status: 500 })
    await connection().sync.post()
    await Bun.sleep(0)
    simulator.onRequest = null
    const exported = await as('ada').users.me.export.get()
    const text = [await everything(), JSON.stringify(exported.data), JSON.stringify(await state())].join('\n')
    expect(text).not.toContain(KEY)
    expect(text).toContain('"key_end":"ela1"')
    // Without a key in the request the saved one is used.
    const { key: _key, ...kept } = ALL
    expect((await connection().put({ ...kept, read: 'nothing' })).status).toBe(200)
    expect((await connection().test.post({})).data?.ok).toBe(true)
  })

  test('is of one reader: another one sees and answers nothing of it, whatever the ids', async () => {
    await storePapers([1])
    const key = simulator.library.add(simItem(1, { title: 'A paper of nowhere', DOI: '' }))
    await connect()
    expect(await state('ben')).toBeNull()
    expect((await connection('ben').problems.get({ query: {} })).data?.total).toBe(0)
    expect((await connection('ben').sync.post()).status).toBe(404)
    expect((await connection('ben').questions({ key }).post({ kind: 'removed-here', answer: 'remove' })).status).toBe(
      404,
    )
    expect((await connection('ben').test.post({})).data?.ok).toBe(false)
    await connection('ben').delete()
    expect(await state()).not.toBeNull()
    // The key of one reader cannot be moved to another one in the database.
    const libraries = mongoose.connection.collection<{ _id: string }>('zotero_libraries')
    const stored = await libraries.findOne()
    const ben = await findUserByUid('uid-ben')
    await libraries.insertOne({ ...stored, _id: ben!._id })
    await sync('ben')
    expect(await state('ben')).toMatchObject({ needs_key: true })
  })

  test('that ends leaves nothing, except the papers on the list', async () => {
    await storePapers([1, 2])
    simulator.library.add(simItem(1, { extra: 'arXiv:2611.00001', DOI: '' }))
    await as('ada').users.me.import.post({ paper_ids: [paperId(1), paperId(2)] })
    await connect({ to_list: true })
    const user = await findUserByUid('uid-ada')
    expect(await findSeeds(user!._id)).toHaveLength(3)
    expect((await connection().delete()).status).toBe(204)
    expect(await state()).toBeNull()
    // What the reader gave in another way stays.
    expect((await findSeeds(user!._id)).map(({ kind }) => kind)).toEqual(['import', 'import'])
    expect((await as('ada').users.me['reading-list'].get({ query: {} })).data?.total).toBe(1)
    for (const name of ['zotero_libraries', 'zotero_items'])
      expect(await mongoose.connection.collection(name).countDocuments()).toBe(0)
    expect((await connection().delete()).status).toBe(204)
  })

  test('that ends while it is read leaves nothing either', async () => {
    await storePapers([1])
    const { library } = simulator
    for (let number = 0; number < 120; number++) library.add(simItem(number, { extra: 'arXiv:2611.00001', DOI: '' }))
    const ended = Promise.withResolvers<void>()
    simulator.onAnswer = (path) => {
      if (!path.endsWith('/items')) return
      simulator.onAnswer = null
      void connection()
        .delete()
        .then(() => ended.resolve())
    }
    work()
    await connect()
    await ended.promise
    await settle()
    for (const name of ['zotero_libraries', 'zotero_items', 'taste_seeds'])
      expect(await mongoose.connection.collection(name).countDocuments()).toBe(0)
  })

  test('is erased with its account', async () => {
    await storePapers([1])
    simulator.library.add(simItem(1, { extra: 'arXiv:2611.00001', DOI: '' }))
    await connect()
    const user = await findUserByUid('uid-ada')
    expect((await as('ada').users.me.delete({ email: 'ada@example.org' })).status).toBe(204)
    await continueErasures(new Date(Date.now() + 3_600_000))
    for (const name of ['zotero_libraries', 'zotero_items', 'taste_seeds'])
      expect(await mongoose.connection.collection(name).countDocuments()).toBe(0)
    expect(await findSeeds(user!._id)).toEqual([])
  })
})
