import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { addDays, instantOf, setClock } from '#api/platform/clock.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { storePage } from '#api/services/ingestion/readStep.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { createBiorxivSource } from '#api/sources/biorxiv/biorxiv.ts'
import { createCrossrefSource } from '#api/sources/crossref/crossref.ts'
import { createEprintSource } from '#api/sources/eprint/eprint.ts'
import { createPubmedSource } from '#api/sources/pubmed/pubmed.ts'
import type { SourcePage } from '#api/sources/source.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { startBiorxivSimulator } from '#tests/simulators/biorxiv.ts'
import { startCrossrefSimulator } from '#tests/simulators/crossref.ts'
import { simEprints, startEprintSimulator } from '#tests/simulators/eprint.ts'
import { startPubmedSimulator } from '#tests/simulators/pubmed.ts'
import { simCreated } from '#tests/simulators/simArticles.ts'
import { simBatch } from '#tests/simulators/simPapers.ts'
import { simPosted } from '#tests/simulators/simPreprints.ts'
import { simRegistered } from '#tests/simulators/simWorks.ts'
import { benchRun } from './benchRun.ts'

// Measures how fast a day of each simulated source is read, parsed and stored, against a raw unordered bulk write of the
// same documents into a collection with the same indexes.
const DAY = '2026-11-18'
const POSTED = addDays(DAY, -1)
const [MANY, SOME] = [5_000, 1_500]

const arxiv = startArxivSimulator({ papers: simBatch(MANY, DAY) })
const biorxiv = startBiorxivSimulator({ preprints: simPosted(SOME, POSTED) })
const crossref = startCrossrefSimulator({ works: simRegistered(SOME, POSTED) })
const eprint = startEprintSimulator({ papers: simEprints(400, POSTED, 1_001) })
const pubmed = startPubmedSimulator({ articles: simCreated(SOME, POSTED, 99_900_001) })
const simulators = [arxiv, biorxiv, crossref, eprint, pubmed]

const common = { gapMs: 0, contactEmail: 'papers@example.org', rateLimit: mongoRateLimit() }
const query = 'pubmed.0123456789abcdef'
const reading = { from: DAY, until: DAY, signal: benchRun.signal }
const readers: Record<string, () => AsyncIterable<SourcePage>> = {
  'arXiv, OAI-PMH': () =>
    createArxivSource({ ...common, ...arxiv }).announcements.readChanges({ ...reading, categories: ['cs.LG'] }),
  bioRxiv: () =>
    createBiorxivSource({ ...common, apiUrl: biorxiv.apiUrl, server: 'biorxiv' }).announcements.readDays({
      ...reading,
      categories: [],
    }),
  'Crossref, one journal': () =>
    createCrossrefSource({ ...common, apiUrl: crossref.apiUrl }).announcements.readDays({
      ...reading,
      categories: ['journal.9999-9994'],
    }),
  'IACR ePrint': () =>
    createEprintSource({ ...common, oaiUrl: `${eprint.apiUrl}/oai` }).announcements.readDays({
      ...reading,
      categories: [],
    }),
  'PubMed, one query': () =>
    createPubmedSource({
      ...common,
      apiUrl: pubmed.apiUrl,
      readQueries: async () => new Map([[query, 'lanterns[ti]']]),
    }).announcements.readDays({ ...reading, categories: [query] }),
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}
const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1000)

async function measure(read: () => AsyncIterable<SourcePage>) {
  const papers = mongoose.connection.collection('papers')
  const raw = mongoose.connection.collection('bench_raw')
  await papers.deleteMany({})
  const pages: SourcePage[] = []
  const readMs = await timeOf(async () => {
    for await (const page of read()) pages.push(page)
  })
  let stored = 0
  const storeMs = await timeOf(async () => {
    for (const page of pages) stored += await storePage('bench', page, benchRun)
  })
  const documents = await papers.find().toArray()
  for (const { key } of await papers.indexes()) await raw.createIndex(key)
  const rawMs = await timeOf(() =>
    raw.bulkWrite(
      documents.map((document) => ({ insertOne: { document } })),
      { ordered: false },
    ),
  )
  await raw.drop()
  return {
    records: documents.length,
    'read and parsed/s': perSecond(stored, readMs),
    'stored/s': perSecond(stored, storeMs),
    'bulkWrite/s': perSecond(documents.length, rawMs),
    'stored : bulkWrite': Math.round((100 * rawMs) / storeMs) / 100,
    'all : bulkWrite': Math.round((100 * rawMs) / (readMs + storeMs)) / 100,
  }
}

const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
try {
  await openDatabase(mongod.uri)
  setClock(instantOf(DAY, '12:00', 'UTC'))
  const rows: Record<string, object> = {}
  for (const [name, read] of Object.entries(readers)) rows[name] = await measure(read)
  console.log('A day of each simulated source')
  console.table(rows)
} finally {
  await closeDatabase()
  await Promise.all(simulators.map((simulator) => simulator.stop()))
  await mongod.stop()
  await rm(folder, { recursive: true, force: true })
}
