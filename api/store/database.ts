import { setTimeout as sleep } from 'node:timers/promises'
import mongoose, { mongo } from 'mongoose'
import { isDatabaseDown, SERVER_WAIT_MS } from '../platform/databaseDown.ts'
import { AppError } from '../platform/errors.ts'
import { findOutage } from '../platform/outages.ts'
import { within } from '../platform/within.ts'
import { appNameOf, type ConnectionUse } from './backup/connectedProcesses.ts'
import { settleRestore } from './backup/switchLibrary.ts'
import { markDataVersion, requireKnownData } from './dataVersion.ts'
import { renewFormerFeeds } from './readers/feedKeys.ts'
import { dropFormerIndexes } from './formerIndexes.ts'
import { standaloneRefused, toConnectFailure } from './connectFailure.ts'

/** How often the driver looks for a server that is down, in ms. While a command waits, it looks every 500 ms. */
const HEARTBEAT_MS = 2_000
const QUERY_TIMEOUT_MS = 30_000
/** How long the driver waits for the answer to a command that was sent, in ms. */
const ANSWER_WAIT_MS = 30_000
/**
 * How long the driver waits for a connection, in ms. A server that is silent for this time and a heartbeat counts as down:
 * the driver then sends the commands that wait for its answer to the new primary, if there is one.
 */
const CONNECT_WAIT_MS = 3_000

/**
 * Asks whether the database answers, over connections of its own: on those of the requests a question would wait for all
 * commands that were sent before, and a database that has much to do would count as one that does not answer.
 */
let probes: mongo.MongoClient | null = null
const PROBES_MAX = 5

type ProbeKind = 'ping' | 'majority'
/** The probes that were sent and are not answered, with their durations in ms. */
const openProbes = new Map<ProbeKind, Promise<number>>()

/**
 * Sends a probe, or waits for the answer to the open one of its kind, so that many requests that wait at the same time do
 * not add as many commands to a slow database. Returns how long the probe took, in ms. Rejects when there is no answer
 * within `limitMs`; later callers then do not wait for this probe, since its connection may be dead.
 */
async function probe(
  kind: ProbeKind,
  limitMs: number,
  send: (database: mongo.Db) => Promise<unknown>,
): Promise<number> {
  const probing = openProbes.get(kind) ?? sendProbe(send)
  openProbes.set(kind, probing)
  try {
    return await within(limitMs, probing)
  } finally {
    if (openProbes.get(kind) === probing) openProbes.delete(kind)
  }
}

async function sendProbe(send: (database: mongo.Db) => Promise<unknown>): Promise<number> {
  if (probes === null) throw new Error('not connected')
  const started = performance.now()
  await send(probes.db())
  return performance.now() - started
}

/** Pause in ms before the next try to reach a database. */
const RETRY_MS = 500

/**
 * Connects all loaded models and creates their indexes. Writes are acknowledged by a majority with journal. A command
 * whose server does not answer within `answerWaitMs`, for example because its process hangs, fails with an error of
 * `isDatabaseDown`; until then the driver has repeated reads and most writes once. Throws "unavailable" when no server
 * accepts writes at `uri` within `SERVER_WAIT_MS`, and "invalid-input" when the database is a single mongod, refuses the
 * connection, or was written by a newer program. A restore that was interrupted is completed or ended first.
 */
export async function openDatabase(
  uri: string,
  { answerWaitMs = ANSWER_WAIT_MS, use = 'product' as ConnectionUse } = {},
): Promise<void> {
  // Otherwise a misspelt field is dropped from a filter, and the filter matches every document.
  mongoose.set({ strictQuery: 'throw', maxTimeMS: QUERY_TIMEOUT_MS })
  const options: mongoose.ConnectOptions = {
    autoIndex: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: SERVER_WAIT_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    // By default one request for the state of a server gets answer after answer. An answer that cannot be read, of another
    // program at the port, would never end there, and the server counts as down for as long as the process runs.
    serverMonitoringMode: 'poll',
    connectTimeoutMS: Math.min(CONNECT_WAIT_MS, answerWaitMs),
    writeConcern: { w: 'majority', journal: true },
    appName: appNameOf(use, databaseNameOf(uri)),
  }
  try {
    await mongoose.connect(uri, options)
    await requireReplicaSet(uri)
    await settleRestore()
    await requireKnownData()
    await renewFormerFeeds()
    await Promise.all(Object.values(mongoose.models).map((entry) => entry.createIndexes()))
    await dropFormerIndexes()
    await markDataVersion()
    // Connects again, because the limit must not end the first build of an index over a large library.
    await mongoose.disconnect()
    await mongoose.connect(uri, { ...options, socketTimeoutMS: answerWaitMs })
    const { autoIndex: _, bufferCommands: __, ...ofDriver } = options
    probes = await mongo.MongoClient.connect(uri, { ...ofDriver, maxPoolSize: PROBES_MAX, minPoolSize: 1 })
  } catch (cause) {
    await closeDatabase()
    throw cause instanceof AppError ? cause : toConnectFailure(uri, cause)
  }
}

