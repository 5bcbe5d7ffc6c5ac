import type { Database } from 'bun:sqlite'
import { rowsBetween } from '../index/rows.ts'
import { parsePaperReference } from '../query/idQuery.ts'
import type { HasPapersOf } from '../query/years.ts'
import type { SearchIndexHit, SearchRequest } from '../searchIndex.ts'
import type { Match, Matching } from './matching.ts'

/** Reads the ids of the papers of a page. */
export function withIds(
  database: Database,
  matches: readonly (Omit<SearchIndexHit, 'id'> & Match)[],
): SearchIndexHit[] {
  const rows = JSON.stringify(matches.map(({ row }) => row))
  const found = database.query('SELECT row, papers.id FROM json_each(?) JOIN papers ON row = value').values(rows)
  const ids = new Map(found as [row: number, id: string][])
  return matches.flatMap(({ row, ...hit }) => {
    const id = ids.get(row)
    return id === undefined ? [] : [{ ...hit, id }]
  })
}

/** Finds the paper whose id or URL the query is. Null when it is not indexed, undefined when the query is not an id. */
export function findNamed(database: Database, { q, within }: SearchRequest): Matching | null | undefined {
  const named = parsePaperReference(q)
  if (!named) return undefined
  const paper = database
    .query<{ row: number; id: string }, [string, string | null]>(
      'SELECT row, id FROM papers WHERE id = ?1 UNION ALL SELECT row, id FROM papers WHERE doi = ?2 LIMIT 1',
    )
    .get(named.id, named.doi)
  if (!paper || (within && !within.includes(paper.id))) return null
  return { where: 'rowid = ?', values: [paper.row] }
}

/** Returns a function that says whether papers of some years are indexed. */
export function papersOf(database: Database): HasPapersOf {
  const find = database.query('SELECT 1 FROM papers WHERE row BETWEEN ? AND ? LIMIT 1')
  return (first, last) => find.get(...rowsBetween(`${first}-01-01`, `${last}-12-31`)) !== null
}
