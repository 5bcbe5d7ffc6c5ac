import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { log } from '#api/platform/log.ts'
import { readDay } from '#api/services/delivery/dayPapers.ts'
import { deliverDay, deliverToReaders } from '#api/services/delivery/delivery.ts'
import { saveCategoryIds } from '#api/store/papers/paperCategories.ts'
import { findPaper } from '#api/store/papers/papers.ts'
import { saveDerived } from '#api/store/papers/paperWrites.ts'
import {
  countCardsByDay,
  countDelivered,
  emptyBuckets,
  findDeliveries,
  findDelivery,
  findPaperPlaces,
  type DeliveryRecord,
} from '#api/store/readers/deliveries.ts'
import {
  findDeliveredPaperIds,
  pruneDeliveries,
  writeDeliveries,
  type DeliveryWrite,
} from '#api/store/readers/deliveryWrites.ts'
import { changeUser } from '#api/store/readers/users.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { resetDatabase, useDatabase } from '#tests/support/database.ts'

// Delivery uses only the database.
const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17']
const DAYS = [MONDAY, TUESDAY, '2026-11-18']
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const idsOf = ({ cards }: Pick<DeliveryRecord, 'cards'>) => cards.map(({ paper_id }) => paper_id)
const crossed = { announce_type: 'cross', categories: ['cs.LG', 'math.AG'] } as const

/** Announces the papers as new on `day`, in cs.LG, or again as cross-listed into math.AG. */
const announce = (day: string, which: readonly number[], isCross = false) =>
  announcePapers(
    day,
    which.map((number) => ({
      number,
      changes: isCross ? { ...crossed, categories: [...crossed.categories], announced_in: ['math.AG'] } : {},
    })),
  )

/** Buckets and counts as earlier versions stored them. */
const nothing = { seen_before: [], older_version: [], cross_list: [], muted: [], below_cut: [] }
const noCounts = { announced: 0, shown: 0, seen_before: 0, older_version: 0, cross_list: 0, muted: 0, below_cut: 0 }
const write = (changes: Partial<DeliveryWrite> & Pick<DeliveryWrite, 'user_id' | 'day' | 'newest'>): DeliveryWrite => ({
  category_ids: ['cs.LG'],
  mutes: '',
  cards: [],
  hidden: [],
  places: emptyBuckets(),
  ledger: { saved_before: 0, dismissed_before: 0, ...noCounts },
  day_papers: 0,
  before: null,
  ...changes,
})
const card = (number: number, from_next_door = false) => ({
  paper_id: idOf(number),
  rank: 1,
  score: 0.5,
  reasons: [],
  from_next_door,
})

useDatabase(resetDatabase)

describe('A paper announced on several days', () => {
  test('is on one card when all days are delivered at the same time, by pages and one by one', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `reader${index}`)
    const readers = await Promise.all(names.map((name) => makeReader(name, ['cs.LG', 'math.AG'])))
    await announce(MONDAY, numbers(60))
    for (const day of DAYS.slice(1)) await announce(day, numbers(60), true)
    const days = await Promise.all(DAYS.map((day) => readDay(day)))
    const oneByOne = async (day: string) => {
      for (const reader of readers) await deliverDay(reader, day)
    }
    await Promise.all([
      ...days.map((dayPapers) => deliverToReaders(readers, dayPapers, log)),
      ...DAYS.toReversed().map(oneByOne),
    ])
    for (const { _id } of readers) {
      const { deliveries } = await findDeliveries(_id, { skip: 0, limit: 999 })
      expect(deliveries.flatMap(idsOf).toSorted()).toEqual(numbers(60).map(idOf).toSorted())
    }
  })

  test('is on one card when it gets the second day after the first day was read', async () => {
    const ada = await makeReader('ada', ['cs.LG', 'math.AG'])
    await announce(MONDAY, [1, 2])
    const monday = await readDay(MONDAY)
    await announce(TUESDAY, [1], true)
    expect(idsOf(await deliverDay(ada, TUESDAY))).toEqual([idOf(1)])
    await deliverToReaders([ada], monday, log)
    expect(await findDelivery(ada._id, MONDAY)).toMatchObject({
      cards: [{ paper_id: idOf(2) }],
      places: { seen_before: [idOf(1)] },
    })
  })

  test('is not shown again on the day that was read, after a derived day had shown it', async () => {
    const ada = await makeReader('ada', ['cs.LG'])
    await announcePapers(TUESDAY, [{ number: 1, changes: { announced_on: null, announce_type: null } }])
    await saveDerived(new Map([[idOf(1), { arrival: { on: MONDAY, type: 'new' }, replaced: [] }]]))
    await announce(MONDAY, [2])
    expect(idsOf(await deliverDay(ada, MONDAY)).toSorted()).toEqual([idOf(1), idOf(2)])
    await announce(TUESDAY, [1, 3])
    const { cards, places } = await deliverDay(ada, TUESDAY)
    expect(idsOf({ cards })).toEqual([idOf(3)])
    expect(places.seen_before).toEqual([idOf(1)])
  })

  test('is not shown again when its first card came from next door', async () => {
    const ada = await makeReader('ada', ['math.AG'])
    await announce(MONDAY, [1, 2])
    await announce(TUESDAY, [1], true)
    const seq = (await findPaper(idOf(1)))?.seq ?? 0
    await saveCategoryIds([{ id: idOf(1), seq, category_ids: ['cs.LG', 'math.AG'] }])
    const monday = { user_id: ada._id, day: MONDAY, newest: 0, category_ids: ['math.AG'], day_papers: 2 }
    await writeDeliveries([write({ ...monday, cards: [card(1, true)] })])
    expect(await deliverDay(ada, TUESDAY)).toMatchObject({ cards: [], ledger: { seen_before: 1 } })
    const wider = await changeUser(ada._id, { category_ids: ['cs.LG'] })
    const { cards, ledger } = await deliverDay(wider, MONDAY)
    // A card from next door is kept, and is not in the ledger.
    expect(cards.map(({ paper_id, from_next_door }) => [paper_id, from_next_door])).toEqual([
      [idOf(1), true],
      [idOf(2), false],
    ])
    expect(ledger).toMatchObject({ announced: 1, shown: 1 })
  })
})

