import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IndexFile } from '#api/search/indexFile.ts'
import type { SearchRequest } from '#api/search/searchIndex.ts'
import { find, indexed } from '#tests/api/support/searchIndex.ts'

const filler = (count: number) =>
  Array.from({ length: count }, (_, n) => indexed(`filler-${n}`, { dated_at: '2020-01-01T00:00:00.000Z' }))
const BUDGET_SMALL = { postings: 10, matches: 10, newest: 20, phrasePostings: 100 }
const day = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString()

describe('An index that is damaged while it is open', () => {
  test('finds nothing and says so, is replaced by its writer, and is then read again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paperdawn-damaged-'))
    const [writer, reader] = [new IndexFile(folder), new IndexFile(folder)]
    writer.put([...filler(200), indexed('lost', { title: 'Lost' })])
    expect(find(reader, 'lost')).toEqual(['lost'])
    for (const file of ['search.sqlite', 'search.sqlite-wal']) {
      const path = join(folder, file)
      writeFileSync(path, readFileSync(path).fill(0xa5, file.endsWith('wal') ? 0 : 4_096))
    }
    const again = new IndexFile(folder)
    expect(again.search({ q: 'lost' })).toMatchObject({ hits: [], partial: true, indexed_through: null })
    expect(writer.becomeWriter()).toBe(true)
    expect(writer.state.seq).toBe(0)
    writer.put([indexed('found', { title: 'Lost and found' })])
    expect([find(again, 'lost'), find(reader, 'lost')]).toEqual([['found'], ['found']])
    for (const index of [writer, reader, again]) index.close()
    rmSync(folder, { recursive: true })
  })
})

describe('An index whose files are deleted while its writer works', () => {
  test('takes no more papers, and is not current, until the writer has begun again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paperdawn-deleted-'))
    const index = new IndexFile(folder)
    index.put([indexed('first', { seq: 1 })])
    for (const ending of ['', '-wal', '-shm']) rmSync(join(folder, `search.sqlite${ending}`))
    expect(() => index.put([indexed('second', { seq: 2 })])).toThrow('was replaced')
    expect(() => index.markCurrent(new Date())).toThrow('was replaced')
    expect(index.becomeWriter()).toBe(true)
    expect(index.state).toEqual({ seq: 0, size: 0, indexedThrough: null, rebuild: 0, replaces: false })
    index.put([indexed('first', { seq: 1 })])
    expect(index.state.size).toBe(1)
    index.close()
    rmSync(folder, { recursive: true })
  })

  test('has one writer, also when the file of the lock is deleted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paperdawn-unlocked-'))
    const [first, second] = [new IndexFile(folder), new IndexFile(folder)]
    expect([first.becomeWriter(), second.becomeWriter()]).toEqual([true, false])
    rmSync(folder, { recursive: true })
    expect([second.becomeWriter(), first.becomeWriter()]).toEqual([true, false])
    expect(() => first.put([indexed('first')])).toThrow('another process')
    for (const index of [first, second]) index.close()
    rmSync(folder, { recursive: true })
  })
})

test('An index that another process creates at this moment finds nothing and says so', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paperdawn-locked-'))
  const creating = new Database(join(folder, 'search.sqlite'))
  creating.run('BEGIN EXCLUSIVE')
  const reader = new IndexFile(folder)
  expect(reader.search({ q: 'lantern' })).toMatchObject({ hits: [], partial: true, indexed_through: null })
  // Not 0: then all papers would be indexed again.
  expect(() => reader.state).toThrow('locked')
  for (const open of [creating, reader]) open.close()
  rmSync(folder, { recursive: true })
})

