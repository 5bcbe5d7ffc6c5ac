import { Database } from 'bun:sqlite'
import { accessSync, constants, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../../platform/log.ts'
import { isCorruption, isLocked } from './sqliteFile.ts'

export interface WriteLock {
  /** False when the file of the lock was deleted or replaced: another process can have locked the new one. */
  isHeld(): boolean
  release(): void
}

/**
 * Locks the index in `folder` for one writer on this machine. Returns null when another one has the lock. It is SQLite's
 * lock on a file, which the operating system releases when the process ends, also after kill -9. Anything else in the
 * place of that file is replaced: it holds no data. Throws when the folder cannot be written.
 */
export function lockForWriting(folder: string): WriteLock | null {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'writer.sqlite')
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) replace(path)
  let database: Database
  try {
    database = lock(path)
  } catch (error) {
    if (isLocked(error)) return null
    if (!isCorruption(error)) throw error
    // A process that replaces the file of another one in the same moment is noticed: `isHeld` of that one is false.
    replace(path)
    return lockForWriting(folder)
  }
  // Garbage collection of the database would release the lock: the caller keeps this object.
  const inode = inodeOf(path)
  return { isHeld: () => inodeOf(path) === inode, release: () => database.close() }
}

function lock(path: string): Database {
  const database = new Database(path)
  try {
    database.run('BEGIN EXCLUSIVE')
    // SQLite opens a file that cannot be written for reading, and several processes can then begin such a transaction.
    accessSync(path, constants.W_OK)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function replace(path: string): void {
  log.warn({ path }, 'the lock of the search index is not a database and is replaced')
  rmSync(path, { force: true, recursive: true })
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino
