import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mongo } from 'mongoose'
import { DATA_VERSION } from '#api/store/dataVersion.ts'
import { addressOf, useProductProcesses } from '#tests/api/support/productProcess.ts'
import { callAs, DUMPED_DAY, NOTE, startWorld, TAG } from '#tests/support/dumpedReader.ts'
import { listDumps, loadDump } from '#tests/support/dumps.ts'
import { sized } from '#tests/support/longRun.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'

const VERSIONS = await listDumps()
const folder = await makeFolder()
const world = startWorld()
const { launch } = useProductProcesses(() => ({ ...world.settings, PAPERDAWN_DATA: folder.path }))
const client = new mongo.MongoClient(await testDatabase())
beforeAll(() => client.connect())
afterAll(async () => {
  await Promise.all([client.close(), world.stop()])
  await folder[Symbol.asyncDispose]()
})

/** Gives `use` a database with the dump of this version, and drops it afterwards. */
async function withDump(version: number, use: (uri: string, db: mongo.Db) => Promise<void>): Promise<void> {
  const uri = await testDatabase()
  const db = client.db(new URL(uri).pathname.slice(1))
  await loadDump(db, version)
  try {
    await use(uri, db)
  } finally {
    await db.dropDatabase()
  }
}

test('There is a dump of each version of the stored data', () => {
  // `bun run dump` makes that of this program.
  expect(VERSIONS).toEqual(Array.from({ length: DATA_VERSION }, (_, index) => index + 1))
})

describe.each(VERSIONS)('A library of data version %i', (version) => {
  test('is used by this program as its reader left it', () =>
    withDump(version, async (uri, db) => {
      const delivered = await db.collection('deliveries').findOne({ day: DUMPED_DAY })
      const feed = await db.collection('feed_keys').findOne({})
      const address = await addressOf(launch({ MONGODB_URI: uri }))
      const ada = callAs(address, await world.tokenOf('ada'))
      const admin = callAs(address, await world.tokenOf('admin', 'admin@paperdawn.test'))

      const { category_ids, preferences } = await ada('GET', '/auth/me')
      expect(category_ids).toEqual(['cs.LG'])
      expect(preferences.digest).toMatchObject({ enabled: true, hour: 6, time_zone: 'Europe/Berlin', max_papers: 15 })

      const { cards, reading } = await ada('GET', `/users/me/dashboard?day=${DUMPED_DAY}`)
      const ids = cards.map(({ paper }: { paper: { id: string } }) => paper.id)
      expect(ids).toHaveLength(12)
      expect(ids).toEqual(
        delivered?.['paper_ids'] ?? delivered?.['cards'].map(({ paper_id }: { paper_id: string }) => paper_id),
      )
      expect(reading).toEqual({ to_read: 0, reading: 1, done: 0 })

      const { items } = await ada('GET', '/users/me/reading-list')
      expect(items).toEqual([expect.objectContaining({ notes: NOTE, tags: [TAG], status: 'reading' })])
      expect(items[0].paper.id).toBe(ids[0])
      expect(await ada('GET', `/papers/${ids[1]}`)).toMatchObject({ state: { liked: true } })

      const feeds = await ada('GET', '/users/me/feeds')
      expect(feeds.items).toEqual([expect.objectContaining({ kind: 'day' })])
      expect((await db.collection('feed_keys').findOne({}))?.['key']).toBe(feed?.['key'])

      const outbox = await admin('GET', '/admin/outbox')
      expect(outbox.items).toContainEqual(expect.objectContaining({ kind: 'welcome', state: 'sent' }))

      expect(await db.collection('counters').findOne({ _id: 'data-version' as never })).toMatchObject({
        value: DATA_VERSION,
      })
      expect((await db.collection('papers').indexes()).map(({ name }) => name)).not.toContain('seq')
    }))
})

/** The documents and the names of the indexes of all collections. */
async function readState(db: mongo.Db): Promise<Record<string, unknown>> {
  const names = (await db.listCollections().toArray()).map(({ name }) => name).toSorted()
  const states = names.map(async (name) => {
    const indexes = (await db.collection(name).indexes()).map((index) => index.name).toSorted()
    return [name, { indexes, documents: await db.collection(name).find().sort({ _id: 1 }).toArray() }] as const
  })
  return Object.fromEntries(await Promise.all(states))
}

/** Does what every start does, and returns the number of its events; null if it was killed. */
async function start(uri: string, killAt = 0): Promise<number | null> {
  const child = Bun.spawn([process.execPath, 'tests/api/support/upgradeKillProcess.ts'], {
    env: { ...process.env, MONGODB_URI: uri, KILL_AT: `${killAt}` },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output = await new Response(child.stdout).text()
  return (await child.exited) === 0 ? Number(output) : null
}

describe.each(VERSIONS)('An upgrade from data version %i that is killed', (version) => {
  test('at any command is completed by the next start', async () => {
    let events = 0
    let whole: Awaited<ReturnType<typeof readState>> = {}
    await withDump(version, async (uri, db) => {
      events = (await start(uri)) ?? 0
      whole = await readState(db)
    })
    expect(events).toBeGreaterThan(50)
    const kills = sized({ short: 1, long: 12, everything: events })
    for (let kill = 1; kill <= kills; kill += 1) {
      const killAt = Math.ceil((kill * events) / (kills + 1))
      await withDump(version, async (uri, db) => {
        expect([killAt, await start(uri, killAt)]).toEqual([killAt, null])
        expect(await start(uri)).not.toBeNull()
        expect(await readState(db)).toEqual(whole)
      })
    }
  })
})
