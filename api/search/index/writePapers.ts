import type { Database } from 'bun:sqlite'
import { stemWord } from '../../text/stems.ts'
import { foldWords } from '../../text/words.ts'
import { authorTags } from '../query/authorTags.ts'
import type { IndexedPaper } from '../searchIndex.ts'
import { NAME_SEPARATOR, tagsOf, toCanonical } from '../query/indexTags.ts'
import { ListChanges, numberOf } from './categoryLists.ts'
import { dayOf, dayOfRow, findFreeRow } from './rowNumbers.ts'
import { packTokens } from './packedTokens.ts'
import { countAbbreviations, countWords } from './wordCounts.ts'

/** The sums and lists of categories that a transaction changes, which are written once. */
class Changes {
  readonly lists = new ListChanges()
  #size = 0
  #tokens = 0

  add({ papers, tokens }: { papers: number; tokens: number }): void {
    this.#size += papers
    this.#tokens += tokens
  }

  write(database: Database): void {
    database.query('UPDATE state SET size = size + ?1, tokens = max(0, tokens + ?2)').run(this.#size, this.#tokens)
    this.lists.write(database)
  }
}

interface StoredPaper {
  row: number
  seq: number
}

/** Inserts or replaces each paper, unless the index has the same or a higher `seq` of it. One transaction. */
export function writePapers(database: Database, papers: readonly IndexedPaper[]): void {
  const counts = new Map<string, number>()
  const texts: string[] = []
  const changes = new Changes()
  const write = database.transaction(() => {
    const findStored = database.query<StoredPaper, [string]>('SELECT row, seq FROM papers WHERE id = ?')
    // In the order of rows: FTS5 writes a new segment whenever a row is lower than the one before.
    for (const paper of inRowOrder(papers)) {
      const stored = findStored.get(paper.id)
      if (stored && stored.seq >= paper.seq) continue
      if (stored) removeRow(database, stored.row, changes)
      const row = findRow(database, paper, stored)
      const words = insertPaper(database, { paper, row, changes })
      // A replaced paper adds no text: its words are counted already.
      if (!stored) texts.push(`${paper.title}\n${paper.abstract}`)
      for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + (stored ? 0 : 1))
    }
    changes.write(database)
    countWords(database, counts)
    countAbbreviations(database, texts)
    const highest = papers.reduce((most, { seq }) => Math.max(most, seq), 0)
    database.query('UPDATE state SET seq = max(seq, ?)').run(highest)
  })
  write.immediate()
}

/** Deletes papers from the index in one transaction. Ignores ids that are not in it. */
export function removePapers(database: Database, ids: readonly string[]): void {
  const changes = new Changes()
  const remove = database.transaction(() => {
    for (const id of ids) {
      const stored = database.query<{ row: number }, [string]>('SELECT row FROM papers WHERE id = ?').get(id)
      if (stored) removeRow(database, stored.row, changes)
    }
    changes.write(database)
  })
  remove.immediate()
}

const inRowOrder = (papers: readonly IndexedPaper[]): IndexedPaper[] =>
  papers
    .map((paper) => ({ paper, day: dayOf(paper.dated_at) }))
    .sort((one, other) => one.day - other.day || one.paper.seq - other.paper.seq)
    .map(({ paper }) => paper)

/** A replaced paper keeps its row if its day is the same. */
function findRow(database: Database, { dated_at }: IndexedPaper, stored: StoredPaper | null): number {
  const day = dayOf(dated_at)
  return stored && dayOfRow(stored.row) === day ? stored.row : findFreeRow(database, day)
}

/** Inserts the paper and returns its words, folded and not stemmed. */
function insertPaper(
  database: Database,
  { paper, row, changes }: { paper: IndexedPaper; row: number; changes: Changes },
): string[] {
  const { id, seq, authors, dated_at } = paper
  const title = foldWords(paper.title)
  const abstract = foldWords(paper.abstract)
  const names = authors.map(foldWords)
  const categories = [...new Set(paper.categories.map(toCanonical))]
  const year = dated_at === null ? null : Number(dated_at.slice(0, 4))
  database
    .query('INSERT INTO papers VALUES (?, ?, ?, ?, ?)')
    .run(row, id, seq, paper.doi?.toLowerCase() ?? null, dated_at)
  changes.lists.set(row, numberOf(database, categories))
  database.query('INSERT INTO tokens VALUES (?, ?)').run(row, packTokens([[title], names, [abstract]]))
  database
    .query('INSERT INTO words (rowid, title, authors, abstract, tags) VALUES (?, ?, ?, ?, ?)')
    .run(
      row,
      stemmed(title),
      names.map(stemmed).join(` ${NAME_SEPARATOR} `),
      stemmed(abstract),
      [...tagsOf(categories, year), ...new Set(authors.flatMap(authorTags))].join(' '),
    )
  const words = [...title, ...abstract, ...names.flat()]
  changes.add({ papers: 1, tokens: words.length })
  return words
}

const stemmed = (words: readonly string[]) => words.map(stemWord).join(' ')

function removeRow(database: Database, row: number, changes: Changes): void {
  const packed = database
    .query<{ bytes: number }, [number]>('SELECT length(words) AS bytes FROM tokens WHERE row = ?')
    .get(row)
  for (const table of ['papers', 'tokens']) database.query(`DELETE FROM ${table} WHERE row = ?`).run(row)
  database.query('DELETE FROM words WHERE rowid = ?').run(row)
  // The separators are few enough to be counted as words.
  changes.add({ papers: -1, tokens: -Math.floor((packed?.bytes ?? 0) / 3) })
  changes.lists.remove(row)
}
