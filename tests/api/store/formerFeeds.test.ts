import { afterAll, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { findFeedByKey, findFeeds, insertFeed } from '#api/store/readers/feedKeys.ts'
import { testDatabase } from '#tests/support/mongod.ts'

const uri = await testDatabase()
afterAll(closeDatabase)

test('The feeds of data version 5 keep their addresses, and have the form of the others', async () => {
  const former = await mongoose.createConnection(uri).asPromise()
  await former.collection<{ _id: string; key: string }>('feed_keys').insertMany([
    { _id: 'ada', key: 'key-of-ada' },
    { _id: 'ben', key: 'key-of-ben' },
  ])
  await former.close()
  // The second start finds them in their new form.
  for (let start = 0; start < 2; start += 1) {
    await openDatabase(uri)
    for (const name of ['ada', 'ben']) {
      const feed = { _id: name, user_id: name, key: `key-of-${name}`, kind: 'day' as const, of: '', name: '', slot: 0 }
      expect(await findFeedByKey(`key-of-${name}`)).toEqual(feed)
      expect(await findFeeds(name)).toEqual([feed])
    }
    await closeDatabase()
  }
  await openDatabase(uri)
  const again = await insertFeed({ user_id: 'ada', key: 'another', kind: 'day', of: '', name: '' }, 20)
  expect(again).toMatchObject({ created: false, feed: { key: 'key-of-ada' } })
})
