import mongoose from 'mongoose'

/** Deletes every document of the open database and keeps the indexes. */
export async function emptyDatabase(): Promise<void> {
  await Promise.all(Object.values(mongoose.models).map((model) => model.deleteMany({})))
}

export const countPapers = (): Promise<number> => mongoose.connection.collection('papers').countDocuments()
