import { Database } from 'bun:sqlite'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'

/** References to the databases that hold a lock: garbage collection closes a database and thereby releases its lock. */
const openLocks = new Set<Database>()

/**
 * Locks the data folder for this process, whose address is `address`. Returns a function that releases the lock.
 * Throws "already-running", with the process id and address of the other process, when another process has the lock.
 *
 * The lock is SQLite's lock on a file. The operating system releases it when the process ends, also after kill -9, so
 * there are no stale locks and no process ids that could have been reused.
 */
export async function lockDataFolder(folder: string, address: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const holderFile = join(folder, 'running.json')
  const database = new Database(join(folder, 'lock.sqlite'))
  try {
    database.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    throw new AppError('already-running', await describeHolder(holderFile, folder), { cause })
  }
  openLocks.add(database)
  await writeFile(holderFile, JSON.stringify({ pid: process.pid, address }))
  return async () => {
    await rm(holderFile, { force: true })
    database.close()
    openLocks.delete(database)
  }
}

async function describeHolder(holderFile: string, folder: string): Promise<string> {
  try {
    const { pid, address } = JSON.parse(await readFile(holderFile, 'utf8'))
    return (
      `Paperdawn is already running as process ${pid}, at ${address}. ` +
      'Use that one, stop it, or set PAPERDAWN_DATA and PORT for a second one.'
    )
  } catch {
    // The other process has the lock but has not written its id and address yet.
    return `Paperdawn is already starting with the data in ${folder}.`
  }
}
