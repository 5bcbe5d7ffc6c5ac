import type { Database } from 'bun:sqlite'
import { stemWord } from '../../text/stems.ts'
import { foldWords } from '../../text/words.ts'
import { authorTags } from '../query/authorNames.ts'
import type { IndexedPaper } from '../searchIndex.ts'
import { NAME_SEPARATOR, tagsOf, toCanonical } from '../query/tags.ts'
import { countAbbreviations, countWords } from './vocabulary.ts'

/** Inserts or replaces each paper, unless the index has the same or a higher `seq` of it. One transaction. */
export function writePapers(database: Database, papers: readonly IndexedPaper[]): void {
  const counts = new Map<string, number>()
  const texts: string[] = []
  const write = database.transaction(() => {
    let highest = 0
    for (const paper of papers) {
      highest = Math.max(highest, paper.seq)
      const stored = database
        .query<{ row: number; seq: number }, [string]>('SELECT row, seq FROM papers WHERE id = ?')
        .get(paper.id)
      if (stored && stored.seq >= paper.seq) continue
      if (stored) removeRow(database, stored.row)
      const words = insertPaper(database, paper, stored?.row ?? null)
      if (!stored) texts.push(`${paper.title}\n${paper.abstract}`)
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + (stored ? 0 : 1))
    }
    countWords(database, counts)
    countAbbreviations(database, texts)
    database.query('UPDATE state SET seq = max(seq, ?)').run(highest)
  })
  write.immediate()
}

/** Deletes papers from the index in one transaction. Ignores ids that are not in it. */
export function removePapers(database: Database, ids: readonly string[]): void {
  const remove = database.transaction(() => {
    for (const id of ids) {
      const stored = database.query<{ row: number }, [string]>('SELECT row FROM papers WHERE id = ?').get(id)
      if (stored) removeRow(database, stored.row)
    }
  })
  remove.immediate()
}

/** Inserts the paper and returns its words, folded and not stemmed. `row` keeps the row of a replaced paper. */
function insertPaper(database: Database, paper: IndexedPaper, row: number | null): Set<string> {
  const { id, seq, authors, dated_at } = paper
  const title = foldWords(paper.title)
  const abstract = foldWords(paper.abstract)
  const categories = [...new Set(paper.categories.map(toCanonical))]
  const year = dated_at === null ? null : Number(dated_at.slice(0, 4))
  const { lastInsertRowid } = database
    .query('INSERT INTO papers VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(row, id, seq, paper.doi?.toLowerCase() ?? null, dated_at, year, JSON.stringify(categories))
  database.query('INSERT INTO texts VALUES (?, ?, ?)').run(lastInsertRowid, paper.title, paper.abstract)
  database
    .query('INSERT INTO words (rowid, title, authors, abstract, tags) VALUES (?, ?, ?, ?, ?)')
    .run(
      lastInsertRowid,
      title.map(stemWord).join(' '),
      authors.map((name) => foldWords(name).map(stemWord).join(' ')).join(` ${NAME_SEPARATOR} `),
      abstract.map(stemWord).join(' '),
      [...tagsOf(categories, year), ...new Set(authors.flatMap(authorTags))].join(' '),
    )
  return new Set([...title, ...abstract, ...authors.flatMap(foldWords)])
}

function removeRow(database: Database, row: number): void {
  for (const table of ['papers', 'texts']) database.query(`DELETE FROM ${table} WHERE row = ?`).run(row)
  database.query('DELETE FROM words WHERE rowid = ?').run(row)
}
