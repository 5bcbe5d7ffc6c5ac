import { describe, expect, test } from 'bun:test'
import { IndexFile } from '#api/search/indexFile.ts'
import { findHighlights } from '#api/search/order/highlights.ts'
import { find, indexed, indexOf, openForTest, useFolders } from '#tests/api/support/searchIndex.ts'

const newFolder = useFolders()

const filler = (count: number) =>
  Array.from({ length: count }, (_, n) => indexed(`filler-${n}`, { dated_at: '2020-01-01T00:00:00.000Z' }))

describe('The order of hits', () => {
  test('weighs a word in the title above the same word in the authors, and that above the abstract', () => {
    const index = indexOf(
      ...filler(20),
      indexed('abstract', { abstract: 'Of heron and other things said here.' }),
      indexed('author', { authors: ['Heron'] }),
      indexed('title', { title: 'A heron title' }),
    )
    expect(find(index, 'heron')).toEqual(['title', 'author', 'abstract'])
  })

  test('is newest first for nearly equal scores, and for all hits when sorted by newest', () => {
    const index = indexOf(
      ...filler(20),
      indexed('a-older', { title: 'A heron title', dated_at: '2024-01-01T00:00:00.000Z' }),
      indexed('b-newer', { title: 'A heron title', dated_at: '2026-01-01T00:00:00.000Z' }),
      indexed('newest', {
        abstract: 'One heron in many words that are there to fill the lines.',
        dated_at: '2026-02-01T00:00:00.000Z',
      }),
      indexed('undated', { abstract: 'A heron.', dated_at: null }),
    )
    expect(find(index, 'heron').slice(0, 2)).toEqual(['b-newer', 'a-older'])
    expect(find(index, 'heron', { sort: 'newest' })).toEqual(['newest', 'b-newer', 'a-older', 'undated'])
  })

  test.each(['relevance', 'newest'] as const)(
    'by %s is the same across pages, and a page past the end is empty',
    (sort) => {
      const index = indexOf(...filler(95))
      const pages = Array.from({ length: 11 }, (_, page) => find(index, 'quiet', { sort, limit: 9, offset: page * 9 }))
      expect(pages.flat()).toEqual(find(index, 'quiet', { sort, limit: 100 }))
      expect(new Set(pages.flat()).size).toBe(95)
      expect(find(index, 'quiet', { sort, offset: Number.MAX_SAFE_INTEGER })).toEqual([])
    },
  )
})

describe('A search result', () => {
  test('counts canonical categories, and years', () => {
    const index = indexOf(
      indexed('one', { categories: ['cs.LG', 'cs.NA'] }),
      indexed('two', { categories: ['math.NA'], dated_at: '2024-05-05T00:00:00.000Z' }),
      indexed('none', { title: 'Nothing', abstract: '' }),
    )
    expect(index.search({ q: 'quiet' }).facets).toEqual({
      categories: [
        { id: 'math.NA', count: 2 },
        { id: 'cs.LG', count: 1 },
      ],
      years: [
        { year: 2026, count: 1 },
        { year: 2024, count: 1 },
      ],
      estimated: false,
    })
  })

  test('counts the categories that another connection wrote since', () => {
    const folder = newFolder()
    const [writer, reader] = [new IndexFile(folder), new IndexFile(folder)]
    writer.becomeWriter()
    const counts = () =>
      Object.fromEntries(reader.search({ q: 'quiet' }).facets.categories.map(({ id, count }) => [id, count]))
    writer.put([indexed('one', { categories: ['cs.LG'] }), indexed('two', { categories: ['cs.LG', 'cs.CL'] })])
    expect(counts()).toEqual({ 'cs.LG': 2, 'cs.CL': 1 })
    writer.put([
      indexed('one', { categories: ['cs.RO'] }),
      indexed('other day', { categories: ['cs.LG'], dated_at: '2024-05-05T00:00:00.000Z' }),
    ])
    expect(counts()).toEqual({ 'cs.LG': 2, 'cs.CL': 1, 'cs.RO': 1 })
    writer.remove(['two'])
    expect(counts()).toEqual({ 'cs.LG': 1, 'cs.RO': 1 })
    writer.put([indexed('three', { categories: ['cs.CV'] })])
    expect(counts()).toEqual({ 'cs.LG': 1, 'cs.RO': 1, 'cs.CV': 1 })
    writer.reset()
    writer.put([indexed('new', { categories: ['math.CO'] })])
    expect(counts()).toEqual({ 'math.CO': 1 })
    writer.close()
    reader.close()
  })

  test('counts up to 10,000 exactly, and is marked as estimated above that', () => {
    const index = openForTest()
    index.put(filler(10_000))
    expect(index.search({ q: 'quiet', limit: 1 })).toMatchObject({
      total: 10_000,
      estimated: false,
      facets: { estimated: false },
    })
    index.put([...filler(0), ...Array.from({ length: 500 }, (_, n) => indexed(`more-${n}`))])
    const { total, estimated, facets } = index.search({ q: 'quiet', limit: 1 })
    expect({ total, estimated, facetsEstimated: facets.estimated }).toEqual({
      total: 10_000,
      estimated: true,
      facetsEstimated: true,
    })
    const counted = facets.categories[0]?.count ?? 0
    expect(counted).toBeGreaterThan(10_400)
    expect(counted).toBeLessThan(10_600)
  })

  test('highlights matches in the stored text, and formulas as a whole', () => {
    const title = 'Order in $\\alpha$-RuCl$_3$ and other magnets'
    const abstract = 'A magnet (RuCl₃) orders. Lantern light, night light, night vision.'
    const index = indexOf(indexed('paper', { title, abstract }))
    const highlighted = (q: string) => {
      const { marks } = index.search({ q, typing: true }).hits[0]!
      return (
        [
          [title, 'title'],
          [abstract, 'abstract'],
        ] as const
      ).map(([text, field]) => findHighlights(text, field, marks).map(([start, end]) => text.slice(start, end)))
    }
    expect(highlighted('rucl3 magnets')).toEqual([
      ['RuCl$_3$', 'magnets'],
      ['magnet', 'RuCl₃'],
    ])
    expect(highlighted('alpha-rucl3')).toEqual([['$\\alpha$', 'RuCl$_3$'], []])
    expect(highlighted('"night vision"')).toEqual([[], ['night', 'vision']])
    expect(highlighted('title:orders')).toEqual([['Order'], []])
    expect(highlighted('lan')).toEqual([[], ['Lantern']])
    expect(highlighted('light -heron')).toEqual([[], ['light', 'light']])
  })

  test('highlights adjacent words without a gap as one range', () => {
    const title = 'On 夜景 and 夜 景'
    const [hit] = indexOf(indexed('paper', { title, abstract: '' })).search({ q: '夜景' }).hits
    expect(findHighlights(title, 'title', hit?.marks ?? [])).toEqual([
      [3, 5],
      [10, 11],
      [12, 13],
    ])
  })
})

