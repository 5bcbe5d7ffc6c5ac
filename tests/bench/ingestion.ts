import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { storePage } from '#api/services/ingestion/readStep.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import type { SourcePage } from '#api/sources/source.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { feedRecord } from '#tests/api/support/records.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { benchRun } from './benchRun.ts'

// Measures how fast records of a simulated arXiv are stored, against a raw bulk write of the same documents, and the
// memory while BENCH_RECORDS invented records are stored; and how fast papers are replaced by newer versions.
const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 20_000)
const SIMULATED = 5_000
const PAGE = 2_000
const REPLACED = 10_000
const DAY = '2026-11-18'
/** Growth of the memory from 10 % of the records to all of them, in MB, above which the benchmark fails. */
const GROWTH_MAX_MB = 150

/** Prints the records stored in a second from the simulator, and by a raw unordered bulk write of the same documents. */
async function measureRate(): Promise<void> {
  const simulator = startArxivSimulator({
    papers: simBatch(SIMULATED, DAY),
    clock: () => new Date(`${DAY}T15:00:00Z`),
  })
  const source = createArxivSource({
    rssUrl: simulator.rssUrl,
    oaiUrl: simulator.oaiUrl,
    apiUrl: simulator.apiUrl,
    htmlUrl: simulator.htmlUrl,
    gapMs: 0,
    contactEmail: 'papers@example.org',
    rateLimit: mongoRateLimit(),
  })
  const changes = source.announcements.readChanges({
    categories: ['cs.LG'],
    from: DAY,
    until: DAY,
    signal: benchRun.signal,
  })
  const pages: SourcePage[] = []
  const readMs = await timeOf(async () => {
    for await (const page of changes) pages.push(page)
  })
  await simulator.stop()
  let stored = 0
  const storeMs = await timeOf(async () => {
    for (const page of pages) stored += await storePage('arxiv', page, benchRun)
  })
  const { papers, raw } = collections()
  const documents = await papers.find().toArray()
  const insert = () =>
    raw.bulkWrite(
      documents.map((document) => ({ insertOne: { document } })),
      { ordered: false },
    )
  const bareMs = await timeOf(insert)
  await raw.drop()
  for (const { key } of await papers.indexes()) await raw.createIndex(key)
  const indexedMs = await timeOf(insert)
  await Promise.all([raw.drop(), papers.deleteMany({})])
  const rowOf = (ms: number) => ({
    'records/s': perSecond(stored, ms),
    'times as fast as all of it': round((readMs + storeMs) / ms),
  })
  console.log(`${stored} records of the simulated arXiv`)
  console.table({
    'read, parsed and stored': rowOf(readMs + storeMs),
    stored: rowOf(storeMs),
    'bulkWrite, same indexes': rowOf(indexedMs),
    'bulkWrite, no indexes': rowOf(bareMs),
  })
}

/** Stores invented records and prints the memory of the process. Returns whether it stayed flat. */
async function measureMemory(): Promise<boolean> {
  const rows: Record<string, object> = {}
  const steps = [0.1, 0.5, 1].map((share) => Math.ceil((RECORDS * share) / PAGE) * PAGE)
  const sizes: number[] = []
  const started = performance.now()
  for (let first = 0; first < (steps.at(-1) ?? 0); first += PAGE) {
    await storePage('arxiv', makePage(first), benchRun)
    const done = first + PAGE
    if (!steps.includes(done)) continue
    Bun.gc(true)
    const megabytes = process.memoryUsage().rss / 1024 ** 2
    sizes.push(megabytes)
    rows[done] = { 'RSS in MB': round(megabytes), 'records/s': perSecond(done, performance.now() - started) }
  }
  console.log('Memory of the process while records are stored')
  console.table(rows)
  return (sizes.at(-1) ?? 0) - (sizes[0] ?? 0) <= GROWTH_MAX_MB
}

/** Prints how fast stored papers are replaced by their next version, of which the one before is kept. */
async function measureReplacing(): Promise<void> {
  const rows: Record<string, object> = {}
  for (const version of [1, 2, 3]) {
    const ms = await timeOf(async () => {
      for (let first = 0; first < REPLACED; first += PAGE) await storePage('arxiv', makePage(first, version), benchRun)
    })
    rows[`version ${version}`] = { ms: Math.round(ms), 'records/s': perSecond(REPLACED, ms) }
  }
  console.log(`${REPLACED} papers, each replaced twice`)
  console.table(rows)
}

/** A page of new records. Ids have five digits in a month, so each 99,999 records are of another month. */
function makePage(first: number, version = 1): SourcePage {
  const records = Array.from({ length: PAGE }, (_, index) => {
    const number = first + index
    const month = new Date(Date.UTC(2015, Math.floor(number / 99_999), 1)).toISOString().slice(2, 7).replace('-', '')
    const source_id = `${month}.${String((number % 99_999) + 1).padStart(5, '0')}`
    return feedRecord(number, DAY, {
      id: `arxiv:${source_id}`,
      source_id,
      version,
      title: `Result ${number}, version ${version}`,
    })
  })
  return { records, rejected: [], cursor: `${first}`, done: first + PAGE, step: 'invented records' }
}

function collections() {
  const { connection } = mongoose
  return { papers: connection.collection('papers'), raw: connection.collection('bench_raw') }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1000)
const round = (value: number) => Math.round(value * 10) / 10

const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
try {
  await openDatabase(mongod.uri)
  await measureRate()
  await measureReplacing()
  await collections().papers.deleteMany({})
  if (!(await measureMemory())) process.exitCode = 1
} finally {
  await closeDatabase()
  await mongod.stop()
  await rm(folder, { recursive: true, force: true })
}
