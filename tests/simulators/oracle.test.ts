import { expect, test } from 'bun:test'
import { compareDeliveries, type DeliveredDay, type Difference } from '#tests/api/support/compareDeliveries.ts'
import { expectFor, type ExpectedDay } from './oracle.ts'
import { makeWorld } from './world.ts'

const world = makeWorld({ seed: 7, from: '2026-10-19', until: '2026-11-06', heldShare: 0.05 })
const [, ...days] = world.days
const expected = expectFor(world.papers, ['cs.LG', 'math.PR', 'cs.NA'], world.days[0] ?? '')

const NOTHING: ExpectedDay = { arrivals: new Set(), older: new Set(), late: new Set() }

/** The deliveries of a product without faults. */
function deliverAll(): Map<string, DeliveredDay> {
  return new Map(
    days.map((day) => {
      const { arrivals, older, late } = expected.days.get(day) ?? NOTHING
      const cards = [...arrivals]
      const places = { seen_before: [], muted: [], below_cut: [], older_version: [...older], cross_list: [...late] }
      const announced = cards.length + older.size + late.size
      return [day, { cards, places, ledger: { announced, shown: cards.length, older: older.size, late: late.size } }]
    }),
  )
}

function kindsAfter(change: (delivered: Map<string, DeliveredDay>) => void): Difference['kind'][] {
  const delivered = deliverAll()
  change(delivered)
  const differences = compareDeliveries({ reader: 'ada', expected, delivered, days, wasAnnouncementRead: () => true })
  return [...new Set(differences.map(({ kind }) => kind))].toSorted()
}

const [day = '', next = ''] = days.filter((one) => (expected.days.get(one)?.late.size ?? 0) > 0)
const edit = (delivered: Map<string, DeliveredDay>, on: string, changes: Partial<DeliveredDay>) => {
  const before = delivered.get(on)
  if (before) delivered.set(on, { ...before, ...changes })
}
const of = (delivered: Map<string, DeliveredDay>, on: string): Pick<DeliveredDay, 'cards'> & Partial<DeliveredDay> =>
  delivered.get(on) ?? { cards: [] }

test('Deliveries that are equal to what was announced show no difference', () => {
  expect(kindsAfter(() => undefined)).toEqual([])
})

test.each<[string, Difference['kind'][], (delivered: Map<string, DeliveredDay>) => void]>([
  ['a card that is missing', ['ledger', 'lost'], (all) => edit(all, day, { cards: of(all, day).cards.slice(1) })],
  ['a day that is missing', ['late', 'lost', 'older'], (all) => void all.delete(day)],
  [
    'a paper on two days',
    ['ledger', 'twice', 'wrong-day'],
    (all) => edit(all, next, { cards: [...of(all, next).cards, ...of(all, day).cards.slice(0, 1)] }),
  ],
  [
    'a paper a day late',
    ['ledger', 'lost', 'wrong-day'],
    (all) => {
      edit(all, next, { cards: [...of(all, next).cards, ...of(all, day).cards.slice(0, 1)] })
      edit(all, day, { cards: of(all, day).cards.slice(1) })
    },
  ],
  [
    'a new version that is missing',
    ['ledger', 'older'],
    (all) => {
      const { places } = of(all, day)
      if (places) edit(all, day, { places: { ...places, older_version: places.older_version.slice(1) } })
    },
  ],
  [
    'a cross-list that is not for the reader',
    ['late', 'ledger'],
    (all) => {
      const { places } = of(all, day)
      if (places) edit(all, day, { places: { ...places, cross_list: [...places.cross_list, 'arxiv:2610.99999'] } })
    },
  ],
  [
    'a ledger that does not add up',
    ['ledger'],
    (all) => edit(all, day, { ledger: { announced: 1, shown: of(all, day).cards.length } }),
  ],
])('The comparison finds %s', (_, kinds, plant) => {
  expect(kindsAfter(plant)).toEqual(kinds)
})

test('The same seed gives the same world, another seed another one', () => {
  const small = { from: '2026-10-19', until: '2026-10-23' }
  expect(makeWorld({ seed: 7, ...small })).toEqual(makeWorld({ seed: 7, ...small }))
  expect(makeWorld({ seed: 8, ...small })).not.toEqual(makeWorld({ seed: 7, ...small }))
})

test('The numbers of a batch follow those of the batch before, so that they tell the day of a held paper', () => {
  for (const shuffled of [false, true]) {
    const { papers, days: all } = makeWorld({
      seed: 3,
      from: '2026-09-21',
      until: '2026-11-06',
      heldShare: 0.1,
      shuffled,
    })
    const fresh = papers.filter(({ announced }) => (announced[0]?.on ?? '') >= (all[0] ?? ''))
    const inOrder = fresh
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ announced }) => announced[0]?.on)
    expect(inOrder).toEqual(inOrder.toSorted())
  }
})
