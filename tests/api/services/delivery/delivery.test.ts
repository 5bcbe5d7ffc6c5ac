import { describe, expect, test } from 'bun:test'
import { DELIVERY_MAX, deliverDay, rankForMe } from '#api/services/delivery/delivery.ts'
import { saveCategoryIds } from '#api/store/papers/paperCategories.ts'
import { findPaper, findPapers } from '#api/store/papers/papers.ts'
import { findDelivery, findDeliveries, type DeliveryRecord } from '#api/store/readers/deliveries.ts'
import { setFeedback } from '#api/store/readers/interactions.ts'
import { addItem } from '#api/store/readers/readingList.ts'
import { changeUser } from '#api/store/readers/users.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { resetDatabase, useDatabase } from '#tests/support/database.ts'

// Delivery uses only the database.
const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17']

const idsOf = ({ cards }: Pick<DeliveryRecord, 'cards'>) => cards.map(({ paper_id }) => paper_id)

useDatabase(resetDatabase)

describe('The delivery of a day', () => {
  test('contains the new papers of the reader’s categories, best first, with reasons', async () => {
    const interests = { keywords: ['lighthouse'], authors: [], muted_terms: [], muted_authors: [] }
    const ada = await makeReader('ada', ['cs.LG'], { interests })
    await announcePapers(MONDAY, [
      { number: 1 },
      { number: 2, changes: { title: 'A lighthouse that counts ships' } },
      { number: 3, changes: { categories: ['math.AG'], primary_category: 'math.AG' } },
    ])
    const { cards, ledger } = await deliverDay(ada, MONDAY)
    expect(idsOf({ cards })).toEqual([idOf(2), idOf(1)])
    expect(cards.map(({ rank }) => rank)).toEqual([1, 2])
    expect(cards[0]?.reasons).toContainEqual({ kind: 'keyword', text: 'lighthouse', field: 'title' })
    expect(ledger).toMatchObject({ announced: 2, shown: 2 })
  })

  test('lists every other paper in a ledger bucket', async () => {
    const interests = { keywords: [], authors: [], muted_terms: ['blockchain'], muted_authors: [] }
    const ada = await makeReader('ada', ['cs.LG'], { interests })
    await announcePapers(MONDAY, [
      { number: 1 },
      { number: 2, changes: { announce_type: 'replace', version: 2 } },
      { number: 3, changes: { announce_type: 'replace-cross', version: 3 } },
      {
        number: 4,
        changes: {
          announce_type: 'cross',
          announced_in: ['cs.LG'],
          id: 'arxiv:2609.00004',
          source_id: '2609.00004',
          published_at: new Date('2026-09-01T10:00:00Z'),
        },
      },
      { number: 5, changes: { announce_type: 'cross', announced_in: ['cs.LG'], version: 2 } },
      { number: 6, changes: { announce_type: 'cross' } },
      { number: 7, changes: { title: 'A blockchain for lanterns' } },
      { number: 8 },
      { number: 11 },
      {
        // Held by moderators: submitted weeks ago, numbered today.
        number: 9,
        changes: {
          announce_type: 'cross',
          announced_in: ['cs.LG'],
          published_at: new Date('2026-10-01T10:00:00Z'),
        },
      },
      {
        number: 10,
        changes: {
          announce_type: 'cross',
          announced_in: ['cs.LG'],
          id: 'arxiv:math/0601004',
          source_id: 'math/0601004',
        },
      },
    ])
    await setFeedback(ada._id, idOf(8), 'dislike')
    await addItem(ada._id, { paper: (await findPapers([idOf(11)])).get(idOf(11))! }, new Date())
    const { cards, ledger, places } = await deliverDay(ada, MONDAY)
    expect(idsOf({ cards }).toSorted()).toEqual([idOf(1), idOf(6), idOf(9)])
    expect(places).toEqual({
      older_version: [idOf(2), idOf(3)],
      cross_list: ['arxiv:2609.00004', idOf(5), 'arxiv:math/0601004'],
      muted: [idOf(7)],
      seen_before: [],
      saved_before: [idOf(11)],
      dismissed_before: [idOf(8)],
      below_cut: [],
    })
    expect(ledger).toEqual({
      announced: 11,
      shown: 3,
      older_version: 2,
      cross_list: 3,
      muted: 1,
      seen_before: 0,
      saved_before: 1,
      dismissed_before: 1,
      below_cut: 0,
    })
  })

  test('contains the papers of a category that was chosen by its alias', async () => {
    const ada = await makeReader('ada', ['cs.NA'])
    await announcePapers(MONDAY, [{ number: 1, changes: { categories: ['math.NA'], primary_category: 'math.NA' } }])
    expect((await deliverDay(ada, MONDAY)).ledger.shown).toBe(1)
  })

  test('does not contain a paper that was cross-listed later into a category chosen by its alias', async () => {
    const ada = await makeReader('ada', ['cs.NA'])
    const categories = ['cs.LG', 'math.NA']
    await announcePapers(MONDAY, [{ number: 1, changes: { categories: ['cs.LG'] } }])
    await announcePapers(TUESDAY, [
      { number: 1, changes: { announce_type: 'cross', categories, announced_in: ['math.NA'] } },
    ])
    const { seq = 0 } = (await findPaper(idOf(1))) ?? {}
    await saveCategoryIds([{ id: idOf(1), seq, category_ids: [...categories, 'cs.NA'] }])
    expect(idsOf(await deliverDay(ada, MONDAY))).toEqual([])
    expect(idsOf(await deliverDay(ada, TUESDAY))).toEqual([idOf(1)])
  })

  test('is created once by concurrent calls', async () => {
    const ada = await makeReader('ada', ['cs.LG'])
    await announcePapers(
      MONDAY,
      Array.from({ length: 40 }, (_, number) => ({ number })),
    )
    const deliveries = await Promise.all(Array.from({ length: 8 }, () => deliverDay(ada, MONDAY)))
    for (const one of deliveries) expect(one).toEqual(deliveries[0] as DeliveryRecord)
    expect(deliveries[0]?.ledger).toMatchObject({ announced: 40, shown: 40 })
  })

  test('has at most DELIVERY_MAX cards; the other papers are below the cut', async () => {
    const ada = await makeReader('ada', ['cs.LG'])
    await announcePapers(
      MONDAY,
      Array.from({ length: DELIVERY_MAX + 25 }, (_, number) => ({ number })),
    )
    const { cards, ledger, places } = await deliverDay(ada, MONDAY)
    expect(cards).toHaveLength(DELIVERY_MAX)
    expect(ledger).toMatchObject({ announced: DELIVERY_MAX + 25, shown: DELIVERY_MAX, below_cut: 25 })
    expect(places.below_cut.some((id) => idsOf({ cards }).includes(id))).toBe(false)
  })

  test('is empty, and stored, for a reader without categories', async () => {
    const ada = await makeReader('ada', [])
    await announcePapers(MONDAY, [{ number: 1 }])
    expect((await deliverDay(ada, MONDAY)).ledger.announced).toBe(0)
    expect(await findDelivery(ada._id, MONDAY)).toMatchObject({ cards: [] })
  })
})