describe('A search with a small budget', () => {
  const index = new IndexFile(':memory:', { timeMs: Infinity, budget: BUDGET_SMALL })
  index.put([
    indexed('old-title', { title: 'A heron title', dated_at: day(0) }),
    ...Array.from({ length: 40 }, (_, n) =>
      indexed(`abstract-${n}`, { abstract: 'Of one heron', dated_at: day(1 + n) }),
    ),
    indexed('new-title', { title: 'A heron title', dated_at: day(35) }),
    indexed('rare', { title: 'An ibis', dated_at: day(2) }),
  ])

  test('ranks the newest matches, puts the others behind, newest first, and says so', () => {
    const found = index.search({ q: 'heron' })
    expect([found.total, found.ranked_newest]).toEqual([42, 20])
    const ids = found.hits.map(({ id }) => id)
    expect([ids[0], ids[1], ids.at(-1)]).toEqual(['new-title', 'abstract-39', 'old-title'])
    const pages = [0, 15, 30].flatMap((offset) => find(index, 'heron', { offset, limit: 15 }))
    expect(pages).toEqual(ids)
  })

  test('ranks the papers with the rarer one of two alternatives first', () => {
    const { hits, note } = index.search({ q: 'heron OR ibis' })
    expect([hits[0]?.id, hits.length, note]).toEqual(['rare', 43, 'Papers with the rarer words come first: “ibis”.'])
  })

  const requests: SearchRequest[] = [
    { q: 'heron ibis' },
    { q: 'heron ibis -tree' },
    { q: 'heron ibis', category: ['cs.LG'] },
    { q: 'heron OR ibis, not tree' },
    { q: '(heron OR ibis) (lantern OR quillfeather)' },
  ]
  test.each(requests)(
    'ranks the papers with the rarer word first where no paper has all words or more is required: %p',
    (request) => {
      const { hits, note, ranked_newest } = index.search(request)
      expect([hits[0]?.id, ranked_newest]).toEqual(['rare', undefined])
      expect(note).toEndWith('Papers with the rarer words come first: “ibis”.')
    },
  )

  test('ranks the newest papers with a word rather than those with its rarer spelling', () => {
    const own = new IndexFile(':memory:', { timeMs: Infinity, budget: BUDGET_SMALL })
    own.put([
      indexed('other', { title: 'A Schroedinger heron', dated_at: day(0) }),
      ...Array.from({ length: 30 }, (_, n) =>
        indexed(`usual-${n}`, { title: 'A Schrödinger heron', dated_at: day(n) }),
      ),
    ])
    const { hits, note, ranked_newest } = own.search({ q: 'schrödinger' })
    expect([hits[0]?.id, note, ranked_newest]).toEqual(['usual-29', undefined, 20])
    own.close()
  })

  test('orders the papers with the rarer alternative by all words', () => {
    const own = new IndexFile(':memory:', { timeMs: Infinity, budget: BUDGET_SMALL })
    own.put([
      ...filler(200),
      ...Array.from({ length: 25 }, (_, n) => indexed(`heron-${n}`, { title: 'A heron' })),
      indexed('both', { title: 'Heron beside heron', abstract: 'An ibis' }),
      indexed('one', { title: 'Tree beside ibis', abstract: 'A tree' }),
    ])
    expect(find(own, 'heron OR ibis').slice(0, 2)).toEqual(['both', 'one'])
    own.close()
  })

  test('ranks every match of words in more papers than FTS5 may read', () => {
    const own = new IndexFile(':memory:', { timeMs: Infinity, budget: { ...BUDGET_SMALL, matches: 30 } })
    own.put([
      ...Array.from({ length: 25 }, (_, n) => indexed(`abstract-${n}`, { abstract: 'A heron', dated_at: day(n) })),
      indexed('old-title', { title: 'A heron title', dated_at: '2020-01-01T00:00:00.000Z' }),
    ])
    const { hits, ranked_newest } = own.search({ q: 'heron' })
    expect([hits[0]?.id, ranked_newest]).toEqual(['old-title', undefined])
    own.close()
  })

  test('finds only the newest papers with a phrase of common words, and estimates its facets', () => {
    // 82 postings of the two words, then 120.
    expect(index.search({ q: '"one heron"' })).toMatchObject({ total: 40, estimated: false })
    const common = new IndexFile(':memory:', { timeMs: Infinity, budget: BUDGET_SMALL })
    common.put(Array.from({ length: 60 }, (_, n) => indexed(`p-${n}`, { abstract: 'Of one heron', dated_at: day(n) })))
    const found = common.search({ q: '"one heron"' })
    expect(found).toMatchObject({ total: 20, estimated: true, ranked_newest: 20 })
    expect([found.hits[0]?.id, found.hits.length, found.facets.years]).toEqual([
      'p-59',
      20,
      [{ year: 2025, count: 60 }],
    ])
    expect(common.search({ q: 'one heron' }).total).toBe(60)
  })

  test('orders what it ranks as without a budget', () => {
    const texts = ['heron heron', 'a heron', 'one heron in many words that fill the lines of it', 'heron lantern']
    const papers = texts.map((abstract, n) => indexed(`paper-${n}`, { title: n === 3 ? 'Heron' : 'A title', abstract }))
    const [all, bounded] = [
      { ...BUDGET_SMALL, postings: 1e6, matches: 1e6, newest: 100 },
      { ...BUDGET_SMALL, postings: 0, matches: 0, newest: 100 },
    ].map((budget) => {
      const own = new IndexFile(':memory:', { timeMs: Infinity, budget })
      own.put([...filler(30), ...papers])
      return find(own, 'heron')
    })
    expect(bounded).toEqual(all ?? [])
  })
})

test('A search whose time is over returns its first page, marked as partial', () => {
  const index = new IndexFile(':memory:', { timeMs: 0 })
  index.put(filler(30))
  const { hits, partial } = index.search({ q: 'quiet', limit: 5 })
  expect([hits.length, partial]).toEqual([5, true])
})
