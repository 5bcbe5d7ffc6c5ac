import type { Database } from 'bun:sqlite'
import { now } from '../platform/clock.ts'
import { log } from '../platform/log.ts'
import { removePapers, writePapers } from './index/indexWriter.ts'
import { createFile, isCorruption, openFile } from './index/sqliteFile.ts'
import type { IndexedPaper, IndexState, SearchRequest, SearchResult } from './searchIndex.ts'
import { searchFile } from './sqliteSearch.ts'

/**
 * The index in one folder; ":memory:" keeps it in memory. Each call blocks until it is done. A file found damaged, when
 * it is opened or later, is replaced by an empty one, which the indexing service fills again.
 */
export class IndexFile {
  readonly #folder: string
  #database: Database
  #indexedThrough: Date | null = null

  constructor(folder: string) {
    this.#folder = folder
    this.#database = openFile(folder)
  }

  get state(): IndexState {
    const state = this.#guard((database) =>
      database
        .query<{ seq: number; size: number }, []>('SELECT seq, (SELECT count(*) FROM papers) AS size FROM state')
        .get(),
    )
    return { seq: state?.seq ?? 0, size: state?.size ?? 0, indexedThrough: this.#indexedThrough?.toISOString() ?? null }
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
    const found = this.#guard((database) => searchFile(database, request))
    return { ...found, indexed_through: this.#indexedThrough?.toISOString() ?? null }
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
