import type { Database } from 'bun:sqlite'
import { log } from '../platform/log.ts'
import { IndexFiles, type StoredFile } from './index/indexFiles.ts'
import { removePapers, writePapers } from './index/writePapers.ts'
import { isCorruption, isFull, isUnreadable, readRebuild } from './index/sqliteFile.ts'
import { lockForWriting, type WriteLock } from './index/writeLock.ts'
import { scoreByCommonWords } from './order/feedback.ts'
import type { ComparedPapers, IndexedPaper, IndexState, SearchRequest, SearchResult } from './searchIndex.ts'
import { readTexts } from './order/paperRows.ts'
import { nothing } from './order/search.ts'
import { searchFile, type SearchLimits } from './sqliteSearch.ts'

const SEARCHED = 0
const WRITTEN = -1

/**
 * The index in one folder; ":memory:" keeps it in memory. Each call blocks until it is done. Any number of processes
 * read the index, and one of them writes it. `rebuild` writes a new file, while searches use the one before until
 * `markCurrent`. A file that is damaged is deleted by `becomeWriter`; where no other is left, the indexing service fills a
 * new one, and until then searches find only a part.
 */
export class IndexFile {
  readonly #folder: string
  readonly #limits: SearchLimits
  readonly #files: IndexFiles
  #lock: WriteLock | null = null
  /** Inode of the file to write that the last `becomeWriter` found or made. */
  #writtenFile = 0

  constructor(folder: string, limits: SearchLimits = {}) {
    this.#folder = folder
    this.#limits = limits
    this.#files = new IndexFiles(folder)
  }

