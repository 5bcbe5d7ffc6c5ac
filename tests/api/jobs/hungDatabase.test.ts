import { afterAll, beforeAll, expect, test } from 'bun:test'
import mongoose, { mongo } from 'mongoose'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod, type Mongod } from '#api/platform/embedded/mongod.ts'
import { isDatabaseDown } from '#api/platform/databaseDown.ts'
import type { Kinds } from '#api/jobs/kinds.ts'
import { startWorker } from '#api/jobs/worker.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import type { Product } from '#api/services/product.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { freeze, makeFolder, processesOf } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const folder = await makeFolder()
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: () => undefined })
let mongod: Mongod
let admin: mongo.MongoClient

beforeAll(async () => {
  mongod = await startMongod({ binary, folder: folder.path, report: () => undefined })
  admin = await mongo.MongoClient.connect(mongod.uri)
  await openDatabase(mongod.uri, { answerWaitMs: 2_000 })
})
afterAll(async () => {
  await closeDatabase()
  await admin.close()
  await mongod.stop()
  await folder[Symbol.asyncDispose]()
})

const HANGS = {
  'does not answer at all': { begin: 'SIGSTOP', end: 'SIGCONT' },
  'answers, but does not write': { begin: { fsync: 1, lock: true }, end: { fsyncUnlock: 1 } },
} as const

/** Sends a signal to the mongod, or a command. */
async function send(action: NodeJS.Signals | mongo.Document): Promise<void> {
  if (typeof action === 'string') {
    const [pid] = await processesOf(folder.path, binary)
    if (pid === undefined) throw new Error('the mongod of the test was not found')
    if (action === 'SIGSTOP') await freeze(pid)
    else process.kill(pid, action)
  } else await admin.db('admin').command(action)
}

test.each(Object.entries(HANGS))(
  'While the database %s, the write of a job fails; the worker goes on by itself afterwards',
  async (name, { begin, end }) => {
    const { id } = await startJob({ kind: 'ingest', input: {}, dedupe_key: name, requested_by: 'start' })
    const failures: unknown[] = []
    let attempts = 0
    const ingest: Kinds['ingest'] = async ({ run }) => {
      attempts += 1
      if (attempts > 1) return
      await send(begin)
      await run.save('half').catch((error: unknown) => {
        failures.push(error)
        throw error
      })
    }
    const worker = startWorker({} as Product, { kinds: { ingest }, pollMs: 50 })
    try {
      await waitUntil(() => failures.length > 0)
    } finally {
      await send(end)
    }
    const job = await waitUntil(async () => {
      const found = await findJob(id).catch(() => null)
      return found?.state === 'succeeded' ? found : null
    })
    await worker.stop()
    expect(failures.map(isDatabaseDown)).toEqual([true])
    expect(job).toMatchObject({ failed_attempts: 0, error: null })
    expect(attempts).toBe(2)
  },
)

test('A write that the driver gives up because the database is silent counts as one of a database that is down', async () => {
  await closeDatabase()
  await openDatabase(mongod.uri)
  await send('SIGSTOP')
  try {
    // The driver repeats no change of many documents.
    const change = mongoose.connection.collection('jobs').updateMany({}, { $set: { seen: true } })
    const error: unknown = await change.catch((cause: unknown) => cause)
    expect(isDatabaseDown(error)).toBe(true)
  } finally {
    await send('SIGCONT')
  }
})
