import { describe, expect, test } from 'bun:test'
import { catchUp } from '#api/services/search/indexing.ts'
import { readSignals } from '#api/services/ranking/tasteSignals.ts'
import { findSeeds } from '#api/store/readers/tasteSeeds.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useZotero } from '#tests/api/support/zotero.ts'
import { simItem } from '#tests/simulators/zoteroLibrary.ts'
import { simWork } from '#tests/simulators/simWorks.ts'

const { as, connection, connect, product, sync, state, simulator, works } = useZotero()

const arxiv = (number: number, changes = {}) =>
  simItem(number, { DOI: '', archiveID: '', extra: `arXiv:${paperId(number).slice(6)} [cs.LG]`, ...changes })
async function seedsOf(name = 'ada'): Promise<string[]> {
  const user = await findUserByUid(`uid-${name}`)
  return (await findSeeds(user!._id))
    .filter(({ kind }) => kind === 'zotero')
    .map(({ key }) => key)
    .toSorted()
}
async function weights() {
  const user = await findUserByUid('uid-ada')
  return Object.fromEntries((await readSignals(user!._id)).map(({ key, weight }) => [key, Math.round(weight * 100)]))
}
async function problems() {
  const { data, error } = await connection().problems.get({ query: {} })
  if (error) throw new Error(JSON.stringify(error.value))
  return data.items
}
const listed = async () =>
  ((await as('ada').users.me['reading-list'].get({ query: {} })).data?.items ?? []).map(({ paper }) => paper.id)

