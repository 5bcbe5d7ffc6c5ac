import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { saveZotero } from '#api/services/zotero/zoteroConnection.ts'
import { requestZoteroSyncs } from '#api/services/zotero/syncSchedule.ts'
import { syncZotero } from '#api/services/zotero/syncZotero.ts'
import { Sources } from '#api/sources/sources.ts'
import { createZotero } from '#api/sources/zotero/zotero.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { paperId, storePapers } from '#tests/api/support/library.ts'
import { simulateCrossref } from '#tests/api/support/pipeline.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { simWork } from '#tests/simulators/simWorks.ts'
import { KEY, startZoteroSimulator } from '#tests/simulators/zotero.ts'
import { SimLibrary, simItem } from '#tests/simulators/zoteroLibrary.ts'
import { benchRun } from './benchRun.ts'

// Measures the first reading of a library of ZOTERO_ITEMS items (default 300 and 20,000), of which a tenth is looked up, and
// that of a change of one item: requests, time, and memory; and the work of a minute with ZOTERO_LIBRARIES libraries
// (default 5,000) that get saved papers. There is no pause between requests here: the last column adds those of the product.
const sizes = (process.env['ZOTERO_ITEMS'] ?? '300,20000').split(',').map(Number)
const libraries = Number(process.env['ZOTERO_LIBRARIES'] ?? 5_000)
/** Pauses of the product between two requests, in ms. */
const GAP_MS = { zotero: 500, crossref: 250 }
const ROUNDS = 20

const folder = await mkdtemp(join(tmpdir(), 'paperdawn-zotero-bench-'))
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
const simulator = startZoteroSimulator()
const { simulator: works, crossref } = simulateCrossref()
const index = openSqliteIndex({ folder: ':memory:' })
const product = {
  zotero: createZotero({ apiUrl: simulator.apiUrl, contactEmail: 'papers@example.org', rateLimit: mongoRateLimit() }),
  secrets: createSecrets('the secret of a benchmark, long enough'),
  sources: new Sources([crossref]),
  index,
}
try {
  await openDatabase(mongod.uri)
  for (const size of sizes) await measureReading(size)
  await measureMinute()
  console.log(
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
} finally {
  await closeDatabase()
  await Promise.all([index.close(), simulator.stop(), works.stop()])
  await mongod.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureReading(size: number): Promise<void> {
  const user = await makeReader(`reader of ${size}`, ['cs.LG'])
  const library = new SimLibrary()
  for (const id of simulator.libraries.keys()) simulator.libraries.set(id, library)
  works.works.length = 0
  for (let number = 1; number <= size; number++) {
    const isStored = number % 10 > 0
    if (!isStored)
      works.works.push(simWork({ DOI: `10.5555/lantern.${number}`, title: [`Counting Lanterns, part ${number}`] }))
    library.add(simItem(number, isStored ? { DOI: '', extra: `arXiv:${paperId(number).slice(6)}` } : {}))
  }
  for (let from = 1; from <= size; from += 1_000)
    await storePapers(Array.from({ length: Math.min(1_000, size + 1 - from) }, (_none, at) => from + at))
  const settings = { read: 'library' as const, collections: [], to_list: false, push_to: null, push_notes: false }
  await saveZotero(product, user, { key: KEY, ...settings })
  const sync = () => syncZotero(product, { user_id: user._id }, benchRun)
  const rows: Record<string, object> = { [`first reading of ${size} items`]: await measure(sync) }
  library.add(simItem(1, { DOI: '', extra: `arXiv:${paperId(1).slice(6)}` }))
  rows['one new item'] = await measure(sync)
  rows['no change'] = await measure(sync)
  console.table(rows)
}

async function measure(run: () => Promise<unknown>): Promise<object> {
  for (const { requests } of [simulator, works]) requests.length = 0
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const startedAt = performance.now()
  await run()
  const seconds = (performance.now() - startedAt) / 1_000
  clearInterval(timer)
  const pauses = (simulator.requests.length * GAP_MS.zotero + works.requests.length * GAP_MS.crossref) / 1_000
  return {
    'requests to Zotero': simulator.requests.length,
    'to Crossref': works.requests.length,
    'seconds without pauses': Number(seconds.toFixed(2)),
    'MB more at most': Math.round((most - before) / 1e6),
    'seconds with the pauses': Number((seconds + pauses).toFixed(1)),
  }
}

function collection(name: string) {
  return mongoose.connection.collection<{ _id: string }>(name)
}

async function measureMinute(): Promise<void> {
  const library = await collection('zotero_libraries').findOne()
  const at = new Date()
  const due_at = new Date(at.getTime() + 3_600_000)
  await collection('zotero_libraries').insertMany(
    Array.from({ length: libraries }, (_none, number) => {
      const _id = `reader-${number}`
      return { ...library, _id, push_to: { key: 'COLL2345', name: 'Paperdawn' }, compared_at: at, due_at }
    }),
  )
  await collection('zotero_libraries').updateOne({ _id: library?._id ?? '' }, { $set: { due_at } })
  const takeTimes = async () => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now()
      await requestZoteroSyncs(product)
      times.push(performance.now() - startedAt)
    }
    return times.toSorted((one, other) => one - other)[ROUNDS / 2]?.toFixed(1)
  }
  console.log(`a minute with ${libraries} libraries, no list changed: ${await takeTimes()} ms (median of ${ROUNDS})`)
  setClock(new Date(at.getTime() + 60_000))
  await collection('reading_list').insertMany(
    Array.from({ length: 20 }, (_none, number) => ({
      _id: `item-${number}`,
      user_id: `reader-${number}`,
      paper_id: paperId(1),
      changed_at: new Date(at.getTime() + 30_000),
    })),
  )
  console.log(`with 20 lists changed: ${await takeTimes()} ms`)
  setClock(null)
}
