import { describe, expect, test } from 'bun:test'
import { indexed, indexOf } from '#tests/api/support/searchIndex.ts'

/** Papers with the same title. All papers titled "Lantern" are in cs.CV; of other titles, only the first one is. */
const copies = (count: number, title: string) =>
  Array.from({ length: count }, (_, n) =>
    indexed(`${title}-${n}`, { title, categories: [title === 'Lantern' || n === 0 ? 'cs.CV' : 'cs.LG'] }),
  )

describe('A misspelled query', () => {
  test('is corrected and searched, unless it is to be searched as typed', () => {
    const index = indexOf(indexed('one', { title: 'Lanterns by night' }))
    const corrected = index.search({ q: 'nihgt lanterns' })
    expect([corrected.hits.map(({ id }) => id), corrected.corrected_to]).toEqual([['one'], 'night lanterns'])
    const typed = index.search({ q: 'nihgt', as_typed: true })
    expect([typed.total, typed.corrected_to, typed.did_you_mean]).toEqual([0, undefined, 'night'])
  })

  test('is corrected when ten times as many papers have the other spelling, and else only suggested', () => {
    const index = indexOf(...copies(2, 'Lanterm'), ...copies(40, 'Lantern'))
    expect(index.search({ q: 'lanterm' }).corrected_to).toBe('lantern')
    const filtered = index.search({ q: 'lanterm', from: '2027-01-01' })
    expect([filtered.total, filtered.corrected_to]).toEqual([0, undefined])
  })
})

describe('A suggested spelling', () => {
  test('is offered for a misspelling in one paper, however often that paper is revised', () => {
    const index = indexOf(...copies(20, 'Lantern'))
    for (let version = 1; version <= 6; version++) index.put([indexed('revised', { title: 'Lanterm' })])
    expect(index.search({ q: 'lanterm', as_typed: true })).toMatchObject({ total: 1, did_you_mean: 'lantern' })
  })

  test.each([
    ['lantren', 'lantern'],
    ['nihgt', 'night'],
    ['night lantrn', 'night lantern'],
    ['title:lanternn -day', 'title:lantern -day'],
    ['quilfether', 'quillfeather'],
  ])('for %s is %s', (q, spelling) => {
    const index = indexOf(indexed('one', { title: 'Lanterns by night', abstract: 'One lantern.' }))
    expect(index.search({ q, as_typed: true })).toMatchObject({ did_you_mean: spelling })
  })

  test.each([
    { misspelled: 1, correct: 20, suggests: true },
    { misspelled: 1, correct: 19, suggests: false },
    { misspelled: 5, correct: 100, suggests: true },
    { misspelled: 6, correct: 200, suggests: false },
  ])(
    'is offered only for a rare word that is close to a much more frequent one: %p',
    ({ misspelled, correct, suggests }) => {
      const index = indexOf(...copies(misspelled, 'Lanterm'), ...copies(correct, 'Lantern'))
      const { total, did_you_mean } = index.search({ q: 'lanterm', category: ['cs.CV'], as_typed: true })
      expect({ total, did_you_mean }).toEqual({ total: 1, did_you_mean: suggests ? 'lantern' : undefined })
    },
  )

  test('is not offered when the words are in the index, or no word is close', () => {
    const index = indexOf(indexed('one', { title: 'Lanterns by night' }))
    for (const q of ['lantern', 'night', 'zzyzx', 'nigt2', 'lan'])
      expect(index.search({ q, typing: true }).did_you_mean).toBeUndefined()
  })
})