  /**
   * Makes this object the writer unless another one is; returns whether it is. Each call deletes files that cannot be
   * used, for example because a reader found them damaged, and creates an empty one where none is left.
   */
  becomeWriter(): boolean {
    if (this.#files.isInMemory) return true
    // Its file was deleted, with which another process can have the lock.
    if (this.#lock?.isHeld() === false) this.#unlock()
    this.#lock ??= lockForWriting(this.#folder)
    if (this.#lock === null) return false
    // Throws where the folder cannot be written; the caller reports it once, and tries again.
    this.#files.clean()
    if (this.#files.list().length === 0) this.#files.create(0)
    this.#writtenFile = this.#files.list().at(WRITTEN)?.inode ?? 0
    return true
  }

  get state(): IndexState {
    return this.#read(
      WRITTEN,
      (database) => {
        const state = database
          .query<{ seq: number; size: number; through: string | null }, []>('SELECT seq, size, through FROM state')
          .get()
        const { seq = 0, size = 0, through = null } = state ?? {}
        const replaces = this.#files.list().length > 1
        return { seq, size, indexedThrough: replaces ? null : through, rebuild: readRebuild(database), replaces }
      },
      { seq: 0, size: 0, indexedThrough: null, rebuild: 0, replaces: false },
    )
  }

  /** As `SearchIndex.findLack`. A file that lacks papers is deleted before the next one is begun. */
  findLack(): string | null {
    const [searched, ...behind] = this.#files.list()
    const isKept = searched !== undefined && behind.length === 0 && this.#read(SEARCHED, readThrough, null) !== null
    const bytes = isKept ? this.#files.lackingBytesBeside(searched) : 0
    return bytes > 0 ? `the disk lacks ${Math.ceil(bytes / 1024 ** 2)} MB for a second index` : null
  }

  put(papers: readonly IndexedPaper[]): void {
    for (const file of this.#findWithSpace().slice(WRITTEN))
      this.#write(file, (database) => writePapers(database, papers))
  }

  /** Also from the file that is searched while another one is built. */
  remove(ids: readonly string[]): void {
    for (const file of this.#findWithSpace()) this.#write(file, (database) => removePapers(database, ids))
  }

  /** Then searches use the file that is written: the one before is deleted. */
  markCurrent(at: Date): void {
    const files = this.#findWritten()
    const mark = (database: Database) => database.query('UPDATE state SET through = ?').run(at.toISOString())
    for (const file of files.slice(WRITTEN)) this.#write(file, mark)
    for (const file of files.slice(0, WRITTEN)) this.#files.delete(file)
  }

  search(request: SearchRequest): SearchResult {
    const unreadable = { ...nothing, partial: true, indexed_through: null }
    try {
      return this.#read(
        SEARCHED,
        (database) => {
          const found = searchFile(database, request, this.#limits)
          return { ...found, indexed_through: readThrough(database) }
        },
        unreadable,
      )
    } catch (error) {
      if (!isUnreadable(error)) throw error
      log.warn({ err: error }, 'the search index cannot be read')
      return unreadable
    }
  }

  /** Zeros, which change no order, while the file cannot be read. */
  scoreByCommonWords({ like, among }: ComparedPapers): number[] {
    const none = among.map(() => 0)
    const score = (database: Database) =>
      scoreByCommonWords(readTexts(database, [...new Set([...like, ...among])]), { like, among })
    return this.#read(SEARCHED, score, none)
  }

  /** Replaces the index by an empty one at once. Only for the writer. */
  reset(): void {
    this.#begin(this.state.rebuild, [])
  }

  /**
   * Begins an empty file, unless the one that is written was created for this rebuild. One that every paper is in is kept
   * and searched meanwhile; in memory, none is. Only for the writer.
   */
  rebuild(number: number): void {
    if (this.state.rebuild === number) return
    const isWhole = !this.#files.isInMemory && this.#read(SEARCHED, readThrough, null) !== null
    this.#begin(number, this.#files.list().slice(0, isWhole ? 1 : 0))
  }

  close(): void {
    this.#files.closeAll()
    this.#unlock()
  }

  #begin(rebuild: number, kept: readonly StoredFile[]): void {
    for (const file of this.#files.list().slice(kept.length)) this.#files.delete(file)
    this.#files.create(rebuild)
    this.#writtenFile = this.#files.list().at(WRITTEN)?.inode ?? 0
  }

  #unlock(): void {
    this.#lock?.release()
    this.#lock = null
  }

  /** Runs `work` on a file; returns `otherwise` when there is none or it is damaged, and reports the damage. */
  #read<Result>(which: number, work: (database: Database) => Result, otherwise: Result): Result {
    for (;;) {
      const file = this.#files.list().at(which)
      if (file === undefined) return otherwise
      try {
        const database = this.#files.open(file)
        if (this.#files.has(file)) return database === null ? otherwise : work(database)
        // The writer deleted it before it was open: the next one is there.
      } catch (error) {
        if (!this.#files.has(file)) continue
        this.#reportDamage(file, error)
        return otherwise
      } finally {
        this.#files.closeReadOnly()
      }
    }
  }

  /**
   * The files, of which the last one is that of the last `becomeWriter`. Throws when that is no longer there: an empty one
   * in its place would lack papers. Throws, too, when this object is not the writer.
   */
  #findWritten(): StoredFile[] {
    if (this.#lock === null && !this.becomeWriter()) throw new Error('another process writes the search index')
    const files = this.#files.list()
    if (files.at(WRITTEN)?.inode !== this.#writtenFile) throw new Error('the search index was replaced')
    return files
  }

  /**
   * As `#findWritten`. When the disk is full, two files are too many: deletes the one that was begun for a rebuild, and
   * throws. The caller then goes on with the one before.
   */
  #findWithSpace(): StoredFile[] {
    const files = this.#findWritten()
    const [searched, ...begun] = files
    if (searched === undefined || begun.length === 0 || !this.#files.isDiskFull) return files
    for (const file of begun) this.#files.giveUp(file)
    this.#writtenFile = searched.inode
    throw new Error('the disk has too little space for a second index, which was deleted')
  }

  #write(file: StoredFile, work: (database: Database) => unknown): void {
    try {
      const database = this.#files.open(file)
      if (database === null) throw new Error('the search index was replaced')
      work(database)
    } catch (error) {
      if (isFull(error)) throw new Error('the disk is full. Free some space on it', { cause: error })
      this.#reportDamage(file, error)
      throw error
    }
  }

  /** Throws `error` if it does not mean that the file is damaged. */
  #reportDamage(file: StoredFile, error: unknown): void {
    if (!isCorruption(error) || this.#files.isInMemory) throw error
    log.warn({ err: error }, 'the search index is damaged and is recreated')
    this.#files.reportDamage(file)
  }
}

const readThrough = (database: Database): string | null =>
  database.query<{ through: string | null }, []>('SELECT through FROM state').get()?.through ?? null
