import { describe, expect, test } from 'bun:test'
import { rank, type RankingPaper, type ReaderProfile } from '#api/ranking/rank.ts'
import type { Interests } from '#api/contract/users.ts'

const paper = (id: string, changes: Partial<RankingPaper> = {}): RankingPaper => ({
  id,
  title: 'Counting lanterns',
  abstract: 'A benchmark of night vision.',
  authors: ['Mirela Quillfeather'],
  categories: ['cs.LG'],
  primary_category: 'cs.LG',
  announce_type: 'new',
  announced_on: '2026-11-20',
  published_at: new Date('2026-11-18T16:00:00Z'),
  ...changes,
})
const reader = (interests: Partial<Interests> = {}, category_ids = ['cs.LG']): ReaderProfile => ({
  category_ids,
  interests: { keywords: [], authors: [], muted_terms: [], muted_authors: [], ...interests },
})
const order = (papers: RankingPaper[], of: ReaderProfile) => rank(papers, of).map(({ id }) => id)

describe('The ranking for a reader', () => {
  test('sorts by followed author, keyword in the title, keyword in the abstract, primary category, cross-list', () => {
    const papers = [
      paper('unmatched', { categories: ['math.CO'], primary_category: 'math.CO' }),
      paper('cross-listed', { categories: ['math.CO', 'cs.LG'], primary_category: 'math.CO' }),
      paper('primary'),
      paper('abstract', { abstract: 'Of herons.' }),
      paper('title', { title: 'Herons' }),
      paper('author', { authors: ['Bas Kruidenier'] }),
    ]
    expect(order(papers, reader({ keywords: ['heron'], authors: ['Bas Kruidenier'] }))).toEqual([
      'author',
      'title',
      'abstract',
      'primary',
      'cross-listed',
      'unmatched',
    ])
  })

  test('sorts papers with equal matches newest first, and then by id', () => {
    const papers = [
      paper('b'),
      paper('a'),
      paper('old', { announced_on: '2026-11-12' }),
      paper('undated', { announced_on: null, published_at: null }),
    ]
    expect(order(papers, reader())).toEqual(['a', 'b', 'old', 'undated'])
  })

  test('weighs each further keyword half as much as the one before, so that an author outweighs several', () => {
    const otherCategory = { categories: ['math.CO'], primary_category: 'math.CO' }
    const papers = [
      paper('keywords', { ...otherCategory, abstract: 'Of herons, owls and bats.' }),
      paper('author', { ...otherCategory, authors: ['Bas Kruidenier'] }),
    ]
    expect(order(papers, reader({ keywords: ['heron', 'owl', 'bat'], authors: ['Bas Kruidenier'] }))).toEqual([
      'author',
      'keywords',
    ])
  })

  test('halves the recency bonus after three days', () => {
    const ranked = rank(
      [
        paper('new', { announced_on: '2026-11-20' }),
        paper('older', { announced_on: '2026-11-17' }),
        paper('undated', { announced_on: null, published_at: null }),
      ],
      reader(),
    )
    const [newest = NaN, older = NaN, undated = NaN] = ranked.map(({ score }) => score)
    expect((older - undated) / (newest - undated)).toBeCloseTo(0.5)
  })

  test('matches a category by its aliases', () => {
    const [ranked] = rank([paper('x', { categories: ['cs.NA'], primary_category: 'cs.NA' })], reader({}, ['math.NA']))
    expect(ranked?.reasons).toEqual([{ kind: 'category', text: 'math.NA' }])
  })

  test('matches a keyword in TeX, Unicode and plain spelling, and with any English ending', () => {
    const formula = paper('x', { title: 'Magnetism of $\\alpha$-RuCl$_3$' })
    for (const [keyword = '', text = ''] of [
      ['alpha-RuCl3', 'α-RuCl₃'],
      ['α-RuCl₃', 'α-RuCl₃'],
      ['magnetisms', 'Magnetism'],
    ])
      expect(rank([formula], reader({ keywords: [keyword] }))[0]?.reasons[0]).toEqual({
        kind: 'keyword',
        text,
        field: 'title',
      })
    expect(rank([formula], reader({ keywords: ['magnet alpha'] }))[0]?.reasons).toEqual([
      { kind: 'category', text: 'cs.LG' },
    ])
  })

  test.each([
    ['Quillfeather', true],
    ['M. Quillfeather', true],
    ['Quillfeather, Mirela', true],
    ['mirela a. quillfeather', true],
    ['Quillfeather, Mirela, Jr.', true],
    ['Magda Quillfeather', false],
    ['Mirela', false],
    ['Mirela Feather', false],
  ])('matches %s with Mirela Quillfeather: %p', (name, same) => {
    const reasons = rank([paper('x')], reader({ authors: [name] }))[0]?.reasons ?? []
    expect(reasons.some(({ kind }) => kind === 'author')).toBe(same)
  })

  test.each([
    ['Mirela Quillfeather', 'Quillfeather', false],
    ['Mirela B. Quillfeather', 'Mirela C. Quillfeather', false],
    ['M. B. Quillfeather', 'Mirela Bea Quillfeather', true],
    ['Mirela Bea Quillfeather', 'M. B. Quillfeather', true],
  ])('matches the followed author %s with the author %s: %p', (wanted, author, same) => {
    const reasons = rank([paper('x', { authors: [author] })], reader({ authors: [wanted] }))[0]?.reasons ?? []
    expect(reasons.some(({ kind }) => kind === 'author')).toBe(same)
  })

  test('returns every match as a reason, highest weight first, and nothing else', () => {
    const all = reader({ keywords: ['lantern', 'night vision', 'herons'], authors: ['Quillfeather'] }, [
      'cs.LG',
      'cs.CV',
    ])
    expect(rank([paper('x', { categories: ['cs.LG', 'cs.CV'] })], all)[0]?.reasons).toEqual([
      { kind: 'author', text: 'Mirela Quillfeather' },
      { kind: 'keyword', text: 'lanterns', field: 'title' },
      { kind: 'keyword', text: 'night vision', field: 'abstract' },
      { kind: 'category', text: 'cs.LG' },
    ])
    expect(rank([paper('x')], reader({}, ['math.CO']))[0]?.reasons).toEqual([])
  })

  test('leaves out muted papers, even those by a followed author', () => {
    const muting = { muted_terms: ['night visions'], authors: ['Quillfeather'] }
    expect(order([paper('x'), paper('y', { abstract: 'A night.' })], reader(muting))).toEqual(['y'])
  })
})
