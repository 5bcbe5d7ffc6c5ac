import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, ARXIV_ZONE, instantOf, setClock } from '#api/platform/clock.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import { seedCategories } from '#api/services/ingestion/categories.ts'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { createBiorxivSource } from '#api/sources/biorxiv/biorxiv.ts'
import { Sources } from '#api/sources/sources.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { runScript } from '#tests/support/process.ts'
import { benchRun } from './benchRun.ts'

// Measures the memory of the process that reads a back-fill of a year of a simulated bioRxiv with BENCH_RECORDS records:
// while they are read and stored, and while they are sorted into categories. It must not grow with the number of records.
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 300_000)
const NEWEST = '2026-11-18'
const DAYS = 360
const PER_DAY = Math.ceil(RECORDS / DAYS)
/** Memory after all records of a part, divided by that after a third of them, above which the benchmark fails. */
const RATIO_MAX = 1.2

/** The simulator has all records in its memory, so it runs in a process of its own. */
const startSimulator = () =>
  runScript(
    `
    import { addDays } from '#api/platform/clock.ts'
    import { startBiorxivSimulator } from '#tests/simulators/biorxiv.ts'
    import { simPosted } from '#tests/simulators/simPreprints.ts'
    const [, newest, days, perDay] = process.argv
    const simulator = startBiorxivSimulator({ pageSize: 100, clock: () => new Date(newest + 'T12:00:00Z') })
    for (let age = 1; age <= Number(days); age += 1)
      simulator.preprints.push(...simPosted(Number(perDay), addDays(newest, -age)))
    // The log of requests is not asked for.
    setInterval(() => (simulator.requests.length = 0), 1_000)
    console.log(simulator.apiUrl)`,
    { args: [NEWEST, String(DAYS), String(PER_DAY)] },
  )

interface Sample {
  part: string
  records: number
  rss: number
  heap: number
}
const samples: Sample[] = []
const megabytes = (bytes: number) => Math.round(bytes / 1024 ** 2)

/** Samples the memory after each third of the records. */
function sample(part: string, before: number, done: number): void {
  const third = RECORDS / 3
  if (Math.floor(before / third) === Math.floor(done / third)) return
  Bun.gc(true)
  const { rss, heapUsed } = process.memoryUsage()
  samples.push({ part, records: done, rss, heap: heapUsed })
  console.error(`${part}: ${done} records, RSS ${megabytes(rss)} MB, heap ${megabytes(heapUsed)} MB`)
}

const done = new Map<string, number>()
const run = {
  ...benchRun,
  async progress({ done: records, step = '' }: { done: number; step?: string }) {
    const part = step.startsWith('bioRxiv') ? 'read and stored' : 'sorted into categories'
    sample(part, done.get(part) ?? 0, records)
    done.set(part, records)
  },
}

/** Prints the memory of a part. Returns whether it stayed flat. */
function print(part: string): boolean {
  const own = samples.filter((one) => one.part === part)
  const [first, last] = [own[0], own.at(-1)]
  const ratio = (of: 'rss' | 'heap') => Math.round((100 * (last?.[of] ?? 0)) / (first?.[of] ?? 1)) / 100
  console.log(`Memory of the process while records are ${part}`)
  console.table(
    own.map(({ records, rss, heap }) => ({ records, 'RSS in MB': megabytes(rss), 'heap in MB': megabytes(heap) })),
  )
  console.log(`The last divided by the first: RSS ${ratio('rss')}, heap ${ratio('heap')}`)
  return own.length > 1 && ratio('rss') <= RATIO_MAX
}

const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
const simulator = startSimulator()
const index = openSqliteIndex({ folder: ':memory:' })
try {
  const apiUrl = (await simulator.nextLine()) ?? ''
  await openDatabase(mongod.uri)
  setClock(instantOf(NEWEST, '12:00', ARXIV_ZONE))
  const biorxiv = createBiorxivSource({
    server: 'biorxiv',
    apiUrl,
    gapMs: 0,
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
  })
  await seedCategories()
  await makeReader('ada', ['biorxiv.neuroscience'])
  const input = { source: 'biorxiv', from: addDays(NEWEST, 1 - DAYS), until: NEWEST }
  await ingest({ index, sources: new Sources([biorxiv]) }, input, run)
  if (!['read and stored', 'sorted into categories'].map(print).every(Boolean)) process.exitCode = 1
} finally {
  await index.close()
  await closeDatabase()
  await simulator[Symbol.asyncDispose]()
  await mongod.stop()
  await rm(folder, { recursive: true, force: true })
}
