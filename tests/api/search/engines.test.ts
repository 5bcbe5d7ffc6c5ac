import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SearchIndex } from '#api/search/searchIndex.ts'
import { ENGINES, fill, findIn } from '#tests/api/support/engines.ts'
import { QUERY_CASES, queryLibrary } from '#tests/api/support/queryCases.ts'
import { indexed } from '#tests/api/support/searchIndex.ts'

// What the index does, whatever engine has it. The other files of this folder say what is special about SQLite, and
// opensearch.test.ts what is special about OpenSearch.

const filler = (count: number) =>
  Array.from({ length: count }, (_, n) => indexed(`filler-${n}`, { dated_at: '2020-01-01T00:00:00.000Z' }))
const copies = (count: number, title: string) =>
  Array.from({ length: count }, (_, n) => indexed(`${title}-${n}`, { title }))

describe.each(ENGINES)('With $name', ({ open }) => {
  const opened: SearchIndex[] = []
  const openIndex = () => {
    const index = open()
    opened.push(index)
    return index
  }
  const indexOf = async (...papers: ReturnType<typeof indexed>[]) => {
    const index = openIndex()
    await fill(index, papers)
    return index
  }
  afterAll(() => Promise.all(opened.map((index) => index.close())))

  describe('a query', () => {
    let library: SearchIndex
    beforeAll(async () => {
      library = await indexOf(...queryLibrary())
    })

    test.each(QUERY_CASES)('%s finds %p', async (q, ids) => {
      expect((await findIn(library, q)).toSorted()).toEqual(ids)
    })

    test('is combined with the filters for categories, author, days and a list of papers', async () => {
      expect(await findIn(library, 'lantern', { category: ['cs.CV', 'math.CO'] })).toEqual(['lantern'])
      expect(await findIn(library, 'lantern', { author: 'Oðinsson' })).toEqual(['ruthenium'])
      expect(await findIn(library, 'lantern', { from: '2026-01-01' })).toEqual(['lantern'])
      expect(await findIn(library, 'vision', { to: '2024-06-30' })).toEqual(['graphs'])
      expect(await findIn(library, 'vision', { within: ['graphs'] })).toEqual(['graphs'])
      expect(await findIn(library, 'vision', { within: [] })).toEqual([])
    })

    test('is followed by papers with some of its words, also across pages', async () => {
      const all = await library.search({ q: 'lantern vision' })
      expect(all.hits.map(({ id, some_words = false }) => [id, some_words])).toEqual([
        ['lantern', false],
        ['ruthenium', true],
        ['graphs', true],
      ])
      expect([all.total, all.total_all_words, all.note]).toEqual([3, 1, undefined])
      const second = await library.search({ q: 'lantern vision', offset: 1, limit: 1 })
      expect(second.hits.map(({ id }) => id)).toEqual(['ruthenium'])
      const some = await library.search({ q: 'magnetism forget' })
      expect([some.hits.map(({ id }) => id).toSorted(), some.note]).toEqual([
        ['graphs', 'ruthenium'],
        expect.stringContaining('No paper has all'),
      ])
    })

    test('by the name of an author finds the papers by that author first', async () => {
      const { hits, interpretation } = await library.search({ q: 'Zhang Wei' })
      expect(hits[0]?.id).toBe('graphs')
      expect(interpretation).toContain('Zhang Wei')
    })

    test('that is hostile or long finds nothing wrong, and throws nothing', async () => {
      for (const q of ['_all', 'tags:_all', '"', '((((', '{"match_all":{}}', 'a|b=c', '\0', 'n* '.repeat(80)])
        expect([q, await findIn(library, q)]).toEqual([q, []])
      const many = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' OR ')
      expect(await findIn(library, `lantern OR ${many}`)).toEqual(await findIn(library, 'lantern'))
      expect((await library.search({ q: 'lantern '.repeat(30) })).total).toBe(2)
    })
  })

  test('hits are in the order of the fields that have the words, and of their neighbours', async () => {
    const index = await indexOf(
      ...filler(20),
      indexed('abstract', { abstract: 'Of heron and other things said here.' }),
      indexed('author', { authors: ['Heron'] }),
      indexed('title', { title: 'A heron title' }),
      // Of equal scores the later one is first.
      indexed('beside', { title: 'A gravitational lens that is' }),
      indexed('apart', { title: 'A lens that is gravitational' }),
    )
    expect(await findIn(index, 'heron')).toEqual(['title', 'author', 'abstract'])
    expect(await findIn(index, 'gravitational lens')).toEqual(['beside', 'apart'])
  })

  test('hits are newest first when they score about the same, and when they are sorted by newest', async () => {
    const index = await indexOf(
      ...filler(20),
      indexed('a-older', { title: 'A heron title', dated_at: '2024-01-01T00:00:00.000Z' }),
      indexed('b-newer', { title: 'A heron title', dated_at: '2026-01-01T00:00:00.000Z' }),
      indexed('newest', {
        abstract: 'One heron in many words that are there to fill the lines.',
        dated_at: '2026-02-01T00:00:00.000Z',
      }),
      indexed('undated', { abstract: 'A heron.', dated_at: null }),
    )
    expect((await findIn(index, 'heron')).slice(0, 2)).toEqual(['b-newer', 'a-older'])
    expect(await findIn(index, 'heron', { sort: 'newest' })).toEqual(['newest', 'b-newer', 'a-older', 'undated'])
  })

  test('pages of hits follow each other, also behind those that our code orders', async () => {
    const index = await indexOf(...filler(450))
    for (const sort of ['relevance', 'newest'] as const) {
      const pages: string[][] = []
      for (let offset = 0; offset < 500; offset += 100)
        pages.push(await findIn(index, 'quiet', { sort, limit: 100, offset }))
      expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 100, 50])
      expect(new Set(pages.flat()).size).toBe(450)
      expect(await findIn(index, 'quiet', { sort, offset: Number.MAX_SAFE_INTEGER })).toEqual([])
    }
  })

  test('a prefix finds words that begin with it, whose stems do not, also at the end of a phrase', async () => {
    const index = await indexOf(
      indexed('vertex', { title: 'Vertices of a mesh', abstract: '' }),
      indexed('study', { title: 'Studies of lanterns', abstract: '' }),
      indexed('many', { title: 'Many studies of owls', abstract: '' }),
    )
    expect(await findIn(index, 'vertic*')).toEqual(['vertex'])
    expect((await findIn(index, 'studie*')).toSorted()).toEqual(['many', 'study'])
    expect(await findIn(index, '"many studie"*')).toEqual(['many'])
    expect(await findIn(index, 'title:lanter*')).toEqual(['study'])
  })

  test('a result counts canonical categories and years, and what it finds', async () => {
    const index = await indexOf(
      indexed('one', { categories: ['cs.LG', 'cs.NA'] }),
      indexed('two', { categories: ['math.NA'], dated_at: '2024-05-05T00:00:00.000Z' }),
      indexed('none', { title: 'Nothing', abstract: '' }),
    )
    expect(await index.search({ q: 'quiet' })).toMatchObject({
      total: 2,
      estimated: false,
      facets: {
        categories: [
          { id: 'math.NA', count: 2 },
          { id: 'cs.LG', count: 1 },
        ],
        years: [
          { year: 2026, count: 1 },
          { year: 2024, count: 1 },
        ],
        estimated: false,
      },
    })
  })

  test('an id, a DOI or an address names a paper', async () => {
    const index = await indexOf(
      indexed('arxiv:2611.90001', { title: 'Wanted' }),
      indexed('pmid:99900001', { title: 'Medicine', doi: '10.5555/MED.7' }),
    )
    for (const q of ['2611.90001v3', 'https://arxiv.org/abs/2611.90001', '10.48550/arXiv.2611.90001'])
      expect([q, await findIn(index, q)]).toEqual([q, ['arxiv:2611.90001']])
    expect(await findIn(index, '10.5555/med.7')).toEqual(['pmid:99900001'])
    expect(await findIn(index, '2611.90001', { within: ['pmid:99900001'] })).toEqual([])
    const unknown = await index.search({ q: '2611.90002' })
    expect([unknown.total, unknown.note]).toEqual([0, expect.stringContaining('No paper with this id')])
  })

  test('a misspelled query is corrected where many papers have the other spelling, and else only suggested', async () => {
    const index = await indexOf(
      ...copies(2, 'Lanterm'),
      ...copies(40, 'Lantern'),
      indexed('one', { title: 'By night' }),
    )
    expect((await index.search({ q: 'lanterm' })).corrected_to).toBe('lantern')
    expect(await index.search({ q: 'lanterm', as_typed: true })).toMatchObject({ total: 2, did_you_mean: 'lantern' })
    expect(await index.search({ q: 'nihgt', as_typed: true })).toMatchObject({ total: 0, did_you_mean: 'night' })
    expect((await index.search({ q: 'quilfether', as_typed: true })).did_you_mean).toBe('quillfeather')
    for (const q of ['lantern', 'zzyzx', 'lan'])
      expect([q, (await index.search({ q, typing: true })).did_you_mean]).toEqual([q, undefined])
  })

  test('an abbreviation finds what it stands for, and the reverse', async () => {
    const defining = Array.from({ length: 4 }, (_, n) =>
      indexed(`defines-${n}`, { abstract: 'We count by large heron models (LHM) at dusk.' }),
    )
    const index = await indexOf(...filler(20), ...defining, indexed('short', { title: 'On LHM' }))
    expect((await findIn(index, 'large heron models')).includes('short')).toBe(true)
    expect((await findIn(index, 'LHM')).length).toBe(5)
  })

  test('a paper keeps the state with the highest seq, in any order of writes, and removed papers are gone', async () => {
    const index = openIndex()
    await fill(index, [indexed('paper', { seq: 9, title: 'Second' }), indexed('paper', { seq: 4, title: 'First' })])
    await fill(index, [indexed('paper', { seq: 4, title: 'First' })])
    expect([await findIn(index, 'first'), await findIn(index, 'second'), await index.state()]).toMatchObject([
      [],
      ['paper'],
      { size: 1, seq: 9 },
    ])
    await index.remove(['paper', 'never'])
    await index.markCurrent(new Date())
    expect([await findIn(index, 'second'), await index.state()]).toMatchObject([[], { size: 0, seq: 9 }])
  })

  test('a result says up to when changes are in it', async () => {
    const index = openIndex()
    await index.becomeWriter()
    await index.put([indexed('paper')])
    expect((await index.search({ q: 'quiet' })).indexed_through).toBeNull()
    const at = new Date('2026-11-20T10:00:00.000Z')
    await index.markCurrent(at)
    expect(await index.search({ q: 'quiet' })).toMatchObject({ total: 1, indexed_through: at.toISOString() })
    expect((await index.state()).indexedThrough).toBe(at.toISOString())
  })

  test('papers are scored by the words that the first ones have in common; 0 for one that is not indexed', async () => {
    const index = await indexOf(
      ...filler(5),
      indexed('one', { title: 'Herons at dusk' }),
      indexed('two', { title: 'Herons by a lake' }),
      indexed('like', { title: 'More herons' }),
    )
    const like = ['one', 'two']
    const [near = 0, far, missing] = await index.scoreByCommonWords({ like, among: ['like', 'filler-1', 'never'] })
    expect(near).toBeGreaterThan(0)
    expect([far, missing]).toEqual([0, 0])
  })
})
