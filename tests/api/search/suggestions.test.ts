import { describe, expect, test } from 'bun:test'
import { indexed, indexOf } from '#tests/api/support/searchIndex.ts'

/** Papers of one title. All of "Lantern" are in cs.CV, and the first of any other title. */
const copies = (count: number, title: string) =>
  Array.from({ length: count }, (_, n) =>
    indexed(`${title}-${n}`, { title, categories: [title === 'Lantern' || n === 0 ? 'cs.CV' : 'cs.LG'] }),
  )

describe('A better spelling', () => {
  test.each([
    ['lantren', 'lantern'],
    ['nihgt', 'night'],
    ['night lantrn', 'night lantern'],
    ['title:lanternn -day', 'title:lantern -day'],
    ['quilfether', 'quillfeather'],
  ])('of %s is %s', (q, better) => {
    const index = indexOf(indexed('one', { title: 'Lanterns by night', abstract: 'One lantern.' }))
    expect(index.search({ q })).toMatchObject({ did_you_mean: better })
  })

  test.each([
    { slips: 1, right: 20, proposes: true },
    { slips: 1, right: 19, proposes: false },
    { slips: 5, right: 100, proposes: true },
    { slips: 6, right: 200, proposes: false },
  ])('is proposed only for a rare word beside a much more frequent one: %p', ({ slips, right, proposes }) => {
    const index = indexOf(...copies(slips, 'Lanterm'), ...copies(right, 'Lantern'))
    const { total, did_you_mean } = index.search({ q: 'lanterm', category: ['cs.CV'] })
    expect({ total, did_you_mean }).toEqual({ total: 1, did_you_mean: proposes ? 'lantern' : undefined })
  })

  test('is not proposed where the words are known, or nothing is close', () => {
    const index = indexOf(indexed('one', { title: 'Lanterns by night' }))
    for (const q of ['lantern', 'night', 'zzyzx', 'nigt2', 'lan'])
      expect(index.search({ q, typing: true }).did_you_mean).toBeUndefined()
  })
})