test('A write is refused unless it follows the newest write of its reader, extensions included', async () => {
  const [ada, bela] = ['ada', 'bela']
  const first = write({ user_id: ada, day: MONDAY, newest: 0 })
  expect(await writeDeliveries([first, write({ user_id: bela, day: MONDAY, newest: 0 })])).toEqual(new Set())
  const extended = { ...first, cards: [card(1)], newest: 1, before: { revision: 1 } }
  expect(await writeDeliveries([extended])).toEqual(new Set())
  for (const newest of [0, 1])
    expect(await writeDeliveries([write({ user_id: ada, day: TUESDAY, newest })])).toEqual(new Set([ada]))
  expect(await writeDeliveries([{ ...extended, cards: [], newest: 2 }])).toEqual(new Set([ada]))
  const both = [write({ user_id: ada, day: MONDAY, newest: 2 }), write({ user_id: bela, day: TUESDAY, newest: 1 })]
  expect(await writeDeliveries(both)).toEqual(new Set([ada]))
  expect(await findDelivery(ada, MONDAY)).toMatchObject({ cards: [{ paper_id: idOf(1) }], revision: 2 })
  expect(await findDelivery(ada, TUESDAY)).toBeNull()
  expect(await findDelivery(bela, TUESDAY)).not.toBeNull()
})

test('A pruned delivery keeps its counts, is not made again, and its papers count as seen', async () => {
  const ada = await makeReader('ada', ['cs.LG', 'math.AG'])
  await announce(MONDAY, [1, 2])
  await deliverDay(ada, MONDAY)
  expect(await pruneDeliveries(MONDAY, 10)).toBe(0)
  expect(await pruneDeliveries('2999-01-01', 10)).toBe(1)
  expect(await pruneDeliveries('2999-01-01', 10)).toBe(0)
  await announce(MONDAY, [3])
  await announce(TUESDAY, [1, 4], true)
  expect(await deliverDay(ada, MONDAY)).toMatchObject({ cards: [], ledger: { announced: 2, shown: 2 } })
  expect(await deliverDay(ada, TUESDAY)).toMatchObject({
    cards: [{ paper_id: idOf(4) }],
    places: { seen_before: [idOf(1)] },
  })
  expect(await countDelivered(ada._id)).toBe(3)
  expect((await findDeliveries(ada._id, { skip: 0, limit: 10 })).deliveries.flatMap(idsOf)).toEqual([idOf(4)])
})

test('A delivery of an earlier version is read, counted, extended, and keeps its papers from other days', async () => {
  const ada = await makeReader('ada', ['cs.LG', 'math.AG'])
  await announce(MONDAY, [1])
  const reasons = [{ kind: 'category', text: 'cs.LG' }]
  await mongoose.connection.collection('deliveries').insertOne({
    _id: `${ada._id}:${MONDAY}` as never,
    user_id: ada._id,
    day: MONDAY,
    category_ids: ['cs.LG', 'math.AG'],
    cards: [{ paper_id: idOf(1), rank: 1, score: 0.5, reasons, from_next_door: false }],
    ledger: { ...noCounts, announced: 1, shown: 1 },
    places: nothing,
    day_papers: 1,
    opened_from_mail_at: null,
    created_at: new Date(),
  })
  const old = await deliverDay(ada, MONDAY)
  expect(old.ledger).toMatchObject({ announced: 1, shown: 1, saved_before: 0, dismissed_before: 0 })
  expect(await findPaperPlaces(ada._id, idOf(2), [MONDAY])).toMatchObject([
    { rank: null, positions: { seen_before: -1, saved_before: -1, dismissed_before: -1 } },
  ])
  expect(await findDeliveredPaperIds([idOf(1), idOf(2)], [MONDAY])).toEqual(new Set([idOf(1)]))
  expect(old.cards).toEqual([{ paper_id: idOf(1), rank: 1, score: 0.5, reasons, from_next_door: false } as never])
  expect(await countCardsByDay(MONDAY)).toEqual(new Map([[MONDAY, 1]]))
  await announce(TUESDAY, [1], true)
  expect((await deliverDay(ada, TUESDAY)).places.seen_before).toEqual([idOf(1)])
  await announce(MONDAY, [2])
  const { cards } = await deliverDay(ada, MONDAY)
  expect(idsOf({ cards })).toEqual([idOf(1), idOf(2)])
  expect(cards[0]?.reasons).toEqual(reasons as never)
  expect(await countCardsByDay(MONDAY)).toEqual(
    new Map([
      [MONDAY, 2],
      [TUESDAY, 0],
    ]),
  )
})
