import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { IndexFile } from '#api/search/indexFile.ts'
import { BUDGET } from '#api/search/order/rankMatches.ts'
import { QUERY_CASES, queryLibrary } from '#tests/api/support/queryCases.ts'
import { find, indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const library = () => indexOf(...queryLibrary())
const sorted = (ids: string[]) => ids.toSorted()

describe('A query', () => {
  test.each(QUERY_CASES)('%s finds %p', (q, ids) => {
    expect(sorted(find(library(), q))).toEqual(ids)
  })

  test('is combined with the filters for categories, author, days and a list of papers', () => {
    const index = library()
    expect(find(index, 'lantern', { category: ['cs.CV', 'math.CO'] })).toEqual(['lantern'])
    expect(find(index, 'lantern', { author: 'Oðinsson' })).toEqual(['ruthenium'])
    expect(find(index, 'lantern', { from: '2026-01-01' })).toEqual(['lantern'])
    expect(find(index, 'vision', { to: '2024-06-30' })).toEqual(['graphs'])
    expect(find(index, 'vision', { within: ['graphs'] })).toEqual(['graphs'])
    expect(find(index, 'vision', { within: [] })).toEqual([])
  })

  test('requires all words; papers with some of them follow, with a note when none has all', () => {
    const all = library().search({ q: 'lantern vision' })
    expect(all.hits.map(({ id, some_words = false }) => [id, some_words])).toEqual([
      ['lantern', false],
      ['ruthenium', true],
      ['graphs', true],
    ])
    expect([all.total, all.total_all_words, all.note]).toEqual([3, 1, undefined])
    const second = library().search({ q: 'lantern vision', offset: 1, limit: 1 })
    expect(second.hits.map(({ id }) => id)).toEqual(['ruthenium'])
    const some = library().search({ q: 'magnetism forget' })
    expect(some.hits.map(({ id }) => id).toSorted()).toEqual(['graphs', 'ruthenium'])
    expect(some.note).toContain('No paper has all')
  })

  test('keeps excluded terms excluded when not all words are required', () => {
    expect(find(library(), 'magnetism forget unseen -cat:cs.LG')).toEqual(['ruthenium'])
  })

  test.each([-1, Infinity])(
    'finds words by their own beginning or that of their stem, with %p postings merged',
    (postings) => {
      const papers = [
        indexed('stem', { title: 'Vertices of a mesh', abstract: '' }),
        indexed('word', { title: 'Studies of lanterns', abstract: '' }),
      ]
      const more = Array.from(
        { length: 60 },
        (_, n) => `vertexa${'abcdefghij'[n % 10]}${'klmnop'[Math.floor(n / 10)]}x`,
      )
      for (const title of ['Nothing', more.join(' ')]) {
        const index = new IndexFile(':memory:', { budget: { ...BUDGET, postings }, timeMs: Infinity })
        index.put([...papers, indexed('more', { title, abstract: '' })])
        expect(find(index, 'verte*')).toContain('stem')
        expect(find(index, 'studie*')).toEqual(['word'])
        index.close()
      }
    },
  )

  test('treats the last word as a prefix only while the user is typing', () => {
    const index = library()
    expect(find(index, 'count', { typing: true })).toEqual(['lantern'])
    expect(find(index, 'neural networ', { typing: true })).toEqual(['graphs'])
    expect(find(index, 'countin', { as_typed: true })).toEqual([])
    expect(find(index, 'co', { typing: true })).toEqual([])
    expect(find(index, 'co*')).toEqual(['lantern'])
    expect(find(index, 'coun night', { typing: true })).toEqual(['lantern'])
    expect(index.search({ q: 'coun night', typing: true }).note).toContain('No paper has all')
  })

  test.each([
    '"night vision',
    'night vision)',
    '(night vision',
    'night vision OR',
    'title: night vision',
    'night vision from:tomorrow',
  ])('that is malformed is searched as plain words: %s', (q) => {
    const { hits, note } = library().search({ q })
    expect(hits[0]?.id).toBe('lantern')
    expect(note).toContain('plain words')
  })

  test.each(['  ?! ', '"', '(((', '""'])('without a word finds nothing and returns a note: %s', (q) => {
    const note = 'There is no word in the query to search for.'
    expect(library().search({ q })).toMatchObject({ hits: [], total: 0, note })
  })

  test('can be the name of a property of every JavaScript object', () => {
    expect(library().search({ q: 'constructor' }).note).toBeUndefined()
  })

  test('ignores stop words beside other words', () => {
    expect(find(library(), 'what is the vision in papers about lanterns')).toEqual(['lantern'])
  })

  test('of stop words alone searches for them', () => {
    expect(find(library(), 'to be')).toEqual(['graphs'])
  })
})

describe('For any input', () => {
  const parts = fc.constantFrom(
    '"',
    '(',
    ')',
    '-',
    '*',
    ':',
    '^',
    '+',
    '{',
    '}',
    "'",
    '\\',
    '$',
    ';',
    '--',
    '/*',
    'OR',
    'AND',
    'NOT',
    'NEAR(',
    'NEAR',
    ',',
    'lantern',
    'title:',
    'tags:',
    'tags',
    'cat:',
    'cat:cs.*',
    'year:',
    'year:2025',
    'from:',
    'from:2025-02-30',
    'author:',
    '_all',
    '\0',
    '%',
    ' ',
  )
  const hostile = fc.array(parts, { maxLength: 40 }).chain((list) => fc.constantFrom(list.join(''), list.join(' ')))

  test('the search does not throw, and returns each paper at most once', () => {
    const index = library()
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 256 }), fc.string({ unit: 'binary', maxLength: 256 }), hostile),
        fc.boolean(),
        fc.option(fc.string({ maxLength: 40 }), { nil: undefined }),
        (q, typing, author) => {
          const { hits, total } = index.search({ q, typing, author, category: author === undefined ? [] : [author] })
          expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length)
          expect(total).toBe(hits.length)
        },
      ),
      { numRuns: 4_000 },
    )
  })

  test('a query cannot match the internal tags of the index', () => {
    for (const q of ['_all', 'tags:_all', 'cat*', 'archive', '_cat_cs_lg', 'year_2025'])
      expect(find(library(), q)).toEqual([])
  })

  test('repetitions are dropped, and the numbers of words and prefixes are limited', () => {
    const index = library()
    expect(find(index, 'lantern '.repeat(30))).toEqual(find(index, 'lantern'))
    expect(find(index, 'n* '.repeat(80))).toEqual([])
    const many = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' OR ')
    expect(find(index, `${many} OR lantern`)).toEqual([])
    expect(find(index, `lantern OR ${many}`)).toEqual(find(index, 'lantern'))
    expect(index.search({ q: 'coun* nigh* benc* visi*' }).note).toContain('No paper has all')
  })

  test('deeply nested parentheses are searched as plain words', () => {
    const q = `${'(night OR (forget '.repeat(300)}vision${'))'.repeat(300)}`
    expect(library().search({ q }).note).toContain('plain words')
  })
})
