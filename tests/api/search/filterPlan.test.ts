import { expect, spyOn, test } from 'bun:test'
import { createFile } from '#api/search/index/sqliteFile.ts'
import { writePapers } from '#api/search/index/writePapers.ts'
import { searchFile } from '#api/search/sqliteSearch.ts'
import { indexed } from '#tests/api/support/searchIndex.ts'

// EXPLAIN QUERY PLAN lists the constraints passed to FTS5: "M" for MATCH, "<" and ">" for a range of row ids, "=" for a
// single one.
const scanOfWords = /SCAN words VIRTUAL TABLE INDEX \d+:([M<>=]*)/

test.each([
  ['relevance', { from: '2026-01-01' }],
  ['relevance', { to: '2026-12-31' }],
  ['relevance', { within: ['listed'] }],
  ['newest', { from: '2026-01-01', to: '2026-12-31', within: ['listed'] }],
] as const)('a filtered search sorted by %s runs each full-text query once: %p', (sort, filter) => {
  const database = createFile(':memory:')
  writePapers(database, [indexed('listed'), indexed('other')])
  const query = spyOn(database, 'query')
  searchFile(database, { q: 'quiet', sort, ...filter }, { timeMs: Infinity })
  const statements = query.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('MATCH'))
  const scans = statements.map((sql) => {
    const plan = database.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
    return plan.flatMap(({ detail }) => scanOfWords.exec(detail)?.[1] ?? [])
  })
  // The matches, and the scores of the page when it is sorted by relevance.
  expect(scans).toEqual(sort === 'newest' ? [['M']] : [['M'], ['M']])
  database.close()
})
