import mongoose from 'mongoose'
import { AppError } from '../platform/errors.ts'
import { databaseSeconds } from '../platform/metrics.ts'

const ANSWER_MS = 5_000
const READ_MS = 30_000

/**
 * Connects every model that is loaded, and makes their indexes. Writes are acknowledged by a majority with journal.
 * Throws "unavailable" when nothing answers at `uri` within five seconds.
 */
export async function openDatabase(uri: string): Promise<void> {
  // A misspelt field in a filter would otherwise be left out, and the filter match everything.
  mongoose.set({ strictQuery: 'throw', maxTimeMS: READ_MS })
  try {
    await mongoose.connect(uri, {
      autoIndex: false,
      bufferCommands: false,
      serverSelectionTimeoutMS: ANSWER_MS,
      writeConcern: { w: 'majority', journal: true },
      monitorCommands: true,
    })
    measureCommands()
    await Promise.all(Object.values(mongoose.models).map((entry) => entry.createIndexes()))
  } catch (cause) {
    await mongoose.disconnect()
    throw new AppError('unavailable', 'The database could not be opened.', { cause })
  }
}

/** Observes how long each command of the connection takes. */
function measureCommands(): void {
  const client = mongoose.connection.getClient()
  client.on('commandSucceeded', ({ commandName: command, duration }) =>
    databaseSeconds.observe({ command, outcome: 'succeeded' }, duration / 1000),
  )
  client.on('commandFailed', ({ commandName: command, duration }) =>
    databaseSeconds.observe({ command, outcome: 'failed' }, duration / 1000),
  )
}

/** Lets go of the database. Fine to call when it is not open. */
export const closeDatabase = (): Promise<void> => mongoose.disconnect()

/** Milliseconds the database takes to answer. Throws "unavailable" when it does not. */
export async function pingDatabase(): Promise<number> {
  const started = performance.now()
  const { db } = mongoose.connection
  try {
    if (db === undefined) throw new Error('not connected')
    await db.command({ ping: 1 }, { timeoutMS: ANSWER_MS })
  } catch (cause) {
    throw new AppError('unavailable', 'The database does not answer.', { cause })
  }
  return performance.now() - started
}

/** Milliseconds this machine's clock is ahead of the database's; exact to half the time of the answer. */
export async function measureClockLead(): Promise<number> {
  const { db } = mongoose.connection
  if (db === undefined) throw new AppError('unavailable', 'The database does not answer.')
  const asked = Date.now()
  const { localTime } = (await db.command({ hello: 1 }, { timeoutMS: ANSWER_MS })) as { localTime: Date }
  return (asked + Date.now()) / 2 - localTime.getTime()
}
