import { describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { useSending } from '#tests/api/support/zoteroSending.ts'
import { KEY, USER_ID } from '#tests/simulators/zotero.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'

const { connect, connection, run, sync, state, simulator, settle, ...sending } = useSending()
const { change, connectToSend, itemOf, list, notes, only, save, sent, target } = sending

describe('A saved paper', () => {
  test('is created in the collection, with its fields, tags and a link to its PDF, once', async () => {
    await save(4)
    await connectToSend()
    expect(sent()).toEqual([])
    const id = await save(1, { tags: ['night', 'To read'], notes: 'Own words' })
    await sync()
    expect(sent()).toHaveLength(1)
    expect(only().data).toMatchObject({
      itemType: 'preprint',
      title: 'Paper 1 on lanterns',
      creators: expect.arrayContaining([{ creatorType: 'author', firstName: 'Mirela', lastName: 'Quillfeather' }]),
      repository: 'arXiv',
      archiveID: 'arXiv:2611.00001',
      DOI: '10.48550/arXiv.2611.00001',
      url: 'https://arxiv.org/abs/2611.1',
      tags: [{ tag: 'night' }, { tag: 'To read' }, { tag: 'paperdawn' }],
      collections: [target.collection],
    })
    expect(notes()).toEqual([])
    await change(id, { notes: 'Other words' })
    await sync()
    await sync()
    expect(sent()).toHaveLength(1)
    expect(await state()).toMatchObject({ counts: { sent: 1, problems: 0, questions: 0 }, last: { outcome: 'done' } })
  })

  test('has a link to its PDF, and its note if the reader wants it', async () => {
    await storePapers([1], { urls: { abs: 'https://arxiv.org/abs/2611.1', pdf: 'https://arxiv.org/pdf/2611.1' } })
    await connectToSend({ push_notes: true })
    const id = await save(1, { notes: 'First <line>\nsecond' })
    await sync()
    const children = simulator.library.childrenOf(only().key).map(({ data }) => data)
    expect(children).toMatchObject([
      { itemType: 'attachment', linkMode: 'linked_url', url: 'https://arxiv.org/pdf/2611.1', title: 'PDF' },
      { itemType: 'note', note: '<p>First &lt;line&gt;<br/>second</p>' },
    ])
    await change(id, { notes: 'Changed' })
    await sync()
    expect(notes().map(({ data }) => data['note'])).toEqual(['<p>Changed</p>'])
  })

  test('is sent after it was saved, without being asked, and is left alone when nothing changed', async () => {
    await connectToSend()
    await save(1)
    await run()
    expect(sent()).toHaveLength(1)
    await run()
    simulator.requests.length = 0
    setClock(new Date(Date.now() + 60_000))
    await run()
    expect(simulator.requests).toEqual([])
    // What we wrote ourselves is a change of the library, of which nothing is to be read.
    setClock(new Date(Date.now() + 3_700_000))
    await run()
    setClock(new Date(Date.now() + 7_400_000))
    await run()
    expect(simulator.requests.map(({ status }) => status)).toEqual([200, 200, 304])
  })

  test('that is in the library already gets our tag and the collection, and no second item', async () => {
    const { library } = simulator
    const byId = library.add(simItem(1, { extra: 'arXiv:2611.00001 [cs]', DOI: '', tags: [{ tag: 'mine' }] }))
    const creators = [{ creatorType: 'author', firstName: 'Mirela', lastName: 'Quillfeather' }]
    const byTitle = library.add(simItem(2, { title: 'Paper 2 on lanterns', DOI: '10.5555/other', creators }))
    const other = library.add(
      simItem(3, { title: 'Paper 3 on lanterns', DOI: '', creators: [{ name: 'Someone Else' }] }),
    )
    await connectToSend()
    const [one] = [await save(1, { tags: ['ours'] }), await save(2), await save(3)]
    await sync()
    expect(sent()).toHaveLength(1)
    expect(library.tagsOf(byId)).toEqual(['mine', 'ours', 'paperdawn'])
    expect(library.items.get(byId)?.data['collections']).toEqual([target.collection])
    expect(library.items.get(byTitle)?.data['collections']).toEqual([target.collection])
    expect(library.tagsOf(other)).toEqual([])
    expect((await itemOf(one)).tags).toEqual(['ours', 'mine'])
  })

  test('that was put on the list from Zotero is not sent back', async () => {
    simulator.library.add(simItem(1, { extra: 'arXiv:2611.00001 [cs]', DOI: '', dateAdded: '2036-01-01T00:00:00Z' }))
    await connect({ to_list: true, push_to: target.collection })
    await sync()
    expect((await list().get({ query: {} })).data?.total).toBe(1)
    expect(sent()).toEqual([])
    expect(simulator.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test.each([1, 2, 3, 5])('is created once when %d answers to writes are lost', async (lost) => {
    await connectToSend({ push_notes: true })
    await save(1, { notes: 'Own words', tags: ['night'] })
    simulator.lostWrites = lost
    await sync()
    // After one lost answer the repeated request itself finds out.
    expect(await state()).toMatchObject({ counts: { sent: 1, problems: 0 }, last: { outcome: 'done' } })
    expect(sent()).toHaveLength(1)
    expect(notes()).toHaveLength(1)
    expect(only().data['tags']).toEqual([{ tag: 'night' }, { tag: 'paperdawn' }])
  })

  test('that Zotero refuses is said by title, and does not hold back the others', async () => {
    await connectToSend()
    await save(1, { tags: ['good'] })
    await save(2, { tags: ['bad'] })
    const { check } = simulator.library
    simulator.library.check = (object) =>
      JSON.stringify(object).includes('"bad"')
        ? { code: 400, message: 'Tag is bad' }
        : check.call(simulator.library, object)
    await sync()
    expect(sent().map(({ data }) => data['title'])).toEqual(['Paper 1 on lanterns'])
    expect((await connection().problems.get({ query: {} })).data?.items).toEqual([
      { key: expect.any(String), title: 'Paper 2 on lanterns', reason: 'Zotero refused it: Tag is bad.' },
    ])
    simulator.requests.length = 0
    await sync()
    expect(simulator.requests.filter(({ method }) => method === 'POST')).toEqual([])
    const { data } = await list().get({ query: { q: 'Paper 2' } })
    await change(data!.items[0]!.id, { tags: ['fine'] })
    await sync()
    expect(sent()).toHaveLength(2)
  })

  test('is not sent while its collection is gone, and the row says so until another one is chosen', async () => {
    await connectToSend()
    simulator.library.removeCollection(target.collection)
    await save(1)
    await sync()
    expect(sent()).toEqual([])
    expect((await state())?.last).toMatchObject({
      outcome: 'failed',
      sentence: 'The collection “Paperdawn” was deleted in Zotero. Choose another one.',
    })
    expect((await state())?.failing_since).not.toBeNull()
    const refused = await connection().put({
      read: 'nothing',
      collections: [],
      to_list: false,
      push_to: target.collection,
      push_notes: false,
    })
    expect(refused.status).toBe(422)
    target.collection = simulator.library.addCollection('Another')
    await connectToSend()
    expect(sent()).toHaveLength(1)
  })
})

describe('A key', () => {
  test('that is taken back stops everything, says so, and all goes on with a new one', async () => {
    await connectToSend({ read: 'library' })
    simulator.keys.clear()
    await save(1)
    await sync()
    expect(await state()).toMatchObject({
      needs_key: true,
      last: { outcome: 'failed', sentence: 'Zotero no longer accepts the key. Enter a new one.' },
    })
    expect((await connection().sync.post()).status).toBe(409)
    simulator.requests.length = 0
    setClock(new Date(Date.now() + 9 * 3_600_000))
    await run()
    expect(simulator.requests).toEqual([])
    setClock(null)
    simulator.keys.set(`${KEY}2`, { userId: USER_ID, library: true, write: true, notes: true })
    await connectToSend({ key: `${KEY}2` })
    await settle()
    expect(await state()).toMatchObject({ needs_key: false, failing_since: null, key_end: 'la12' })
    expect(sent()).toHaveLength(1)
  })

  test('that may write no longer still reads, and says so', async () => {
    await connectToSend({ read: 'library' })
    simulator.keys.set(KEY, { userId: USER_ID, library: true, write: false, notes: false })
    await save(1)
    await sync()
    simulator.library.add(simItem(1, { extra: 'arXiv:2611.00002 [cs]', DOI: '' }))
    await sync()
    expect(await state()).toMatchObject({
      needs_key: false,
      can_write: false,
      counts: { papers: 1 },
      last: { outcome: 'failed', sentence: 'The key may not write: no paper is sent. Enter one that may.' },
    })
    simulator.keys.set(KEY, { userId: USER_ID, library: true, write: true, notes: true })
    await connectToSend({ read: 'library' })
    expect(sent()).toHaveLength(1)
  })
})
