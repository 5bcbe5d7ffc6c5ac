import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isLocked } from './sqliteFile.ts'

export interface WriteLock {
  release(): void
}

/**
 * Locks the index in `folder` for one writer on this machine. Returns null when another one has the lock. It is SQLite's
 * lock on a file, which the operating system releases when the process ends, also after kill -9.
 */
export function lockForWriting(folder: string): WriteLock | null {
  mkdirSync(folder, { recursive: true })
  const database = new Database(join(folder, 'writer.sqlite'))
  try {
    database.run('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isLocked(error)) return null
    throw error
  }
  // Garbage collection of the database would release the lock: the caller keeps this object.
  return { release: () => database.close() }
}
