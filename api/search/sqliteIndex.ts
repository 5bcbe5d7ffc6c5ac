import type { Database } from 'bun:sqlite'
import { now } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import { removePapers, writePapers } from './index/indexWriter.ts'
import type { IndexedPaper, SearchIndex, SearchRequest, SearchResult } from './searchIndex.ts'
import { searchFile } from './sqliteSearch.ts'
import { isDamage, makeFile, openFile } from './index/sqliteFile.ts'

/**
 * A search index in one SQLite file of `folder`, made when there is none. Several processes may share a file. A file
 * that is damaged, when it is opened or later, is made anew and empty: whoever follows the papers fills it again.
 */
export const openSqliteIndex = ({ folder }: { folder: string }): SearchIndex => new SqliteIndex(folder)

class SqliteIndex implements SearchIndex {
  readonly #folder: string
  #database: Database
  #indexedThrough: Date | null = null

  constructor(folder: string) {
    this.#folder = folder
    this.#database = openFile(folder)
  }

  get seq(): number {
    return this.#guard((database) => database.query<{ seq: number }, []>('SELECT seq FROM state').get()?.seq ?? 0)
  }

  get size(): number {
    return this.#guard(
      (database) => database.query<{ size: number }, []>('SELECT count(*) AS size FROM papers').get()?.size ?? 0,
    )
  }

  get indexedThrough(): string | null {
    return this.#indexedThrough?.toISOString() ?? null
  }

  put(papers: readonly IndexedPaper[]): void {
    this.#guard((database) => writePapers(database, papers))
    this.#indexedThrough = now()
  }

  remove(ids: readonly string[]): void {
    this.#guard((database) => removePapers(database, ids))
  }

  markCurrent(at: Date): void {
    this.#indexedThrough = at
  }

  search(request: SearchRequest): SearchResult {
    return this.#guard((database) => searchFile(database, request))
  }

  reset(): void {
    this.#database.close()
    this.#database = makeFile(this.#folder)
    this.#indexedThrough = null
  }

  close(): void {
    this.#database.close()
  }

  /** Does `work`; when the file turns out to be damaged, once more on a new and empty one. */
  #guard<Result>(work: (database: Database) => Result): Result {
    try {
      return work(this.#database)
    } catch (error) {
      if (!isDamage(error)) throw error
      log.warn({ err: error }, 'the search index is damaged and is made anew')
      this.reset()
      return work(this.#database)
    }
  }
}
