import mongoose, { model, mongo, Schema } from 'mongoose'
import { AppError } from '../../platform/errors.ts'
import { listReplaced } from './keptCollections.ts'
import type { Target } from './loadLibrary.ts'

// A restore writes its collections beside those of the library, as `restore.<name>`. When they are complete and checked,
// one write of this document decides that they replace the library; then they are renamed. A process that was killed
// before it leaves the old library, one that was killed after it the new one: the next process that opens the database
// completes the renames, before it reads anything.

interface RestoreRecord {
  _id: 'restore'
  run: string
  /** "staging": nothing has changed, and the start of a process ends the restore. "switching": it is completed. */
  state: 'staging' | 'switching'
  at: Date
}

const schema = new Schema<RestoreRecord>(
  {
    _id: { type: String, required: true },
    run: { type: String, required: true },
    state: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { collection: 'restores', strict: 'throw', autoIndex: false, versionKey: false },
)
const Restores = model('Restore', schema)

const ID = 'restore'
const PREFIX = 'restore.'
const NAMESPACE_NOT_FOUND = 26

const database = () => {
  const { db } = mongoose.connection
  if (db === undefined) throw new AppError('unavailable', 'The database does not answer.')
  return db
}

/** The collections that will replace those of the library. */
export const staged: Target = { collection: (name) => database().collection(`${PREFIX}${name}`) }

/**
 * Begins a restore with empty collections beside the library, one for each that it replaces. It ends another restore that
 * was not completed. Returns its id for `commitRestore`.
 */
export async function beginRestore(): Promise<string> {
  const run = crypto.randomUUID()
  await Restores.replaceOne({ _id: ID }, { run, state: 'staging', at: new Date() }, { upsert: true })
  await dropStaged()
  for (const name of listReplaced()) await database().createCollection(`${PREFIX}${name}`)
  return run
}

/**
 * Replaces the library by the collections of the restore `run`. Throws "conflict", and changes nothing, when a process of
 * the product was started since it began, or another restore.
 */
export async function commitRestore(run: string): Promise<void> {
  const { matchedCount } = await Restores.updateOne({ _id: ID, run, state: 'staging' }, { state: 'switching' })
  if (matchedCount === 0)
    throw new AppError(
      'conflict',
      'A process of Paperdawn was started, or another restore, while this one ran. Nothing was changed.',
    )
  await completeSwitch()
}

/** Ends a restore that was not committed, and removes what it wrote. */
export async function abandonRestore(run: string): Promise<void> {
  await Restores.deleteOne({ _id: ID, run, state: 'staging' })
  // Also what it wrote after the start of a process had ended it, unless another restore has begun.
  if (!(await Restores.exists({ _id: ID }))) await dropStaged()
}

/**
 * Completes a restore that was interrupted after its decision, and ends one that was interrupted before it. For a process
 * that has just connected.
 */
export async function settleRestore(): Promise<void> {
  const { deletedCount } = await Restores.deleteOne({ _id: ID, state: 'staging' })
  if (deletedCount === 1) await dropStaged()
  else if (await Restores.exists({ _id: ID })) await completeSwitch()
}

/** Safe to repeat, and for several processes at once: what is renamed by one is not found by the other. */
async function completeSwitch(): Promise<void> {
  for (const name of listReplaced())
    try {
      await database().renameCollection(`${PREFIX}${name}`, name, { dropTarget: true })
    } catch (error) {
      // It was renamed before.
      if (!(error instanceof mongo.MongoServerError) || error.code !== NAMESPACE_NOT_FOUND) throw error
    }
  await Restores.deleteOne({ _id: ID, state: 'switching' })
}

async function dropStaged(): Promise<void> {
  const names = { name: { $regex: `^${PREFIX.replace('.', '\\.')}` } }
  for await (const { name } of database().listCollections(names, { nameOnly: true }))
    await database().dropCollection(name)
}

/**
 * Loads into a database of its own beside that of the library, which is dropped before and afterwards. Its name is that of
 * the library with "-verify".
 */
export async function withScratchDatabase<Result>(task: (target: Target) => Promise<Result>): Promise<Result> {
  const scratch = mongoose.connection.getClient().db(`${database().databaseName.slice(0, 50)}-verify`)
  await scratch.dropDatabase()
  try {
    return await task(scratch)
  } finally {
    await scratch.dropDatabase()
  }
}

/** Returns the bytes of the disk that documents and indexes of the library take. */
export async function measureLibrary(): Promise<number> {
  const { totalSize } = await database().stats()
  return Number(totalSize)
}
