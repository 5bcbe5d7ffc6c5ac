import { describe, expect, test } from 'bun:test'
import { addClick, claimShown, findInteractions } from '#api/store/readers/interactions.ts'
import { useDatabase } from '#tests/support/database.ts'

useDatabase()

const ids = (from: number, until: number) => Array.from({ length: until - from }, (_, n) => `arxiv:2611.${from + n}`)

describe('Claiming papers for a day', () => {
  test('assigns a paper to the first day that claims it, also when the claim is repeated', async () => {
    expect(await claimShown('ada', ids(0, 3), '2026-11-19')).toEqual(new Set(ids(0, 3)))
    expect(await claimShown('ada', ids(1, 5), '2026-11-20')).toEqual(new Set(ids(3, 5)))
    expect(await claimShown('ada', ids(0, 5), '2026-11-19')).toEqual(new Set(ids(0, 3)))
    expect(await claimShown('ada', ids(0, 5), '2026-11-20')).toEqual(new Set(ids(3, 5)))
    expect(await claimShown('ada', [], '2026-11-20')).toEqual(new Set())
  })

  test('is separate for each reader', async () => {
    await claimShown('ada', ids(0, 3), '2026-11-19')
    expect(await claimShown('ben', ids(0, 3), '2026-11-20')).toEqual(new Set(ids(0, 3)))
  })

  test('assigns each paper to exactly one of many days that claim it at the same time', async () => {
    const days = Array.from({ length: 8 }, (_, n) => `2026-11-1${n}`)
    for (let round = 0; round < 5; round += 1) {
      const wanted = ids(round * 100, round * 100 + 40)
      const won = await Promise.all([...days, ...days].map((day) => claimShown('ada', wanted, day)))
      const claimed = await Promise.all(days.map((day) => claimShown('ada', wanted, day)))
      expect(claimed.flatMap((set) => [...set]).toSorted()).toEqual(wanted.toSorted())
      for (const [index, set] of won.entries()) expect(claimed[index % days.length]!.isSupersetOf(set)).toBe(true)
    }
  })

  test('claims a paper that the reader clicked in a search, and keeps the clicks', async () => {
    await addClick('ada', ids(0, 1)[0]!, { at: new Date(), day: null })
    expect(await claimShown('ada', ids(0, 2), '2026-11-20')).toEqual(new Set(ids(0, 2)))
    const known = await findInteractions('ada', ids(0, 2))
    expect(known.get('arxiv:2611.0')).toMatchObject({ first_shown_on: '2026-11-20', clicked: true, clicks: 1 })
    expect(known.get('arxiv:2611.1')).toMatchObject({ first_shown_on: '2026-11-20', clicked: false, clicks: 0 })
  })
})
