import { afterAll, describe, expect, test } from 'bun:test'
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

const paper = (id: string, title: string) => indexed(id, { title, authors: ['Odile Heron', 'Tea Lio'] })

describe('A misspelled question', () => {
  const index = indexOf(
    ...Array.from({ length: 130 }, (_, n) => paper(`t-${n}`, 'A transform of a seri of tides')),
    ...Array.from({ length: 140 }, (_, n) => paper(`m-${n}`, 'Transformers for time series forecasting')),
    ...Array.from({ length: 6 }, (_, n) => paper(`s-${n}`, 'La serie du jour')),
    paper('typo', 'Forcasting of transformes'),
  )
  afterAll(() => index.close())

  test.each([
    ['transformes for time serie forcasting', 'transformers for time series forecasting'],
    ['transfomers tiem series', 'transformers time series'],
    ['transformers for time serie', 'transformers for time series'],
  ])('%s is corrected, also where its words stem to known ones', (q, corrected) => {
    const { corrected_to, hits } = index.search({ q })
    expect([corrected_to, hits[0]?.id.slice(0, 2)]).toEqual([corrected, 'm-'])
  })

  test('is corrected where no paper has all of the words, if none has the wrong one', () => {
    const { corrected_to, note } = index.search({ q: 'forecasting transfomers jour' })
    expect([corrected_to, note]).toEqual([
      'forecasting transformers jour',
      'No paper has all of these words; these have some of them.',
    ])
  })

  test.each([
    ['jour with tRansformer heron', 'a name with a capital inside'],
    ['jour ofxtransformers heron', 'another word, as its first letter differs'],
    ['jour transfrmxrs heron', 'another word, as two letters differ'],
    ['jour α-seriesz heron', 'a name with a Greek letter'],
    ['jour tidex heron', 'a short word, which many are close to'],
  ])('%s is not replaced where no paper has all of the words: %s', (q) => {
    expect(index.search({ q }).corrected_to).toBeUndefined()
  })

  test('a word that papers have is only replaced in a short question, and where the other one finds many', () => {
    expect(index.search({ q: 'transformers for time serie' }).corrected_to).toBe('transformers for time series')
    const long = 'do transformers forecasting with time serie by lantern harbour heron tide quill feather'
    expect(index.search({ q: long }).corrected_to).toBeUndefined()
    const few = indexOf(
      ...Array.from({ length: 130 }, (_, n) => paper(`p-${n}`, 'The project of a lantern')),
      ...Array.from({ length: 6 }, (_, n) => paper(`q-${n}`, 'To protect herons')),
      paper('both', 'A project on natriuretic tides'),
    )
    expect(few.search({ q: 'natriuretic tides protect' }).corrected_to).toBeUndefined()
    few.close()
  })

  test('a word beside a letter, and a letter with a star, are names and not corrected', () => {
    const library = indexOf(...Array.from({ length: 30 }, (_, n) => paper(`p-${n}`, 'An elegant mason of a star')))
    for (const q of ['C. elegans', 'D* meson'])
      expect(library.search({ q }).corrected_to ?? '').not.toMatch(/elegant|^star/)
    library.close()
  })

  test('a word of a few papers is not replaced where it finds what is asked', () => {
    expect(index.search({ q: 'serie jour' }).corrected_to).toBeUndefined()
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
