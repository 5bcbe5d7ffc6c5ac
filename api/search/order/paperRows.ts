import type { Database } from 'bun:sqlite'
import { rowsBetween } from '../index/rowNumbers.ts'
import type { PaperReference } from '../query/idQuery.ts'
import type { HasPapersOf } from '../query/years.ts'
import { readTokens } from './best.ts'
import type { Matching } from './matching.ts'
import type { Match } from './scoring.ts'

/** Reads the ids of the papers of a page. */
export function withIds(database: Database, matches: readonly Match[]): { id: string; score: number }[] {
  const rows = JSON.stringify(matches.map(({ row }) => row))
  const found = database.query('SELECT row, papers.id FROM json_each(?) JOIN papers ON row = value').values(rows)
  const ids = new Map(found as [row: number, id: string][])
  return matches.flatMap(({ row, score }) => {
    const id = ids.get(row)
    return id === undefined ? [] : [{ id, score }]
  })
}

/** Finds a paper by its id or DOI; null when it is not indexed. */
export function findNamed(
  database: Database,
  named: PaperReference,
  within: readonly string[] | undefined,
): Matching | null {
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

/** Reads the packed words of papers, by id. */
export function readTexts(database: Database, ids: readonly string[]): Map<string, Uint8Array> {
  const found = database
    .query('SELECT row, papers.id FROM json_each(?) JOIN papers ON papers.id = value')
    .values(JSON.stringify(ids)) as [row: number, id: string][]
  const idByRow = new Map(found)
  const texts = readTokens(database, [...idByRow.keys()])
  return new Map(texts.map(([row, text]) => [idByRow.get(row)!, text]))
}
