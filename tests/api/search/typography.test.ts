import { afterAll, describe, expect, test } from 'bun:test'
import { isPlainQuestion } from '#api/search/query/plainQuestion.ts'
import { find, indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const index = indexOf(
  indexed('phrase', { title: 'A tide tree for harbours', abstract: 'We build a tide tree and count.' }),
  indexed('loose', { title: 'A tree that tells the tide to sailors', abstract: 'The tree and its sailors.' }),
)
afterAll(() => index.close())

describe('Quotes of any kind make a phrase', () => {
  test.each([
    '"tide tree"',
    '“tide tree”',
    '”tide tree”',
    '“tide tree“',
    '„tide tree“',
    '«tide tree»',
    '« tide tree »',
    '»tide tree«',
    '‹tide tree›',
    '‘tide tree’',
    '‚tide tree‘',
    '「tide tree」',
    '『tide tree』',
    '＂tide tree＂',
    '〝tide tree〟',
    "``tide tree''",
    '"tide tree”',
    'title:”tide tree”',
    'title：“tide tree”',
    'ｔｉｄｅ “tide tree”',
  ])('%s', (q) => {
    const { hits, note } = index.search({ q })
    expect([hits.map(({ id }) => id), note]).toEqual([['phrase'], undefined])
    expect(isPlainQuestion(q)).toBe(false)
  })
})

test.each(['“tide tree', 'tide tree”', '«tide tree'])('An open quote is searched as plain words: %s', (q) => {
  const { hits, note } = index.search({ q })
  expect(hits.map(({ id }) => id).toSorted()).toEqual(['loose', 'phrase'])
  expect(note).toContain('plain words')
})

test.each(['sailor’s tide', "sailor's tide", 'O’Tide’s sailors'])('An apostrophe is no quote: %s', (q) => {
  expect(find(index, q)).toContain('loose')
  expect(index.search({ q }).note ?? '').not.toContain('plain words')
})

describe('A dash of any kind before a word excludes it', () => {
  test.each([...'-‐‑‒–—―−﹘﹣－'])('%s', (dash) => {
    expect(find(index, `tide ${dash}sailors`)).toEqual(['phrase'])
    expect(find(index, `tide${dash}tree`)).toEqual(['phrase'])
    expect(find(index, `tide ${dash} sailors`)).toEqual(['loose'])
  })
})

test.each(['“2611.01234”', '«arXiv:2611.01234»', '２６１１．０１２３４'])(
  'A quoted or wide id finds its paper: %s',
  (q) => {
    const library = indexOf(indexed('arxiv:2611.01234'))
    expect(find(library, q)).toEqual(['arxiv:2611.01234'])
    library.close()
  },
)
