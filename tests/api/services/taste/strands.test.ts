import { describe, expect, test } from 'bun:test'
import type { Strands } from '#api/contract/strands.ts'
import { addDays } from '#api/platform/clock.ts'
import { useApp } from '#tests/support/app.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { storeComparable, storeSubjects } from '#tests/api/support/subjects.ts'

const { as } = useApp()
const { me } = as('ada').users
const DAY = '2026-11-20'
const [HERONS, OWLS] = [
  [paperId(1), paperId(2)],
  [paperId(3), paperId(4)],
]

/** Papers 1 and 2 on herons, 3 and 4 on owls, 11 to 16 of the day, which can be compared. */
async function prepareLibrary(): Promise<void> {
  await storeComparable(DAY)
  await me.put({ category_ids: ['cs.LG'] })
}

/** Ada has saved two papers on herons, then two on owls. */
async function saveTwoSubjects(): Promise<Strands> {
  await prepareLibrary()
  for (const id of [...HERONS, ...OWLS]) await me['reading-list'].post({ paper_id: id })
  return (await me.strands.get({ query: {} })).data!
}

const keepAll = ({ items }: Strands) =>
  me.strands.put({
    items: items.map(({ id, name, paper_ids }) => ({ id, name, paper_ids, share: null, paused: false })),
  })

const membersOf = ({ items }: Strands) => items.map(({ paper_ids }) => paper_ids.toSorted())

const item = (id: string, name: string, paper_ids: string[]) => ({
  id,
  name,
  paper_ids,
  share: null,
  paused: false,
})

