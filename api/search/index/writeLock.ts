import { Database } from 'bun:sqlite'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isLocked } from './sqliteFile.ts'

export interface WriteLock {
  /** False when the file of the lock was deleted or replaced: another process can have locked the new one. */
  isHeld(): boolean
  release(): void
}

/**
 * Locks the index in `folder` for one writer on this machine. Returns null when another one has the lock. It is SQLite's
 * lock on a file, which the operating system releases when the process ends, also after kill -9.
 */
export function lockForWriting(folder: string): WriteLock | null {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'writer.sqlite')
  const database = new Database(path)
  try {
    database.run('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isLocked(error)) return null
    throw error
  }
  // Garbage collection of the database would release the lock: the caller keeps this object.
  const inode = inodeOf(path)
  return { isHeld: () => inodeOf(path) === inode, release: () => database.close() }
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino
