import { mongo } from 'mongoose'

const DUPLICATE_KEY = 11_000

/** True when a write, or every failed write of a bulk, failed because a unique index already contains the key. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return false
  return failedWrites(error).every(({ code }) => code === DUPLICATE_KEY)
}

/** True when a single write failed because of the unique index of this name. */
export const isDuplicateOf = (error: unknown, index: string): boolean =>
  // The driver gives the name of the index in the message only.
  isDuplicate(error) && (error as Error).message.includes(` index: ${index} `)

/** The positions of the writes of a bulk that failed because of a duplicate key. Throws `error` if any failed otherwise. */
export function refusedWrites(error: unknown): number[] {
  if (!isDuplicate(error)) throw error
  return failedWrites(error).map(({ index }) => index)
}

const failedWrites = (error: unknown) => (error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [])
