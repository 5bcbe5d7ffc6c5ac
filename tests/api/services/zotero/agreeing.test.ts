import { describe, expect, test } from 'bun:test'
import { useSending } from '#tests/api/support/zoteroSending.ts'

const { answer, change, itemOf, list, notes, questions, save, sendOne, sent, simulator, sync, target } = useSending()

describe('Tags and notes of a sent paper', () => {
  test('are united when both sides add and remove some', async () => {
    const { id, key } = await sendOne({ tags: ['a', 'b', 'c'] })
    simulator.library.edit(key, {
      tags: [{ tag: 'a' }, { tag: 'c' }, { tag: 'theirs' }, { tag: 'auto', type: 1 }, { tag: 'paperdawn' }],
    })
    await change(id, { tags: ['b', 'c', 'ours'] })
    await sync()
    expect(simulator.library.tagsOf(key)).toEqual(['c', 'theirs', 'auto', 'paperdawn', 'ours'])
    expect((await itemOf(id)).tags).toEqual(['c', 'ours', 'theirs'])
    await sync()
    expect(simulator.library.tagsOf(key)).toEqual(['c', 'theirs', 'auto', 'paperdawn', 'ours'])
  })

  test('leave every other field as the reader has it in Zotero', async () => {
    const { id, key } = await sendOne()
    simulator.library.edit(key, { title: 'My own title', DOI: '', collections: [] })
    await change(id, { tags: ['new'] })
    await sync()
    expect(simulator.library.items.get(key)?.data).toMatchObject({
      title: 'My own title',
      DOI: '',
      collections: [],
    })
    expect(simulator.library.tagsOf(key)).toContain('new')
  })

  test('are united also when the reader changes the item in Zotero at that moment', async () => {
    const { id, key } = await sendOne({ tags: ['a'] })
    await change(id, { tags: ['a', 'ours'] })
    let left = 2
    simulator.onAnswer = (path) => {
      if (!path.endsWith('/items') || left === 0) return
      left -= 1
      simulator.library.edit(key, {
        tags: [...simulator.library.tagsOf(key), `theirs ${left}`].map((tag) => ({ tag })),
      })
    }
    await sync()
    simulator.onAnswer = null
    await sync()
    expect(simulator.library.tagsOf(key).toSorted()).toEqual(['a', 'ours', 'paperdawn', 'theirs 0', 'theirs 1'])
    expect((await itemOf(id)).tags.toSorted()).toEqual(['a', 'ours', 'theirs 0', 'theirs 1'])
  })

  test('3,000 tags of Zotero stay there, and the list has as many as it has room for', async () => {
    const { id, key } = await sendOne({ tags: ['a'] })
    const tags = [{ tag: 'a' }, ...Array.from({ length: 3_000 }, (_, at) => ({ tag: `tag ${at}` }))]
    simulator.library.edit(key, { tags })
    await sync()
    expect((await itemOf(id)).tags).toHaveLength(20)
    await change(id, { tags: ['a'] })
    await sync()
    expect(simulator.library.tagsOf(key)).toHaveLength(3_001 - 19)
  })

  test('of notes that both sides changed both are kept, and the row says so', async () => {
    const { id, key } = await sendOne({ notes: 'First' })
    const [note] = notes()
    simulator.library.edit(note!.key, { note: '<p>Theirs</p>' })
    await change(id, { notes: 'Ours' })
    await sync()
    expect(notes().map(({ data }) => data['note'])).toEqual(['<p>Theirs</p>', '<p>Ours</p>'])
    expect(await questions()).toMatchObject([{ key, kind: 'notes-apart', title: 'Paper 1 on lanterns' }])
    await change(id, { notes: 'Ours, again' })
    await sync()
    expect(notes().map(({ data }) => data['note'])).toEqual(['<p>Theirs</p>', '<p>Ours, again</p>'])
    expect((await answer(key, 'notes-apart', 'keep')).status).toBe(204)
    expect(await questions()).toEqual([])
  })

  test('a note that was deleted in Zotero is not sent again', async () => {
    const { id } = await sendOne({ notes: 'First' })
    simulator.library.remove(notes()[0]!.key)
    await change(id, { notes: 'Second' })
    await sync()
    await change(id, { notes: 'Third' })
    await sync()
    expect(notes()).toEqual([])
    expect((await itemOf(id)).notes).toBe('Third')
  })
})

describe('A paper that was removed on one side', () => {
  test.each(['trash', 'deleted'])(
    'in Zotero (%s) is asked about, stays on the list, and is not created again',
    async (how) => {
      const { id, key } = await sendOne({ tags: ['a'] })
      if (how === 'trash') simulator.library.edit(key, { deleted: 1 })
      else simulator.library.remove(key)
      await sync()
      expect(await questions()).toMatchObject([{ key, kind: 'removed-in-zotero', title: 'Paper 1 on lanterns' }])
      expect((await itemOf(id)).tags).toEqual(['a'])
      expect((await answer(key, 'removed-here', 'remove')).status).toBe(404)
      expect((await answer(key, 'removed-in-zotero', 'keep')).status).toBe(204)
      await change(id, { tags: ['b'] })
      await sync()
      expect(await questions()).toEqual([])
      expect(sent().filter(({ data }) => !data['deleted'])).toEqual([])
      expect((await list().get({ query: {} })).data?.total).toBe(1)
    },
  )

  test('in Zotero is removed here if the reader says so', async () => {
    const { key } = await sendOne({ tags: ['a'] })
    simulator.library.remove(key)
    await sync()
    await answer(key, 'removed-in-zotero', 'remove')
    expect((await list().get({ query: {} })).data?.total).toBe(0)
    await sync()
    expect(await questions()).toEqual([])
  })

  test('here stays in Zotero until the reader says so, and then loses our tag and collection alone', async () => {
    const { id, key } = await sendOne({ tags: ['a'] })
    await list()({ id }).delete()
    await sync()
    expect(await questions()).toMatchObject([{ key, kind: 'removed-here' }])
    expect(simulator.library.items.get(key)?.data['collections']).toEqual([target.collection])
    expect((await answer(key, 'removed-here', 'remove')).status).toBe(204)
    expect(simulator.library.items.get(key)?.data).toMatchObject({ collections: [], tags: [{ tag: 'a' }] })
    await sync()
    expect(await questions()).toEqual([])
    await save(1)
    await sync()
    expect(sent()).toHaveLength(1)
    expect(simulator.library.items.get(key)?.data['collections']).toEqual([target.collection])
  })

  test('and is there again is asked about no more', async () => {
    const { id, key } = await sendOne({ tags: ['a'] })
    await list()({ id }).delete()
    simulator.library.edit(key, { tags: [{ tag: 'a' }, { tag: 'paperdawn' }, { tag: 'later' }] })
    await sync()
    expect(await questions()).toHaveLength(1)
    await list()({ id }).restore.post()
    await sync()
    expect(await questions()).toEqual([])
    expect((await itemOf(id)).tags).toEqual(['a', 'later'])
    simulator.library.edit(key, { deleted: 1 })
    await sync()
    expect(await questions()).toHaveLength(1)
    simulator.library.edit(key, { deleted: 0 })
    await sync()
    expect(await questions()).toEqual([])
  })

  test('of both sides is no question', async () => {
    const { id, key } = await sendOne({ tags: ['a'] })
    await list()({ id }).delete()
    simulator.library.remove(key)
    await sync()
    await sync()
    expect(await questions()).toEqual([])
  })
})