describe('An id or a URL', () => {
  const index = indexOf(
    indexed('arxiv:2611.90001', { title: 'Wanted' }),
    indexed('arxiv:math/0309136', { title: 'Old' }),
    indexed('doi:10.5555/jiv.2026.0011', { title: 'Journal', doi: '10.5555/jiv.2026.0011' }),
    indexed('pmid:99900001', { title: 'Medicine', doi: '10.5555/MED.7' }),
  )
  test.each([
    [
      'arxiv:2611.90001',
      '2611.90001 2611.90001v3 arXiv:2611.90001 https://arxiv.org/abs/2611.90001v2 arxiv.org/pdf/2611.90001.pdf',
    ],
    [
      'arxiv:2611.90001',
      '10.48550/arXiv.2611.90001 https://huggingface.co/papers/2611.90001 https://alphaxiv.org/abs/2611.90001v1',
    ],
    ['arxiv:math/0309136', 'math/0309136 math.CO/0309136v2 https://arxiv.org/abs/math/0309136'],
    [
      'doi:10.5555/jiv.2026.0011',
      '10.5555/jiv.2026.0011 doi:10.5555/JIV.2026.0011 https://doi.org/10.5555/jiv.2026.0011 https://journal.example.org/doi/full/10.5555/jiv.2026.0011',
    ],
    ['pmid:99900001', 'pmid:99900001 https://pubmed.ncbi.nlm.nih.gov/99900001/ 10.5555/med.7'],
  ])('in any form finds %s', (id, forms) => {
    for (const q of forms.split(' ')) expect([q, find(index, q)]).toEqual([q, [id]])
  })

  test('of a paper that is not indexed returns a note', () => {
    expect(index.search({ q: '2611.90002' })).toMatchObject({
      hits: [],
      total: 0,
      note: expect.stringContaining('No paper with this id'),
    })
  })

  test('finds nothing outside the list of papers to search', () => {
    expect(find(index, '2611.90001', { within: ['arxiv:math/0309136'] })).toEqual([])
  })
})

describe('The index', () => {
  test('keeps the state of a paper with the highest seq, in any order of writes, and deletes removed papers', () => {
    const index = openForTest()
    index.put([indexed('paper', { seq: 9, title: 'Second' }), indexed('paper', { seq: 4, title: 'First' })])
    expect([find(index, 'first'), find(index, 'second'), index.state.size, index.state.seq]).toEqual([
      [],
      ['paper'],
      1,
      9,
    ])
    index.remove(['paper', 'never'])
    expect([find(index, 'second'), index.state.size, index.state.seq]).toEqual([[], 0, 9])
  })

  test('is kept when it is closed and opened again', () => {
    const folder = newFolder()
    const first = new IndexFile(folder)
    first.put([indexed('kept', { title: 'Kept', seq: 12 })])
    first.close()
    const second = new IndexFile(folder)
    expect([find(second, 'kept'), second.state.seq, second.state.indexedThrough]).toEqual([['kept'], 12, null])
    second.close()
  })

  test('is written by one, read by others, and written by another one when the first has closed it', () => {
    const folder = newFolder()
    const [one, other] = [new IndexFile(folder), new IndexFile(folder)]
    expect([one.becomeWriter(), other.becomeWriter()]).toEqual([true, false])
    one.put([indexed('shared', { title: 'Shared', seq: 5 })])
    expect([find(other, 'shared'), other.state.seq]).toEqual([['shared'], 5])
    expect(() => other.put([])).toThrow('another process writes')
    one.close()
    expect(other.becomeWriter()).toBe(true)
    other.put([indexed('second', { title: 'Shared too', seq: 6 })])
    expect(find(other, 'shared')).toHaveLength(2)
    other.close()
  })
})