describe('Interests', () => {
  test('are proposed by what was saved, with names from the papers, and change nothing before they are kept', async () => {
    const proposed = await saveTwoSubjects()
    expect(membersOf(proposed).toSorted()).toEqual([HERONS, OWLS])
    expect(proposed.items.map(({ from, share, papers }) => ({ from, share, papers }))).toEqual([
      { from: 'proposed', share: 0, papers: 2 },
      { from: 'proposed', share: 0, papers: 2 },
    ])
    const herons = proposed.items.find(({ paper_ids }) => paper_ids.includes(paperId(1)))!
    expect(herons.name.toLowerCase()).toMatch(/heron|wad|marsh|reed|fish/)
    expect(herons.items.map(({ text }) => text).toSorted()).toEqual(['Heron hunts', 'Wading herons'])
    const { items } = (await as('ada').papers['for-me'].get({ query: {} })).data!
    expect(items.flatMap(({ reasons }) => reasons.filter(({ kind }) => kind === 'strand'))).toEqual([])
  })

  test('of one field are one group, until finer ones are asked for, which can be kept', async () => {
    const both = 'herons wade in the marsh between reeds at the tide and hunt in shallow water'
    const halves = [`${both} nests with eggs`, `${both} prey of small fish`]
    for (let number = 20; number < 28; number++)
      await storePapers([number], {
        title: `Herons ${number}`,
        abstract: halves[number % 2]!,
        announced_on: addDays(DAY, -9),
      })
    await prepareLibrary()
    for (let number = 20; number < 28; number++) await me['reading-list'].post({ paper_id: paperId(number) })
    const { data: whole } = await me.strands.get({ query: {} })
    expect([whole?.items, whole?.rest.papers]).toEqual([[], 8])
    const finer = (await me.strands.get({ query: { finer: true } })).data!
    const [even, odd] = [[20, 22, 24, 26].map(paperId), [21, 23, 25, 27].map(paperId)]
    expect(membersOf(finer).toSorted()).toEqual([even, odd])
    const { id } = finer.items[0]!
    const named = (await me.strands({ id }).put({ name: 'Reeds' })).data!
    expect(named.items.filter(({ from }) => from === 'named')).toMatchObject([{ id, name: 'Reeds' }])
    await me.strands({ id }).delete()
    expect(membersOf((await keepAll(finer)).data!).toSorted()).toEqual([even, odd])
  })

  test('that are kept share the list; each card says its interest, and the day can be filtered by it', async () => {
    const kept = (await keepAll(await saveTwoSubjects())).data!
    expect(kept.items.map(({ from, share }) => ({ from, share }))).toEqual([
      { from: 'named', share: 0.5 },
      { from: 'named', share: 0.5 },
    ])
    expect(kept.rest.papers).toBe(0)
    const dashboard = (await me.dashboard.get({ query: { day: DAY } })).data!
    const idOf = (id: string) => kept.items.find(({ paper_ids }) => paper_ids.includes(id))!.id
    const cards = new Map(dashboard.cards.map(({ paper, strand_id }) => [paper.id, strand_id]))
    expect([cards.get(paperId(11)), cards.get(paperId(13))]).toEqual([idOf(paperId(1)), idOf(paperId(3))])
    const herons = dashboard.strands!.find(({ id }) => id === idOf(paperId(1)))!
    expect(herons.paper_ids.toSorted()).toEqual([paperId(11), paperId(12)])
  })

  test('are renamed, weighed, paused, merged, split and taken away, each change on its own', async () => {
    const kept = (await keepAll(await saveTwoSubjects())).data!
    const [first, second] = kept.items as [Strands['items'][number], Strands['items'][number]]
    const one = me.strands({ id: first.id })
    expect((await one.put({ name: '  Marsh birds ', share: 0.8 })).data!.items[0]).toMatchObject({
      name: 'Marsh birds',
      share: 0.8,
      share_set: true,
    })
    const paused = (await one.put({ paused: true })).data!.items
    expect(paused.map(({ share }) => share)).toEqual([0, 1])
    expect(paused[0]!.papers).toBe(2)
    await one.put({ paused: false, share: null })
    const merged = (await one.merge.post({ strand_id: second.id })).data!
    expect(membersOf(merged)).toEqual([[...HERONS, ...OWLS]])
    const split = (await one.split.post()).data!
    expect(membersOf(split).toSorted()).toEqual([HERONS, OWLS])
    const part = split.items.find(({ id }) => id !== first.id)!
    const left = (await me.strands({ id: part.id }).delete()).data!
    expect(left.items.map(({ id, from }) => ({ id, from }))[0]).toEqual({ id: first.id, from: 'named' })
  })

  test('take papers by hand and learn of later ones that are like theirs', async () => {
    const kept = (await keepAll(await saveTwoSubjects())).data!
    const herons = kept.items.find(({ paper_ids }) => paper_ids.includes(paperId(1)))!
    const moved = (await me.strands({ id: herons.id }).put({ add: [paperId(3)], remove: [paperId(2)] })).data!
    expect(moved.items.find(({ id }) => id === herons.id)!.paper_ids.toSorted()).toEqual([paperId(1), paperId(3)])
    expect(moved.rest.items.map(({ id }) => id)).toEqual([paperId(2)])
    await keepAll(kept)
    await me['reading-list'].post({ paper_id: paperId(12) })
    const after = (await me.strands.get({ query: {} })).data!
    expect(after.items.find(({ id }) => id === herons.id)!.paper_ids.toSorted()).toEqual([...HERONS, paperId(12)])
  })

  test('keep both changes of two windows, and belong to their reader alone', async () => {
    const kept = (await keepAll(await saveTwoSubjects())).data!
    const [first, second] = kept.items as [Strands['items'][number], Strands['items'][number]]
    await Promise.all([
      me.strands({ id: first.id }).put({ name: 'First' }),
      me.strands({ id: second.id }).put({ name: 'Second' }),
      me.strands({ id: first.id }).put({ share: 0.25 }),
    ])
    const { items } = (await me.strands.get({ query: {} })).data!
    expect(items.map(({ name, share }) => ({ name, share }))).toEqual([
      { name: 'First', share: 0.25 },
      { name: 'Second', share: 0.75 },
    ])
    const other = as('bela').users.me.strands
    expect((await other.get()).data!.items).toEqual([])
    expect((await other({ id: first.id }).put({ name: 'Mine' })).error!.status as number).toBe(404)
    expect((await other({ id: first.id }).delete()).error!.status as number).toBe(404)
  })

  test('refuse what cannot be kept apart, and keep what was there', async () => {
    const kept = (await keepAll(await saveTwoSubjects())).data!
    const [first, second] = kept.items as [Strands['items'][number], Strands['items'][number]]
    for (const [items, field] of [
      [[item('a', 'One', HERONS), item('b', 'Other', HERONS)], 'items'],
      [[item('a', 'One', HERONS), item('b', 'ONE', OWLS)], 'name'],
      [[item('a', 'One', HERONS), item('a', 'Other', OWLS)], 'items'],
    ] as const) {
      const { error } = await me.strands.put({ items: [...items] })
      expect(error!.status as number).toBe(422)
      expect(JSON.stringify(error!.value)).toContain(field)
    }
    for (const name of ['', '   ', 'a\u0000b', 'x'.repeat(61)])
      expect((await me.strands({ id: first.id }).put({ name })).error!.status as number).toBe(422)
    expect((await me.strands({ id: first.id }).put({ name: second.name })).error!.status as number).toBe(422)
    expect((await me.strands({ id: first.id }).merge.post({ strand_id: first.id })).error!.status as number).toBe(422)
    await me.strands({ id: first.id }).put({ add: [paperId(15), 'arxiv:9999.99999'] })
    expect(membersOf((await me.strands.get({ query: {} })).data!)).toEqual(membersOf(kept))
  })

  test('are not proposed of papers that cannot be compared yet', async () => {
    await storeSubjects(DAY)
    await me.put({ category_ids: ['cs.LG'] })
    for (const id of [...HERONS, ...OWLS]) await me['reading-list'].post({ paper_id: id })
    const { items, rest } = (await me.strands.get({ query: {} })).data!
    expect([items, rest.papers]).toEqual([[], 4])
  })

  test('have a name that no other has, and that fits', async () => {
    const { items } = await saveTwoSubjects()
    const [first, second] = items as [Strands['items'][number], Strands['items'][number]]
    await me.strands.put({ items: [item(first.id, second.name.toUpperCase(), first.paper_ids)] })
    const proposed = (await me.strands.get({ query: {} })).data!
    expect(proposed.items.map(({ name }) => name)).toEqual([second.name.toUpperCase(), `${second.name} 2`])
    const kept = (await me.strands({ id: second.id }).put({ paused: false })).data!
    expect(kept.items.map(({ from }) => from)).toEqual(['named', 'named'])
    const merged = (await me.strands({ id: first.id }).merge.post({ strand_id: second.id })).data!
    expect(merged.items.length).toBe(1)
  })

  test('have an id that no other has', async () => {
    const kept = (await keepAll(await saveTwoSubjects())).data!
    const [first, second] = kept.items as [Strands['items'][number], Strands['items'][number]]
    await me.strands({ id: first.id }).merge.post({ strand_id: second.id })
    const part = (await me.strands({ id: first.id }).split.post()).data!.items[1]!
    await me.strands({ id: part.id }).merge.post({ strand_id: first.id })
    const { items } = (await me.strands({ id: part.id }).split.post()).data!
    expect([membersOf({ items } as Strands).toSorted(), new Set(items.map(({ id }) => id)).size]).toEqual([
      [HERONS, OWLS],
      2,
    ])
    const [one] = items
    const proposed = (await me.strands({ id: one!.id }).put({ remove: one!.paper_ids })).data!
    expect(new Set(proposed.items.map(({ id }) => id)).size).toBe(proposed.items.length)
    expect((await keepAll(proposed)).error).toBeNull()
  })

  test('one subject is none, and a reset forgets what they were learned from, not their names', async () => {
    await prepareLibrary()
    for (const id of HERONS) await me['reading-list'].post({ paper_id: id })
    expect((await me.strands.get({ query: {} })).data!.items).toEqual([])
    for (const id of OWLS) await me['reading-list'].post({ paper_id: id })
    await keepAll((await me.strands.get({ query: {} })).data!)
    await me.taste.reset.post()
    const { items, rest } = (await me.strands.get({ query: {} })).data!
    expect(items.map(({ papers, share }) => ({ papers, share }))).toEqual([
      { papers: 0, share: 0 },
      { papers: 0, share: 0 },
    ])
    expect(rest.papers).toBe(0)
    const { cards } = (await me.dashboard.get({ query: { day: DAY } })).data!
    expect(cards.length).toBe(6)
  })
})
