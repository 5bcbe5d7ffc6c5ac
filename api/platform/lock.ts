import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { AppError } from './errors.ts'
import { log } from './log.ts'

/** References to the databases that hold a lock: garbage collection closes a database and thereby releases its lock. */
const openLocks = new Set<Database>()

export interface DataFolderLock {
  /**
   * Identifies this machine and data folder, without naming the path: the same after each start. While this process has
   * the lock, every other process that had this id has ended.
   */
  readonly installation: string
  release(): Promise<void>
}

/**
 * Locks the data folder for this process, whose address is `address`. Throws "already-running", with the process id and
 * address of the other process, when another process has the lock.
 *
 * The lock is SQLite's lock on a file. The operating system releases it when the process ends, also after kill -9, so
 * there are no stale locks and no process ids that could have been reused.
 */
export async function lockDataFolder(folder: string, address: string): Promise<DataFolderLock> {
  await mkdir(folder, { recursive: true })
  const holderFile = join(folder, 'running.json')
  const database = new Database(join(folder, 'lock.sqlite'))
  try {
    database.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    if (!(cause as { code?: string }).code?.startsWith('SQLITE_BUSY')) throw cause
    throw new AppError('already-running', await describeHolder(holderFile, folder), { cause })
  }
  openLocks.add(database)
  // Only a second process reads it, for its message.
  await writeFile(holderFile, JSON.stringify({ pid: process.pid, address })).catch((error: unknown) =>
    log.warn({ error }, 'the address of this process could not be stored'),
  )
  return {
    installation: await identify(folder),
    async release() {
      await rm(holderFile, { force: true })
      database.close()
      openLocks.delete(database)
    },
  }
}

/**
 * Hashes the machine's name, the path, and a random id stored in the folder. The id differs between folders with the same
 * path on machines with the same name (containers); name and path differ between copies of a folder.
 */
async function identify(folder: string): Promise<string> {
  const file = join(folder, 'installation.id')
  const stored = await readFile(file, 'utf8').catch(() => '')
  const id = stored || crypto.randomUUID()
  if (stored === '') await writeFile(file, id, { mode: 0o600 })
  return createHash('sha256')
    .update([hostname(), await realpath(folder), id].join('\0'))
    .digest('hex')
    .slice(0, 16)
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
