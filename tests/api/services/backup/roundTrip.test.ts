import { describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { verifyArchive } from '#api/services/backup/archives.ts'
import { KEPT } from '#api/store/backup/keptCollections.ts'
import { collectionOf, fillEverything, PASSPHRASE, readHashes, useBackups } from '#tests/api/support/backups.ts'

const backups = useBackups()
const quiet = { signal: new AbortController().signal, onProgress: async () => undefined }

const HISTORY = 'minSnapshotHistoryWindowInSeconds'
/** How long the server keeps a moment, in seconds. */
async function readWindow(): Promise<unknown> {
  const { [HISTORY]: seconds } = await mongoose.connection
    .getClient()
    .db('admin')
    .command({ getParameter: 1, [HISTORY]: 1 })
  return seconds
}

test('Every collection says what a backup has of it', () => {
  const existing = new Set(Object.values(mongoose.models).map(({ collection }) => collection.name))
  expect(KEPT.map(({ collection }) => collection).toSorted()).toEqual([...existing].toSorted())
})

describe('A backup', () => {
  test('restores each document of each collection as it was', async () => {
    await fillEverything()
    const before = await readHashes()
    const path = backups.newPath()
    const { manifest } = await backups.make(path, PASSPHRASE)
    expect(Object.fromEntries(manifest.collections.map(({ name, hash }) => [name, hash]))).toEqual(before)
    await mongoose.connection.dropDatabase()
    await backups.restore(path, { passphrase: PASSPHRASE })
    const after = await readHashes()
    // Brought to the present: see `afterRestore.test.ts`.
    const changed = Object.keys(before).filter((name) => before[name] !== after[name])
    expect(changed).toEqual(['counters', 'users', 'papers'])
  })

  test('is verified in a scratch database, which is dropped', async () => {
    await fillEverything()
    const path = backups.newPath()
    await backups.make(path)
    const before = await readHashes()
    const { collections } = await verifyArchive(await backups.open(path), quiet)
    expect(collections).toContainEqual(expect.objectContaining({ name: 'users', count: 3 }))
    expect(await readHashes()).toEqual(before)
    const { databases } = await mongoose.connection.getClient().db().admin().listDatabases()
    expect(databases.map(({ name }) => name).filter((name) => name.includes('verify'))).toEqual([])
  })

  test('has one moment of all collections, while others write', async () => {
    const names = ['users', 'papers', 'outbox'] as const
    // So many that the backup reads for a while.
    const filler = Array.from({ length: 20_000 }, (_none, index) => ({ _id: `filler-${index}` as never, n: index }))
    await collectionOf('deliveries').insertMany(filler)
    for (const name of names)
      await collectionOf(name).insertOne({ _id: 'count' as never, firebase_uid: 'x', user_id: 'x', n: 0 })
    const session = await mongoose.startSession()
    const done = new AbortController()
    let raised = 0
    const writing = (async () => {
      while (!done.signal.aborted) {
        await session.withTransaction(async () => {
          for (const name of names)
            await collectionOf(name).updateOne({ _id: 'count' as never }, { $inc: { n: 1 } }, { session })
        })
        raised += 1
      }
    })()
    const path = backups.newPath()
    const begun = raised
    await backups.make(path)
    done.abort()
    await writing
    await session.endSession()
    // Otherwise nothing was written meanwhile.
    expect(raised - begun).toBeGreaterThan(5)
    await mongoose.connection.dropDatabase()
    await backups.restore(path)
    const counts = await Promise.all(names.map((name) => collectionOf(name).findOne({ _id: 'count' as never })))
    expect(new Set(counts.map((one) => one?.['n'])).size).toBe(1)
  })

  test('lets the embedded database keep history only as long as it reads', async () => {
    await fillEverything()
    await backups.make(backups.newPath())
    expect(await readWindow()).toBe(0)
    const taken = backups.newPath()
    await Bun.write(taken, 'another file')
    await expect(backups.make(taken)).rejects.toMatchObject({ code: 'conflict' })
    expect(await readWindow()).toBe(0)
    expect(await Bun.file(taken).text()).toBe('another file')
  })
})