/**
 * Opens the database and runs `prepare` on it; as long as the database cannot be reached, for example during an
 * election, reports why and tries again. Throws any other error.
 */
export async function waitForDatabase(
  uri: string,
  { prepare, report }: { prepare: () => Promise<void>; report: (line: string) => void },
): Promise<void> {
  let reported = ''
  for (;;) {
    try {
      await openDatabase(uri)
      return await prepare()
    } catch (cause) {
      const error = isDatabaseDown(cause) ? toConnectFailure(uri, cause) : cause
      await closeDatabase()
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      if (error.message !== reported) report(`${error.message} The start waits for it.`)
      reported = error.message
      await sleep(RETRY_MS)
    }
  }
}

/** The name of the database in a connection string. The driver uses "test" where there is none. */
const databaseNameOf = (uri: string): string => decodeURIComponent(/^[^:]+:\/\/[^/]*\/([^?]+)/.exec(uri)?.[1] ?? 'test')

/** The name of the open database. */
export const readDatabaseName = (): string => mongoose.connection.name

async function requireReplicaSet(uri: string): Promise<void> {
  const hello = await mongoose.connection.db?.command({ hello: 1 })
  if (hello?.['setName'] === undefined && hello?.['msg'] !== 'isdbgrid') throw standaloneRefused(uri)
}

let closing: Promise<void> | undefined

/**
 * Closes the connection. Safe to call when it is not open, and while or after another call closes it: Mongoose would wait
 * for ever for a close that failed, for example because the database just ended.
 */
export function closeDatabase(): Promise<void> {
  closing ??= disconnect()
  return closing
}

async function disconnect(): Promise<void> {
  await Promise.all([mongoose.disconnect(), probes?.close()])
  probes = null
  closing = undefined
}

/** Returns the response time of the database in ms. Throws "unavailable" when it does not respond within `limitMs`. */
export async function pingDatabase(limitMs = SERVER_WAIT_MS): Promise<number> {
  const outage = findOutage('database')
  if (outage) throw new AppError('unavailable', outage.message, { retryAfter: outage.retryAfter })
  try {
    return await probe('ping', limitMs, (database) => database.command({ ping: 1 }))
  } catch (cause) {
    throw new AppError('unavailable', 'The database does not answer.', { cause })
  }
}

/**
 * Whether a majority of the replica set confirms within `limitMs` what was written so far. It does not while its members
 * read from one that hangs, although the primary answers. Stores nothing: a write without effect waits for the last
 * operation of the primary. https://www.mongodb.com/docs/manual/reference/write-concern/ Callers that share a probe share
 * the limit of the first one.
 */
export async function isMajorityConfirming(limitMs: number): Promise<boolean> {
  const writeConcern = { w: 'majority', wtimeoutMS: limitMs } as const
  const confirm = (database: mongo.Db) =>
    database.collection('counters').deleteOne({ seq: 'majority' }, { writeConcern })
  return probe('majority', limitMs, confirm).then(
    () => true,
    // Why it does not is in the response and the log of each command that fails.
    () => false,
  )
}

/** Returns how many milliseconds this machine's clock is ahead of the database's, accurate to half the round trip. */
export async function measureClockLead(): Promise<number> {
  const { db } = mongoose.connection
  if (db === undefined) throw new AppError('unavailable', 'The database does not answer.')
  const sentAt = Date.now()
  const { localTime } = (await within(SERVER_WAIT_MS, db.command({ hello: 1 }))) as unknown as { localTime: Date }
  return (sentAt + Date.now()) / 2 - localTime.getTime()
}
