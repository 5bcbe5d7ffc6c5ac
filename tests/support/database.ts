import { afterAll, beforeAll, beforeEach } from 'bun:test'
import mongoose, { type mongo } from 'mongoose'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { testDatabase } from './mongod.ts'

/** Opens a database of its own for the tests of a file. `reset` brings it to its first state before each test. */
export function useDatabase(reset: () => Promise<unknown> = emptyDatabase): void {
  beforeAll(async () => openDatabase(await testDatabase()))
  beforeEach(reset)
  afterAll(dropDatabase)
}

/**
 * Drops the open database and closes the connections. All files of a run share a mongod, which keeps a file open for each
 * collection and index there is, and ends when it may open no more.
 */
export async function dropDatabase(): Promise<void> {
  // A test may have closed it.
  if (mongoose.connection.readyState === mongoose.ConnectionStates.connected) await mongoose.connection.dropDatabase()
  await closeDatabase()
}

/** All documents of a database, by collection. */
type Contents = ReadonlyMap<string, mongo.Document[]>

/** Returns the documents of the open database, for `restoreContents`. */
export async function readContents(): Promise<Contents> {
  const names = await findUsed()
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await mongoose.connection.collection(name).find().toArray()] as const),
    ),
  )
}

/** Replaces all documents of the open database; the indexes stay. Faster than what has created the documents. */
export async function restoreContents(contents: Contents): Promise<void> {
  await emptyDatabase()
  await Promise.all(
    [...contents].map(([name, documents]) =>
      mongoose.connection.collection(name).insertMany(documents, { ordered: false }),
    ),
  )
}

/** Removes every document of the open database and keeps the indexes. */
export async function emptyDatabase(): Promise<void> {
  const names = await findUsed()
  await Promise.all(names.map((name) => mongoose.connection.collection(name).deleteMany({})))
}

let firstContents: Contents | undefined

/** Brings the open database to its state after the first start of the product: it has only the taxonomy's categories. */
export async function resetDatabase(): Promise<void> {
  if (firstContents !== undefined) return restoreContents(firstContents)
  await emptyDatabase()
  await seedCategories()
  firstContents = await readContents()
}

/** The collections that have a document, read in one command: most are empty, and a command to each takes longer. */
async function findUsed(): Promise<string[]> {
  const names = Object.values(mongoose.models).map(({ collection }) => collection.name)
  const [first = '', ...others] = names
  const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: nameIfUsed(coll) } }))
  const collection = mongoose.connection.collection(first)
  const used = await collection.aggregate<{ name: string }>([...nameIfUsed(first), ...unions]).toArray()
  return used.map(({ name }) => name)
}

const nameIfUsed = (name: string) => [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }]

export const countPapers = (): Promise<number> => mongoose.connection.collection('papers').countDocuments()