describe('A library that is read', () => {
  test('teaches by its papers, those that the library lacks are looked up, and others are listed with the reason', async () => {
    await storePapers([1, 2])
    await catchUp(product)
    works.works.push(simWork({ DOI: '10.5555/lantern.3', title: ['Counting Lanterns, part 3'] }))
    const { library } = simulator
    library.add(arxiv(1))
    library.add(simItem(2, { DOI: '', title: 'Paper 2 on lanterns', creators: [] }))
    library.add(simItem(3))
    library.add(simItem(4))
    library.add(simItem(5, { DOI: '', url: '', title: 'A paper of nowhere' }))
    library.add({ itemType: 'note', note: '<p>Own words</p>' })
    await connect()
    expect(await seedsOf()).toEqual([paperId(1), paperId(2), 'doi:10.5555/lantern.3'])
    expect(await problems()).toEqual([
      { key: expect.any(String), title: 'A paper of nowhere', reason: expect.stringContaining('no id that a source') },
      { key: expect.any(String), title: 'Counting Lanterns, part 4', reason: 'Its source has no such paper.' },
    ])
    expect(await state()).toMatchObject({
      username: 'mquill',
      key_end: 'ela1',
      last: { outcome: 'done', sentence: '6 items read from Zotero.' },
      failing_since: null,
      counts: { papers: 3, waiting: 0, problems: 2, sent: 0, questions: 0 },
    })
    expect(await listed()).toEqual([])
  })

  test('is asked only for what changed, and not at all when nothing did', async () => {
    await storePapers([1, 2])
    const { library } = simulator
    for (const number of [1, 2]) library.add(arxiv(number))
    await connect()
    simulator.requests.length = 0
    await sync()
    expect(simulator.requests.map(({ status }) => status)).toEqual([304])
    library.add(arxiv(2))
    simulator.requests.length = 0
    await sync()
    expect(simulator.requests.map(({ url }) => url.replace(/^\/users\/\d+/, ''))).toEqual([
      expect.stringMatching(/^\/items\/top\?since=\d+&format=json&limit=50&/),
      expect.stringMatching(/^\/deleted\?since=\d+$/),
    ])
    expect((await state())?.last?.sentence).toBe('1 item read from Zotero.')
  })

  test('misses no item that is added, changed or moved while it is read', async () => {
    await storePapers(Array.from({ length: 130 }, (_, at) => at + 1))
    const { library } = simulator
    const keys = Array.from({ length: 120 }, (_, at) => library.add(arxiv(at + 1)))
    let left = 10
    simulator.onAnswer = () => {
      if (left === 0) return
      library.edit(keys[left * 7] ?? '', { dateModified: '2026-11-27T10:00:00Z' })
      library.add(arxiv(120 + left))
      left -= 1
    }
    await connect()
    left = 0
    await sync()
    expect(await seedsOf()).toHaveLength(library.items.size)
  })

  test('is read by collections, and an item that is moved out of them teaches no more', async () => {
    await storePapers([1, 2])
    const { library } = simulator
    const lanterns = library.addCollection('Lanterns')
    const inside = library.add(arxiv(1, { collections: [lanterns] }))
    library.add(arxiv(2))
    library.add(simItem(3))
    await connect({ read: 'collections', collections: [lanterns] })
    expect(await seedsOf()).toEqual([paperId(1)])
    // What is not read is not looked up, and no problem.
    expect(works.requests).toEqual([])
    expect(await problems()).toEqual([])
    library.edit(inside, { collections: [] })
    await sync()
    expect(await seedsOf()).toEqual([])
    await connect({ read: 'library' })
    expect(await seedsOf()).toEqual([paperId(1), paperId(2)])
    await connect({ read: 'nothing' })
    expect(await seedsOf()).toEqual([])
  })

  test('stops teaching with what is put into the trash or deleted, and begins again with what is restored', async () => {
    await storePapers([1, 2])
    const { library } = simulator
    const [one, two] = [library.add(arxiv(1)), library.add(arxiv(2))]
    await connect()
    library.edit(one, { deleted: 1 })
    library.remove(two)
    await sync()
    expect(await seedsOf()).toEqual([])
    library.edit(one, { deleted: 0 })
    await sync()
    expect(await seedsOf()).toEqual([paperId(1)])
    expect((await state())?.counts.questions).toBe(0)
  })

  test('teaches half as much with books and pages, unless a paper names the same', async () => {
    await storePapers([1, 2, 3])
    const { library } = simulator
    const [book, paper] = [library.add(arxiv(1, { itemType: 'book' })), library.add(arxiv(2))]
    library.add(arxiv(3, { itemType: 'webpage' }))
    library.add(arxiv(3))
    for (const { data } of library.top()) data['dateAdded'] = new Date().toISOString()
    await connect()
    expect(await weights()).toEqual({ [paperId(1)]: 50, [paperId(2)]: 100, [paperId(3)]: 100 })
    library.edit(book, { itemType: 'journalArticle' })
    library.edit(paper, { itemType: 'dataset' })
    await sync()
    expect(await weights()).toEqual({ [paperId(1)]: 100, [paperId(2)]: 50, [paperId(3)]: 100 })
  })

  test('leaves a paper that two items name until both are gone', async () => {
    await storePapers([1])
    const { library } = simulator
    const [one, two] = [library.add(arxiv(1)), library.add(arxiv(1))]
    await connect()
    library.remove(one)
    await sync()
    expect(await seedsOf()).toEqual([paperId(1)])
    library.remove(two)
    await sync()
    expect(await seedsOf()).toEqual([])
  })

  test('puts papers on the list if the reader wants it, each once, with tags', async () => {
    await storePapers([1, 2])
    simulator.library.add(arxiv(1, { tags: [{ tag: 'night' }, { tag: 'Auto', type: 1 }] }))
    await connect({ to_list: true })
    const { data } = await as('ada').users.me['reading-list'].get({ query: {} })
    expect(data?.items.map(({ paper, tags }) => [paper.id, tags])).toEqual([[paperId(1), ['night']]])
    await as('ada')
      .users.me['reading-list']({ id: data?.items[0]?.id ?? '' })
      .delete()
    simulator.library.add(arxiv(2))
    await connect({ to_list: true })
    expect(await listed()).toEqual([paperId(2)])
  })

  test('waits for a source that is down, says so, and goes on when it is back', async () => {
    works.works.push(simWork({ DOI: '10.5555/lantern.3', title: ['Counting Lanterns, part 3'] }))
    simulator.library.add(simItem(3))
    await works.down()
    await connect()
    const waiting = await state()
    expect(waiting).toMatchObject({ last: { outcome: 'failed' }, counts: { papers: 0, waiting: 1, problems: 0 } })
    expect(waiting?.last?.sentence).toContain('Some papers wait to be looked up: Crossref refused the connection')
    expect(waiting?.failing_since).not.toBeNull()
    works.up()
    await sync()
    expect(await seedsOf()).toEqual(['doi:10.5555/lantern.3'])
    expect(await state()).toMatchObject({ failing_since: null, last: { outcome: 'done' } })
  })

  test('with hostile items is read whole', async () => {
    await storePapers([1])
    const { library } = simulator
    const tags = Array.from({ length: 3_000 }, (_, at) => ({ tag: `tag ${at}` }))
    library.add(arxiv(1, { tags, title: '<b>Lanterns</b>\u0000\u001b[31m', abstractNote: 'x'.repeat(10_000_000) }))
    library.add(simItem(2, { title: 42 as never }))
    library.add(
      simItem(3, { title: '', DOI: '', creators: Array.from({ length: 3_000 }, () => ({ name: 'A\u202eB' })) }),
    )
    await connect({ to_list: true })
    expect(await seedsOf()).toEqual([paperId(1)])
    expect((await problems()).map(({ title }) => title).toSorted()).toEqual([
      'An item without a title',
      expect.stringMatching(/^Item [A-Z0-9]{8}$/),
    ])
    const { data } = await as('ada').users.me['reading-list'].get({ query: {} })
    expect(data?.items[0]?.tags).toHaveLength(20)
  })
})
