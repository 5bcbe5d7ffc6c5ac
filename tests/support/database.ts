import { afterAll, beforeAll, beforeEach } from 'bun:test'
import mongoose from 'mongoose'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { testDatabase } from './mongod.ts'

/** Opens a database of its own for the tests of a file. It is empty before each test, but for what `fill` stores. */
export function useDatabase(fill: () => Promise<unknown> = () => Promise.resolve()): void {
  beforeAll(async () => openDatabase(await testDatabase()))
  beforeEach(async () => {
    await emptyDatabase()
    await fill()
  })
  afterAll(closeDatabase)
}

/** Removes every document of the open database and keeps the indexes. */
export async function emptyDatabase(): Promise<void> {
  await Promise.all(Object.values(mongoose.models).map((entry) => entry.deleteMany({})))
}

export const countPapers = (): Promise<number> => mongoose.connection.collection('papers').countDocuments()
