import { expect, test } from 'bun:test'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { useZotero } from '#tests/api/support/zotero.ts'
import { RandomNumbers } from '#tests/simulators/randomNumbers.ts'
import type { ZoteroFault } from '#tests/simulators/zotero.ts'
import type { SimItem } from '#tests/simulators/zoteroLibrary.ts'
import { sized } from '#tests/support/longRun.ts'

const { as, connect, connection, simulator, stopWorkers, sync, work } = useZotero()
const PAPERS = 12
const FAULTS: readonly ZoteroFault[] = ['lost', 'truncated', 'unavailable', 'html', 'rate-limited']
/** The list has room for more than one paper ever gets at a time. */
const TAGS_MAX = 8

const { edits, seeds } = sized({ short: { edits: 80, seeds: [1] }, long: { edits: 1_000, seeds: [1, 2, 3] } })

test.each(seeds.map((seed) => [seed]))(
  'Random edits on both sides, with faults and restarts, lose nothing and double nothing (seed %d)',
  async (seed) => {
    const random = new RandomNumbers(seed)
    const { library } = simulator
    const list = as('ada').users.me['reading-list']
    await storePapers(Array.from({ length: PAPERS }, (_, at) => at + 1))
    await connect({ read: 'nothing', push_to: library.addCollection('Paperdawn'), push_notes: true })
    /** Tags that one side gave and none took away, and notes that the reader wrote in Zotero, by number of the paper. */
    const kept = new Map<number, Set<string>>()
    const theirNotes = new Map<string, string>()
    const everRemoved = new Set<number>()
    let words = 0

    const listed = async (number: number) =>
      (await list.get({ query: {} })).data?.items.find(({ paper }) => paper.id === paperId(number))
    const itemsOf = (number: number): SimItem[] =>
      library.top().filter(({ data }) => data['title'] === `Paper ${number} on lanterns`)
    const tagsOf = (number: number) => {
      const known = kept.get(number) ?? new Set<string>()
      kept.set(number, known)
      return known
    }

    const here: ((number: number) => Promise<void>)[] = [
      async (number) => void (await list.post({ paper_id: paperId(number) })),
      async (number) => {
        const item = await listed(number)
        if (item === undefined || item.tags.length >= TAGS_MAX) return
        const tag = `here ${++words}`
        const { error } = await list({ id: item.id }).put({ version: item.version, tags: [...item.tags, tag] })
        if (!error) tagsOf(number).add(tag)
      },
      async (number) => {
        const item = await listed(number)
        const [tag] = item?.tags ?? []
        if (item === undefined || tag === undefined) return
        const { error } = await list({ id: item.id }).put({ version: item.version, tags: item.tags.slice(1) })
        if (!error) tagsOf(number).delete(tag)
      },
      async (number) => {
        const item = await listed(number)
        if (item !== undefined) await list({ id: item.id }).put({ version: item.version, notes: `Note ${++words}` })
      },
    ]
    const there: ((item: SimItem, number: number) => void)[] = [
      (item, number) => {
        if (library.tagsOf(item.key).length > TAGS_MAX) return
        const tag = `there ${++words}`
        library.edit(item.key, { tags: [...library.tagsOf(item.key), tag].map((one) => ({ tag: one })) })
        tagsOf(number).add(tag)
      },
      (item, number) => {
        const tag = library.tagsOf(item.key).find((one) => one !== 'paperdawn')
        if (tag === undefined) return
        const tags = library.tagsOf(item.key).filter((one) => one !== tag)
        library.edit(item.key, { tags: tags.map((one) => ({ tag: one })) })
        tagsOf(number).delete(tag)
      },
      (item) => library.edit(item.key, { date: `${2000 + ++words}` }),
      (item) => {
        const note = library.childrenOf(item.key).find(({ data }) => data.itemType === 'note')
        if (note === undefined) return
        const text = `Theirs ${++words}`
        library.edit(note.key, { note: `<p>${text}</p>` })
        theirNotes.set(note.key, text)
      },
      (item, number) => {
        if (!random.chance(0.1)) return
        everRemoved.add(number)
        library.remove(item.key)
      },
    ]

    for (let edit = 0; edit < edits; edit++) {
      const number = random.between(1, PAPERS)
      const [item] = itemsOf(number)
      if (item === undefined || random.chance(0.5)) await random.pick(here)(number)
      else random.pick(there)(item, number)
      if (random.chance(0.1)) simulator.fail(random.pick(FAULTS), { times: random.between(1, 3) })
      if (random.chance(0.1)) simulator.lostWrites = random.between(1, 4)
      if (random.chance(0.2)) {
        if (random.chance(0.2)) await stopWorkers()
        work()
        await sync()
      }
    }
    simulator.lostWrites = 0
    // What is left of the planned faults.
    for (let at = 0; at < 5; at++) await sync()

    for (let number = 1; number <= PAPERS; number++) {
      const own = await listed(number)
      const items = itemsOf(number)
      if (everRemoved.has(number)) {
        // The reader deleted it there: it is not created again.
        expect(items).toEqual([])
        continue
      }
      expect(items).toHaveLength(own === undefined ? 0 : 1)
      const [item] = items
      if (own === undefined || item === undefined) continue
      const theirs = library.tagsOf(item.key).filter((tag) => tag !== 'paperdawn')
      expect(theirs.toSorted()).toEqual(own.tags.toSorted())
      expect([...tagsOf(number)].filter((tag) => !theirs.includes(tag))).toEqual([])
      const notes = library.childrenOf(item.key)
      const same = notes.filter(({ data }) => data['note'] === `<p>${own.notes}</p>`).length
      // The reader may have written another text over the note in Zotero, which is not read, and is left as it is.
      const isReplaced = notes.some(({ key }) => theirNotes.has(key))
      if (own.notes !== '') expect(isReplaced ? Math.min(same, 1) : 1).toBe(same)
    }
    for (const [key, text] of theirNotes)
      if (library.items.has(key)) expect(library.items.get(key)?.data['note']).toBe(`<p>${text}</p>`)
    const asked = (await connection().questions.get({ query: { limit: 100 } })).data?.items ?? []
    expect(asked.filter(({ kind }) => kind === 'removed-here')).toEqual([])
  },
)
