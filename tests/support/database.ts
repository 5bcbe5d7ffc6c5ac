import mongoose from 'mongoose'

/** Removes every document of the open database and keeps the indexes. */
export async function emptyDatabase(): Promise<void> {
  await Promise.all(Object.values(mongoose.models).map((entry) => entry.deleteMany({})))
}

export const countPapers = (): Promise<number> => mongoose.connection.collection('papers').countDocuments()
