import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { find, indexed, indexOf } from '#tests/api/support/searchIndex.ts'

const library = () =>
  indexOf(
    indexed('lantern', {
      title: 'Counting lanterns by night',
      abstract: 'A benchmark of night vision.',
      categories: ['cs.CV', 'cs.LG'],
    }),
    indexed('ruthenium', {
      title: 'Field-induced order in $\\alpha$-RuCl$_3$',
      abstract: 'We measure magnetism by lantern light.',
      authors: ['Tomás Óðinsson', 'Odile van den Berg'],
      categories: ['cond-mat.str-el'],
      dated_at: '2025-03-01T12:00:00.000Z',
    }),
    indexed('graphs', {
      title: 'Graph neural networks that forget',
      abstract: 'Neural operators on graphs; vision is not needed. To be or not to be a tree.',
      authors: ['Zhang Wei', 'Li Hao'],
      categories: ['cs.LG', 'stat.ML'],
      dated_at: '2024-06-30T23:59:59.000Z',
    }),
  )
const sorted = (ids: string[]) => ids.toSorted()

describe('A query', () => {
  test.each([
    ['lantern', ['lantern', 'ruthenium']],
    ['night vision', ['lantern']],
    ['"neural networks"', ['graphs']],
    ['"networks neural"', []],
    ['"not to be a tree"', ['graphs']],
    ['alpha-RuCl3', ['ruthenium']],
    ['α-RuCl₃', ['ruthenium']],
    ['$\\alpha$-RuCl$_3$', ['ruthenium']],
    ['title:lantern', ['lantern']],
    ['ti:"counting lanterns"', ['lantern']],
    ['abs:lantern', ['ruthenium']],
    ['author:odinsson', ['ruthenium']],
    ['au:"T. Óðinsson"', ['ruthenium']],
    ['author:"Ódinsson, Tomas"', ['ruthenium']],
    ['author:"van den Berg"', ['ruthenium']],
    ['author:"Wei Li"', []],
    ['author:"Mirela Anna Quillfeather"', ['lantern']],
    ['author:"Magda Anna Quillfeather"', []],
    ['cat:cs.LG', ['graphs', 'lantern']],
    ['cat:CS.lg', ['graphs', 'lantern']],
    ['cat:cs.*', ['graphs', 'lantern']],
    ['cat:cond-mat', ['ruthenium']],
    ['cat:stat.*', ['graphs']],
    ['year:2025', ['ruthenium']],
    ['from:2025-01-01', ['lantern', 'ruthenium']],
    ['to:2024-06-30 cat:cs.*', ['graphs']],
    ['from:2024-07-01 to:2025-12-31 lantern', ['ruthenium']],
    ['vision -lantern', ['graphs']],
    ['-lantern', ['graphs']],
    ['vision -"night vision"', ['graphs']],
    ['vision NOT lantern', ['graphs']],
    ['ruthenium OR forget OR counting', ['graphs', 'lantern']],
    ['lantern AND magnetism', ['ruthenium']],
    ['vision (counting OR magnetism)', ['lantern']],
    ['(cat:stat.ML OR year:2025) -magnetism', ['graphs']],
    ['oper*', ['graphs']],
    ['author:quillf*', ['lantern']],
    ['"neural net"*', ['graphs']],
    ['lantern -cat:cs.CV', ['ruthenium']],
  ])('%s', (q, ids) => {
    expect(sorted(find(library(), q))).toEqual(ids)
  })

  test('finds what is filtered beside it: categories, author, days and a list', () => {
    const index = library()
    expect(find(index, 'lantern', { category: ['cs.CV', 'math.CO'] })).toEqual(['lantern'])
    expect(find(index, 'lantern', { author: 'Oðinsson' })).toEqual(['ruthenium'])
    expect(find(index, 'lantern', { from: '2026-01-01' })).toEqual(['lantern'])
    expect(find(index, 'vision', { to: '2024-06-30' })).toEqual(['graphs'])
    expect(find(index, 'vision', { within: ['graphs'] })).toEqual(['graphs'])
    expect(find(index, 'vision', { within: [] })).toEqual([])
  })

  test('needs all words, and says so when only some of them were found', () => {
    const all = library().search({ q: 'lantern vision' })
    expect(all.hits.map(({ id }) => id)).toEqual(['lantern'])
    expect(all.note).toBeUndefined()
    const some = library().search({ q: 'magnetism forget' })
    expect(some.hits.map(({ id }) => id).toSorted()).toEqual(['graphs', 'ruthenium'])
    expect(some.note).toContain('No paper has all')
  })

  test('keeps what was asked with signs when words are let go', () => {
    expect(find(library(), 'magnetism forget unseen -cat:cs.LG')).toEqual(['ruthenium'])
  })

  test('goes on from the last word while it is typed, and only then', () => {
    const index = library()
    expect(find(index, 'count', { typing: true })).toEqual(['lantern'])
    expect(find(index, 'neural networ', { typing: true })).toEqual(['graphs'])
    expect(find(index, 'countin')).toEqual([])
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
  ])('in an odd form is searched as plain words: %s', (q) => {
    const { hits, note } = library().search({ q })
    expect(hits[0]?.id).toBe('lantern')
    expect(note).toContain('plain words')
  })

  test('without a word finds nothing and says so', () => {
    expect(library().search({ q: '  ?! ' })).toMatchObject({
      hits: [],
      total: 0,
      note: expect.stringContaining('no word'),
    })
  })

  test('may be a word that JavaScript knows', () => {
    expect(library().search({ q: 'constructor' }).note).toBeUndefined()
  })

  test('is not held up by common words beside others', () => {
    const { hits, note } = library().search({ q: 'what is the vision of lanterns' })
    expect([hits.map(({ id }) => id), note]).toEqual([['lantern'], undefined])
  })

  test('of common words alone is taken at its word', () => {
    expect(find(library(), 'to be')).toEqual(['graphs'])
  })
})

describe('Whatever a reader types', () => {
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

  test('the search answers, and finds no paper twice', () => {
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

  test('the internal tags of the index cannot be reached', () => {
    for (const q of ['_all', 'tags:_all', 'cat*', 'archive', '_cat_cs_lg', 'year_2025'])
      expect(find(library(), q)).toEqual([])
  })

  test('repetitions and heaps of prefixes cost no more than a few words', () => {
    const index = library()
    expect(find(index, 'lantern '.repeat(30))).toEqual(find(index, 'lantern'))
    expect(find(index, 'n* '.repeat(80))).toEqual([])
    const many = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' OR ')
    expect(find(index, `${many} OR lantern`)).toEqual([])
    expect(find(index, `lantern OR ${many}`)).toEqual(find(index, 'lantern'))
    expect(index.search({ q: 'coun* nigh* benc* visi*' }).note).toContain('No paper has all')
  })

  test('deep nesting is plain words', () => {
    const q = `${'(night OR (forget '.repeat(300)}vision${'))'.repeat(300)}`
    expect(library().search({ q }).note).toContain('plain words')
  })
})
