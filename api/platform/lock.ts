import { Database } from 'bun:sqlite'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'

/** A collected database closes its file and drops its lock, so each one is referenced for as long as it holds a folder. */
const holding = new Set<Database>()

/**
 * Takes the data folder for this process, which can be reached at `address`, and gives a function that lets go of it.
 * Throws "already-running", naming the other process, when one that runs holds it.
 *
 * What holds is SQLite's lock on a file: the system drops it with the process, however that ended, so there is no stale
 * lock to tell from a live one and no process id that meanwhile belongs to somebody else.
 */
export async function holdDataFolder(folder: string, address: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const holderFile = join(folder, 'running.json')
  const database = new Database(join(folder, 'lock.sqlite'))
  try {
    database.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    database.close()
    throw new AppError('already-running', await describeHolder(holderFile, folder), { cause })
  }
  holding.add(database)
  await writeFile(holderFile, JSON.stringify({ pid: process.pid, address }))
  return async () => {
    await rm(holderFile, { force: true })
    database.close()
    holding.delete(database)
  }
}

async function describeHolder(holderFile: string, folder: string): Promise<string> {
  try {
    const { pid, address } = JSON.parse(await readFile(holderFile, 'utf8'))
    return `Paperdawn is already running as process ${pid}, at ${address}. Use that one, stop it, or set PAPERDAWN_DATA and PORT for a second one.`
  } catch {
    // It has taken the folder and not yet said who it is.
    return `Paperdawn is already starting with the data in ${folder}.`
  }
}
