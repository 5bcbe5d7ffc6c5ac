import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import mongoose, { mongo } from 'mongoose'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { closeDatabase, isMajorityConfirming, openDatabase, pingDatabase } from '#api/store/database.ts'
import { isDuplicate } from '#api/store/duplicateKeys.ts'
import { enqueueJob } from '#api/store/jobs/jobs.ts'
import { insertDeviceRequest, insertSession, revokeSessions, takeDeviceRequest } from '#api/store/readers/sessions.ts'
import { saveIdentity } from '#api/store/readers/users.ts'
import { testDatabase, withCommandEvents } from '#tests/support/mongod.ts'
import { announcePapers } from '#tests/api/support/records.ts'
import { emptyDatabase } from '#tests/support/database.ts'

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite'])
/** Each write command that is sent to the server. */
const received: { name: string; writeConcern: unknown }[] = []

beforeAll(async () => {
  await openDatabase(withCommandEvents(await testDatabase()))
  mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (WRITES.has(commandName)) received.push({ name: commandName, writeConcern: command.writeConcern })
  })
})
afterEach(emptyDatabase)
afterAll(closeDatabase)

const at = new Date()
const inOneMinute = new Date(at.getTime() + 60_000)

test('Writes are acknowledged by a majority with journal', async () => {
  await seedCategories()
  await announcePapers('2026-11-20', [{ number: 1 }, { number: 2 }])
  await enqueueJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'schedule' })
  await saveIdentity({
    uid: 'uid-ada',
    email: 'ada@example.org',
    email_verified: true,
    name: 'Ada',
    photo_url: null,
    auth_time: at,
    issued_at: at,
    provider: 'google.com',
  })
  await insertSession({
    _id: 's1',
    user_id: 'ada',
    device: 'lab-pc',
    ip_address: 'this machine',
    created_at: at,
    expires_at: inOneMinute,
  })
  await revokeSessions('ada', at)
  await insertDeviceRequest({
    _id: 'd1',
    user_code: 'BBBB-CCCC',
    device: 'lab-pc',
    ip_address: 'this machine',
    state: 'denied',
    user_id: null,
    interval: 5,
    polled_at: null,
    expires_at: inOneMinute,
  })
  await takeDeviceRequest('d1')
  await emptyDatabase()
  expect(new Set(received.map(({ name }) => name))).toEqual(new Set(['insert', 'update', 'delete', 'findAndModify']))
  expect(received.filter(({ writeConcern }) => !Bun.deepEquals(writeConcern, { w: 'majority', j: true }))).toEqual([])
})

const collection = () => mongoose.connection.collection<{ _id: string; n: number }>('samples')
const failureOf = (operation: Promise<unknown>) =>
  operation.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('A duplicate key', () => {
  test('is recognised in a single write and in a bulk', async () => {
    await collection().insertOne({ _id: 'a', n: 1 })
    expect(isDuplicate(await failureOf(collection().insertOne({ _id: 'a', n: 2 })))).toBe(true)
    const again = [
      { _id: 'a', n: 2 },
      { _id: 'b', n: 2 },
      { _id: 'a', n: 3 },
    ]
    expect(isDuplicate(await failureOf(collection().insertMany(again, { ordered: false })))).toBe(true)
    await collection().drop()
  })

  test('is not reported when one write of a bulk failed for another reason', async () => {
    await mongoose.connection.createCollection('samples', { validator: { n: { $type: 'number' } } })
    await collection().insertOne({ _id: 'a', n: 1 })
    const writes = [
      { _id: 'a', n: 2 },
      { _id: 'b', n: 'no number' as unknown as number },
    ]
    const mixed = await failureOf(collection().insertMany(writes, { ordered: false }))
    expect(mixed).toBeInstanceOf(mongo.MongoBulkWriteError)
    expect(isDuplicate(mixed)).toBe(false)
    expect(isDuplicate(await failureOf(collection().insertOne(writes[1]!)))).toBe(false)
    await collection().drop()
  })
})

test('A database counts as answering while commands keep all connections of the requests busy', async () => {
  await collection().insertOne({ _id: 'a', n: 1 })
  const { maxPoolSize } = mongoose.connection.getClient().options
  // They end with the connection.
  const long = collection().find({ $where: 'sleep(600000) || true' }, { maxTimeMS: 0 })
  const waiting = Array.from({ length: maxPoolSize + 1 }, () => failureOf(long.clone().toArray()))
  const next = collection().findOne({ _id: 'a' })
  const first = (answer: Promise<unknown>) => Promise.race([answer.then(() => 'answered'), next.then(() => 'after')])
  expect(await first(pingDatabase(600_000))).toBe('answered')
  expect(await first(isMajorityConfirming(600_000))).toBe('answered')
  await closeDatabase()
  await Promise.all([...waiting, failureOf(next)])
  await openDatabase(await testDatabase())
  await collection().drop()
})
