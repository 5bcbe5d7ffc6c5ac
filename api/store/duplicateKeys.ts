import { mongo } from 'mongoose'

const DUPLICATE_KEY = 11_000

/** True when a write, or every failed write of a bulk, failed because a unique index already contains the key. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return false
  const failed = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : []
  return failed.every(({ code }) => code === DUPLICATE_KEY)
}