describe('A delivery is extended', () => {
  test('when papers are stored later: the existing cards keep their ranks', async () => {
    const ada = await makeReader('ada', ['cs.LG'])
    await announcePapers(MONDAY, [{ number: 1 }, { number: 2 }])
    const before = await deliverDay(ada, MONDAY)
    await announcePapers(MONDAY, [{ number: 3 }, { number: 4, changes: { announce_type: 'replace', version: 2 } }])
    const after = await deliverDay(ada, MONDAY)
    expect(after.cards.slice(0, 2)).toEqual(before.cards)
    expect(after.cards[2]).toMatchObject({ paper_id: idOf(3), rank: 3 })
    expect(after.ledger).toMatchObject({ announced: 4, shown: 3, older_version: 1 })
  })

  test('when the reader chooses another category, and keeps the cards of a category that was removed', async () => {
    const ada = await makeReader('ada', ['cs.LG'])
    await announcePapers(MONDAY, [
      { number: 1 },
      { number: 2, changes: { categories: ['math.AG'], primary_category: 'math.AG' } },
    ])
    expect(idsOf(await deliverDay(ada, MONDAY))).toEqual([idOf(1)])
    const changed = await changeUser(ada._id, { category_ids: ['math.AG'] })
    const after = await deliverDay(changed, MONDAY)
    expect(idsOf(after)).toEqual([idOf(1), idOf(2)])
    expect(after.ledger).toMatchObject({ announced: 2, shown: 2 })
  })

  test('by concurrent calls without losing a card', async () => {
    const ada = await makeReader('ada', ['cs.LG'])
    await announcePapers(MONDAY, [{ number: 1 }])
    await deliverDay(ada, MONDAY)
    await announcePapers(
      MONDAY,
      Array.from({ length: 20 }, (_, index) => ({ number: 2 + index })),
    )
    const wider = await changeUser(ada._id, { category_ids: ['cs.LG', 'math.AG'] })
    await announcePapers(MONDAY, [{ number: 40, changes: { categories: ['math.AG'], primary_category: 'math.AG' } }])
    const deliveries = await Promise.all([ada, ada, ada, wider].map((user) => deliverDay(user, MONDAY)))
    const { cards, ledger } = deliveries.at(-1) as DeliveryRecord
    expect(new Set(idsOf({ cards })).size).toBe(22)
    expect(cards.map(({ rank }) => rank)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1))
    expect(ledger).toMatchObject({ announced: 22, shown: 22 })
  })
})

describe('A paper', () => {
  test('is delivered to a reader once, even when it is announced again', async () => {
    const ada = await makeReader('ada', ['cs.LG', 'math.AG'])
    await announcePapers(MONDAY, [{ number: 1 }])
    await deliverDay(ada, MONDAY)
    await announcePapers(TUESDAY, [
      { number: 1, changes: { announce_type: 'cross', categories: ['cs.LG', 'math.AG'] } },
    ])
    const { cards, ledger } = await deliverDay(ada, TUESDAY)
    expect(cards).toEqual([])
    expect(ledger).toMatchObject({ announced: 1, seen_before: 1 })
  })

  test('is on one day only when two days are delivered concurrently', async () => {
    const ada = await makeReader('ada', ['cs.LG', 'math.AG'])
    await announcePapers(MONDAY, [{ number: 1 }])
    await announcePapers(TUESDAY, [
      { number: 1, changes: { announce_type: 'cross', categories: ['cs.LG', 'math.AG'] } },
    ])
    await Promise.all([MONDAY, TUESDAY].map((day) => deliverDay(ada, day)))
    const { deliveries, total } = await findDeliveries(ada._id, { skip: 0, limit: 10 })
    expect(total).toBe(1)
    expect(deliveries.flatMap(idsOf)).toEqual([idOf(1)])
  })

  test('can be ranked for the reader without being delivered', async () => {
    const ada = await makeReader('ada', ['cs.LG'])
    await announcePapers(MONDAY, [{ number: 1 }, { number: 2 }])
    const { day, cards, shown } = await rankForMe(ada, { limit: 1 })
    expect(day).toBe(MONDAY)
    expect(cards).toHaveLength(1)
    expect(shown.papers.has(cards[0]?.paper_id ?? '')).toBe(true)
    expect(await findDelivery(ada._id, MONDAY)).toBeNull()
  })
})
