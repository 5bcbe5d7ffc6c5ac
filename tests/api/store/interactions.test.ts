import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { addClick, claimShown, findInteractions } from '#api/store/readers/interactions.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { emptyDatabase } from '#tests/support/database.ts'

beforeAll(async () => openDatabase(await testDatabase()), 60_000)
beforeEach(emptyDatabase)
afterAll(closeDatabase)

const ids = (from: number, until: number) => Array.from({ length: until - from }, (_, n) => `arxiv:2611.${from + n}`)

describe('claiming papers for a day', () => {
  test('gives a paper to the first day that asks, and to that day again and again', async () => {
    expect(await claimShown('ada', ids(0, 3), '2026-11-19')).toEqual(new Set(ids(0, 3)))
    expect(await claimShown('ada', ids(1, 5), '2026-11-20')).toEqual(new Set(ids(3, 5)))
    expect(await claimShown('ada', ids(0, 5), '2026-11-19')).toEqual(new Set(ids(0, 3)))
    expect(await claimShown('ada', ids(0, 5), '2026-11-20')).toEqual(new Set(ids(3, 5)))
    expect(await claimShown('ada', [], '2026-11-20')).toEqual(new Set())
  })

  test('is each reader’s own', async () => {
    await claimShown('ada', ids(0, 3), '2026-11-19')
    expect(await claimShown('ben', ids(0, 3), '2026-11-20')).toEqual(new Set(ids(0, 3)))
  })

  test('lets one of many days win a paper that all ask for at the same moment, and loses none', async () => {
    const days = Array.from({ length: 8 }, (_, n) => `2026-11-1${n}`)
    for (let round = 0; round < 5; round += 1) {
      const wanted = ids(round * 100, round * 100 + 40)
      const won = await Promise.all([...days, ...days].map((day) => claimShown('ada', wanted, day)))
      const held = await Promise.all(days.map((day) => claimShown('ada', wanted, day)))
      expect(held.flatMap((set) => [...set]).toSorted()).toEqual(wanted.toSorted())
      for (const [place, set] of won.entries()) expect(held[place % days.length]!.isSupersetOf(set)).toBe(true)
    }
  }, 60_000)

  test('takes a paper the reader met before, in a search, without forgetting what they did', async () => {
    await addClick('ada', ids(0, 1)[0]!, { at: new Date(), day: null })
    expect(await claimShown('ada', ids(0, 2), '2026-11-20')).toEqual(new Set(ids(0, 2)))
    const known = await findInteractions('ada', ids(0, 2))
    expect(known.get('arxiv:2611.0')).toMatchObject({ first_shown_on: '2026-11-20', clicked: true, clicks: 1 })
    expect(known.get('arxiv:2611.1')).toMatchObject({ first_shown_on: '2026-11-20', clicked: false, clicks: 0 })
  })
})
