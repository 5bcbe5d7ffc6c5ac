import type { Database } from 'bun:sqlite'
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../platform/log.ts'
import { removePapers, writePapers } from './index/indexWriter.ts'
import { createFile, FILE, isCorruption, isUnreadable, openExisting, readRebuild } from './index/sqliteFile.ts'
import { lockForWriting, type WriteLock } from './index/writeLock.ts'
import { scoreByCommonWords } from './order/feedback.ts'
import type { ComparedPapers, IndexedPaper, IndexState, SearchRequest, SearchResult } from './searchIndex.ts'
import { readTexts } from './order/paperRows.ts'
import { nothing } from './order/search.ts'
import { searchFile, type SearchLimits } from './sqliteSearch.ts'

/** A reader that finds the file damaged creates this file; the writer then replaces the index. */
const DAMAGED = 'damaged'

interface Connection {
  database: Database
  /** Identifies the file, which the writer may have replaced since. */
  inode: number
  /**
   * The file could not be written when it was opened: SQLite then opens it for reading, and so does each other connection
   * of this process as long as one is open. It is closed after use, so that the file is written again when it can be.
   */
  isReadOnly: boolean
}

/**
 * The index in one folder; ":memory:" keeps it in memory. Each call blocks until it is done. Any number of processes
 * read the file, and one of them writes it. `becomeWriter` replaces a damaged file by an empty one, which the indexing
 * service fills again; until then searches find nothing.
 */
export class IndexFile {
  readonly #folder: string
  readonly #limits: SearchLimits
  #lock: WriteLock | null = null
  #connection: Connection | null = null
  /** Inode of the file that the last `becomeWriter` found or made. */
  #writtenFile = 0

  constructor(folder: string, limits: SearchLimits = {}) {
    this.#folder = folder
    this.#limits = limits
    if (folder === ':memory:') this.#connection = { database: createFile(folder), inode: 0, isReadOnly: false }
  }

  /**
   * Makes this object the writer unless another one is; returns whether it is. The first call opens or creates the
   * file. Each call replaces a file that is missing, or that a reader found damaged: the index is then empty.
   */
  becomeWriter(): boolean {
    if (this.#folder === ':memory:') return true
    // Its file was deleted, with which another process can have the lock.
    if (this.#lock?.isHeld() === false) this.#unlock()
    this.#lock ??= lockForWriting(this.#folder)
    if (this.#lock === null) return false
    const isDamaged = existsSync(this.#path(DAMAGED))
    if (isDamaged || !this.#isUsable()) {
      const wasThere = this.#inode() !== 0
      // Throws where the folder cannot be written; the caller reports it once, and tries again.
      this.#replace(0)
      if (wasThere) log.warn({ folder: this.#folder }, 'the search index was damaged and is built again')
    }
    this.#writtenFile = this.#inode()
    return true
  }

  get state(): IndexState {
    return this.#read(
      (database) => {
        const state = database
          .query<{ seq: number; size: number; through: string | null }, []>('SELECT seq, size, through FROM state')
          .get()
        const { seq = 0, size = 0, through = null } = state ?? {}
        return { seq, size, indexedThrough: through, rebuild: readRebuild(database) }
      },
      { seq: 0, size: 0, indexedThrough: null, rebuild: 0 },
    )
  }

  put(papers: readonly IndexedPaper[]): void {
    this.#write((database) => writePapers(database, papers))
  }

  remove(ids: readonly string[]): void {
    this.#write((database) => removePapers(database, ids))
  }

  markCurrent(at: Date): void {
    this.#write((database) => database.query('UPDATE state SET through = ?').run(at.toISOString()))
  }

  search(request: SearchRequest): SearchResult {
    const unreadable = { ...nothing, partial: true, indexed_through: null }
    try {
      return this.#read((database) => {
        const found = searchFile(database, request, this.#limits)
        const state = database.query<{ through: string | null }, []>('SELECT through FROM state').get()
        return { ...found, indexed_through: state?.through ?? null }
      }, unreadable)
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
    return this.#read(score, none)
  }

  /** Replaces the file by an empty one. Only for the writer. */
  reset(): void {
    this.#replace(this.state.rebuild)
  }

  /** Replaces the file by an empty one, unless it was created for this rebuild. Only for the writer. */
  rebuild(number: number): void {
    if (this.state.rebuild !== number) this.#replace(number)
  }

  #replace(rebuild: number): void {
    this.#disconnect()
    const database = createFile(this.#folder, rebuild)
    if (this.#folder !== ':memory:') rmSync(this.#path(DAMAGED), { force: true, recursive: true })
    this.#writtenFile = this.#inode()
    this.#connection = { database, inode: this.#writtenFile, isReadOnly: false }
  }

  close(): void {
    this.#disconnect()
    this.#unlock()
  }

  #disconnect(): void {
    this.#connection?.database.close()
    this.#connection = null
  }

  #unlock(): void {
    this.#lock?.release()
    this.#lock = null
  }

  /** Runs `work` on the current file; returns `otherwise` when there is none or it is damaged, and reports the damage. */
  #read<Result>(work: (database: Database) => Result, otherwise: Result): Result {
    try {
      const connection = this.#open()
      return connection === null ? otherwise : work(connection.database)
    } catch (error) {
      this.#reportDamage(error)
      return otherwise
    } finally {
      if (this.#connection?.isReadOnly) this.#disconnect()
    }
  }

  /**
   * Runs `work` on the file of the last `becomeWriter`. Throws when that is damaged or no longer there: an empty one in
   * its place would lack every paper before those of `work`. Throws, too, when this object is not the writer.
   */
  #write(work: (database: Database) => unknown): void {
    if (this.#lock === null && !this.becomeWriter()) throw new Error('another process writes the search index')
    try {
      const connection = this.#open()
      if (connection?.inode !== this.#writtenFile) throw new Error('the search index was replaced')
      work(connection.database)
    } catch (error) {
      this.#reportDamage(error)
      throw error
    }
  }

  /** Throws `error` if it does not mean that the file is damaged. */
  #reportDamage(error: unknown): void {
    if (!isCorruption(error) || this.#folder === ':memory:') throw error
    log.warn({ err: error }, 'the search index is damaged and is recreated')
    this.#disconnect()
    writeFileSync(this.#path(DAMAGED), '')
  }

  /** Returns a connection to the current file, or null when there is no usable one. */
  #open(): Connection | null {
    if (this.#folder === ':memory:') return this.#connection
    const inode = this.#inode()
    if (this.#connection !== null && this.#connection.inode === inode) return this.#connection
    this.#disconnect()
    const database = inode === 0 ? null : openExisting(this.#folder)
    this.#connection = database && { database, inode, isReadOnly: !this.#mayWrite() }
    return this.#connection
  }

  #isUsable(): boolean {
    try {
      return this.#open() !== null
    } catch (error) {
      // A readable file that cannot be opened now, for example because too many files are open, is kept.
      if (!isCorruption(error) && this.#mayWrite()) throw error
      log.debug({ err: error }, 'the search index is damaged')
      return false
    }
  }

  /** Whether this process may read and write the file; false, too, for a directory in its place. */
  #mayWrite(): boolean {
    try {
      accessSync(this.#path(FILE), constants.R_OK | constants.W_OK)
      return statSync(this.#path(FILE)).isFile()
    } catch {
      return false
    }
  }

  /** 0 when there is no file. An inode is not reused while a connection to the old file is open. */
  #inode(): number {
    return this.#folder === ':memory:' ? 0 : (statSync(this.#path(FILE), { throwIfNoEntry: false })?.ino ?? 0)
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }
}
