import type { Database } from 'bun:sqlite'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DISK_FULL_BYTES, freeBytesSync } from '../../platform/folders.ts'
import { log } from '../../platform/log.ts'
import { createFile, isCorruption, openExisting } from './sqliteFile.ts'

const IN_MEMORY = ':memory:'
const NAME = /^search(?:-(\d+))?\.sqlite$/
const nameOf = (number: number) => (number === 0 ? 'search.sqlite' : `search-${number}.sqlite`)
/** A reader that finds a file damaged creates another one with this ending; the writer then deletes both. */
const DAMAGED = '-damaged'
/** Of the files that belong to one of ours: those of SQLite, and that of a reader. */
const ENDINGS = ['-wal', '-shm', '-journal', DAMAGED]

export interface StoredFile {
  path: string
  number: number
  /** Tells the file from another one that has taken its place. An inode is not reused while a connection is open. */
  inode: number
}

interface Connection {
  inode: number
  database: Database
  /**
   * The file could not be written when it was opened: SQLite then opens it for reading, and so does each other connection
   * of this process as long as one is open. It is closed after use, so that the file is written again when it can be.
   */
  isReadOnly: boolean
}

/**
 * The files of the index in a folder, with a number each, and the connections of this process to them. Searches use the
 * first file and changes go into the last one: a rebuild adds a file, and ends by deleting the one before. So nothing else
 * says which file is searched, and a process may be killed between any two steps.
 */
export class IndexFiles {
  readonly #folder: string
  #connections: Connection[] = []
  /** The size of the last file that was given up because the disk was full. */
  #givenUpBytes = 0

  constructor(folder: string) {
    this.#folder = folder
    if (this.isInMemory) this.create(0)
  }

  get isInMemory(): boolean {
    return this.#folder === IN_MEMORY
  }

  /** The files in the order of their numbers. */
  list(): StoredFile[] {
    if (this.isInMemory) return [{ path: IN_MEMORY, number: 0, inode: 0 }]
    return this.#names()
      .flatMap((name): StoredFile[] => {
        const [, number = '0'] = NAME.exec(name) ?? []
        const path = join(this.#folder, name)
        const inode = NAME.test(name) ? inodeOf(path) : undefined
        return inode === undefined ? [] : [{ path, number: Number(number), inode }]
      })
      .toSorted((one, other) => one.number - other.number)
  }

  /** Returns a connection to the file; null when it is of another version. Throws when it is missing or damaged. */
  open({ path, inode }: StoredFile): Database | null {
    const current = new Set(this.list().map((file) => file.inode))
    this.#close((connection) => !current.has(connection.inode))
    const known = this.#connections.find((connection) => connection.inode === inode)
    if (known) return known.database
    const database = openExisting(path)
    if (database) this.#connections.push({ inode, database, isReadOnly: !mayWrite(path) })
    return database
  }

  /** Whether the file is still there. After `open`: the connection has all of it, also what SQLite keeps beside it. */
  has({ path, inode }: StoredFile): boolean {
    return this.isInMemory || inodeOf(path) === inode
  }

  /** Adds an empty file, behind those that are there, for the rebuild of this number. */
  create(rebuild: number): void {
    if (this.isInMemory) {
      this.closeAll()
      this.#connections.push({ inode: 0, database: createFile(IN_MEMORY, rebuild), isReadOnly: false })
      return
    }
    mkdirSync(this.#folder, { recursive: true })
    const last = this.list().at(-1)
    const path = join(this.#folder, nameOf(last === undefined ? 0 : last.number + 1))
    deleteFiles(path)
    const database = createFile(path, rebuild)
    this.#connections.push({ inode: inodeOf(path) ?? 0, database, isReadOnly: false })
  }

  delete({ path, inode }: StoredFile): void {
    this.#close((connection) => connection.inode === inode)
    if (!this.isInMemory) deleteFiles(path)
  }

  /**
   * How many bytes the disk lacks for another file as large as this one. A rebuild for which the space has once not been
   * enough needs more than it had.
   */
  lackingBytesBeside(file: StoredFile): number {
    if (this.isInMemory) return 0
    const needed = Math.max(sizeOf(file), this.#givenUpBytes)
    return Math.max(0, DISK_FULL_BYTES + needed - freeBytesSync(this.#folder))
  }

  /** Whether so little space is left that a database on the same disk may end. */
  get isDiskFull(): boolean {
    return !this.isInMemory && freeBytesSync(this.#folder) < DISK_FULL_BYTES
  }

  /** Deletes a file that was begun for a rebuild. */
  giveUp(file: StoredFile): void {
    this.#givenUpBytes = sizeOf(file)
    this.delete(file)
  }

  /** Deletes the files that cannot be used, and what a process that was killed left of deleted ones. */
  clean(): void {
    for (const file of this.list()) {
      if (!existsSync(file.path + DAMAGED) && this.#isUsable(file)) continue
      this.delete(file)
      log.warn({ path: file.path }, 'the search index was damaged or of another version, and is built again')
    }
    const names = this.#names()
    const isLeft = (name: string) =>
      ENDINGS.some((ending) => {
        const owner = name.slice(0, -ending.length)
        return name.endsWith(ending) && NAME.test(owner) && !names.includes(owner)
      })
    for (const name of names.filter(isLeft)) rmSync(join(this.#folder, name), { force: true, recursive: true })
  }

  /** Tells the writer that the file is damaged. */
  reportDamage(file: StoredFile): void {
    this.#close(({ inode }) => inode === file.inode)
    writeFileSync(file.path + DAMAGED, '')
  }

  closeReadOnly(): void {
    this.#close(({ isReadOnly }) => isReadOnly)
  }

  closeAll(): void {
    this.#close(() => true)
  }

  #close(isMeant: (connection: Connection) => boolean): void {
    for (const connection of this.#connections.filter(isMeant)) connection.database.close()
    this.#connections = this.#connections.filter((connection) => !isMeant(connection))
  }

  #isUsable(file: StoredFile): boolean {
    try {
      return this.open(file) !== null
    } catch (error) {
      // A readable file that cannot be opened now, for example because too many files are open, is kept.
      if (!isCorruption(error) && mayWrite(file.path)) throw error
      log.debug({ err: error }, 'the search index is damaged')
      return false
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
}

/** Deletes a file and those that belong to it. First the file itself: the others without it are not used. */
function deleteFiles(path: string): void {
  for (const ending of ['', ...ENDINGS]) rmSync(path + ending, { force: true, recursive: true })
}

/** In bytes, with the changes that SQLite has not yet moved into the file itself. */
const sizeOf = ({ path }: StoredFile): number =>
  [path, `${path}-wal`].reduce((sum, part) => sum + (statSync(part, { throwIfNoEntry: false })?.size ?? 0), 0)

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino

/** Whether this process may read and write the file; false, too, for a directory in its place. */
function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
