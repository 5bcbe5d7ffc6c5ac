import { afterAll, beforeAll, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import '#api/store/readers/audit.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { testDatabase } from '#tests/support/mongod.ts'

beforeAll(async () => openDatabase(await testDatabase()))
afterAll(closeDatabase)

test('The database deletes a row of the audit log after two years', async () => {
  const indexes = await mongoose.connection.collection('audit').indexes()
  const expiring = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
  expect(expiring).toMatchObject([{ key: { at: 1 }, expireAfterSeconds: 2 * 365 * 24 * 3_600 }])
})
