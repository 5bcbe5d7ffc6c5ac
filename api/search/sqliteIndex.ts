import type { Database } from 'bun:sqlite'
import { now } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import { removePapers, writePapers } from './index/indexWriter.ts'
import type { IndexedPaper, SearchIndex, SearchRequest, SearchResult } from './searchIndex.ts'
import { searchFile } from './sqliteSearch.ts'
import { isCorruption, createFile, openFile } from './index/sqliteFile.ts'

/**
 * Opens the search index in `folder`, and creates it when there is none; ":memory:" keeps it in memory. Several
 * processes may share a file. A file found damaged, when it is opened or later, is replaced by an empty one, which the
 * indexing service fills again.
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
    this.#database = createFile(this.#folder)
    this.#indexedThrough = null
  }

  close(): void {
    this.#database.close()
  }

  /** Runs `work`. If it fails because the file is damaged, replaces the file by an empty one and runs `work` again. */
  #guard<Result>(work: (database: Database) => Result): Result {
    try {
      return work(this.#database)
    } catch (error) {
      if (!isCorruption(error)) throw error
      log.warn({ err: error }, 'the search index is damaged and is recreated')
      this.reset()
      return work(this.#database)
    }
  }
}
