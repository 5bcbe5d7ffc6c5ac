import { afterAll, beforeAll, expect, test } from 'bun:test'
import { once } from 'node:events'
import mongoose from 'mongoose'
import { isDatabaseDown } from '#api/platform/databaseDown.ts'
import { closeDatabase, openDatabase, pingDatabase } from '#api/store/database.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/faultProxy.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

let proxy: FaultProxy

beforeAll(async () => {
  const { port, pathname } = new URL(await testDatabase())
  proxy = await startFaultProxy(Number(port))
  await openDatabase(`mongodb://127.0.0.1:${proxy.port}${pathname}?directConnection=true`)
})
afterAll(async () => {
  await closeDatabase()
  await proxy[Symbol.asyncDispose]()
})

const isAnswering = () =>
  pingDatabase().then(
    () => true,
    () => false,
  )

test('A server that answers in another protocol counts as down, and as up again when its answers can be read', async () => {
  const client = mongoose.connection.getClient()
  const failed = once(client, 'serverHeartbeatFailed')
  await proxy.begin('another protocol', 'answer')
  await failed
  await proxy.end()
  await waitUntil(isAnswering)
})

test('An answer that is no message of MongoDB is an outage of the database, an invalid connection string is not', async () => {
  await proxy.begin('garbage', 'answer')
  const error: unknown = await mongoose.connection
    .collection('papers')
    .findOne({})
    .catch((failure: unknown) => failure)
  expect(isDatabaseDown(error)).toBe(true)
  await proxy.end()
  await waitUntil(isAnswering)
  const invalid: unknown = await mongoose
    .createConnection('mongodb://')
    .asPromise()
    .catch((failure: unknown) => failure)
  expect(invalid).toMatchObject({ name: 'MongoParseError' })
  expect(isDatabaseDown(invalid)).toBe(false)
})
