import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { indexDay } from '#api/ranking/ranker.ts'
import { saveToList } from '#api/services/readingList/readingList.ts'
import { prepareRanking } from '#api/services/ranking/prepareRanking.ts'
import { readTastes } from '#api/services/ranking/fitting.ts'
import { rankForReader } from '#api/services/ranking/rankForReader.ts'
import { readRankingDay } from '#api/services/ranking/rankingDay.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { findMuted, sortCandidates } from '#api/services/delivery/candidates.ts'
import { papersIn, readDay, type DayPaper } from '#api/services/delivery/dayPapers.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { findIdsSince } from '#api/store/papers/rankingPapers.ts'
import { findReaders, type Reader, type UserRecord } from '#api/store/readers/users.ts'
import { benchRun } from './benchRun.ts'
import { addReaders, BEFORE, DAY, fillLibrary, PAPERS } from './inventedDay.ts'

// Measures one day of invented papers for BENCH_READERS invented readers, each with a model: time to rank and to store, processor time,
// memory and bytes; beside a naive delivery, which ranks all papers of the day for each reader and stores a document for
// each card.
const READERS = Number(process.env['BENCH_READERS'] ?? 10_000)
const NAIVE_READERS = 100
/** Readers who save papers and whose models are fitted; the others get copies of these models. */
const FITTED = 40
const SAVES = 20
const FULL = 100_000
const NEXT = '2026-11-19'

const counters: Record<string, number> = {}
const run: JobContext = {
  ...benchRun,
  count: (name, by) => {
    counters[name] = (counters[name] ?? 0) + by
  },
}

/** Delivers `day` to all readers of the database. */
async function deliver(day: string): Promise<{ seconds: number; cpuSeconds: number }> {
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  await deliverAll({ day }, run, { sharedFrom: Infinity })
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 }
}

/** Fits the models of some readers as the product does, and returns them as they are stored. */
async function fitModels(): Promise<StoredModel[]> {
  await prepareRanking(benchRun)
  await addReaders(FITTED)
  const ids = await findIdsSince(BEFORE)
  for (const [index, user] of (await findReaders({ after: '', until: 'g' }, FITTED)).entries())
    for (let save = 0; save < SAVES; save++)
      await saveToList(user as UserRecord, { paper_id: ids[(index * SAVES + save) % ids.length]! })
  const readers = await findReaders({ after: '', until: 'g' }, FITTED)
  await readTastes(readers.map(({ _id }) => _id))
  const { connection } = mongoose
  const models = await connection.collection<StoredModel>('tastes').find().toArray()
  for (const name of ['users', 'tastes', 'reading_list']) await connection.collection(name).deleteMany({})
  return models
}

interface StoredModel {
  _id: string
  state: string
}

/** Stores one of the models for each reader who has none. */
async function giveModels(models: readonly StoredModel[]): Promise<void> {
  const { connection } = mongoose
  const tastes = connection.collection<StoredModel>('tastes')
  const known = new Set((await tastes.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id))
  const missing: string[] = []
  for await (const { _id } of connection.collection<{ _id: string }>('users').find({}, { projection: { _id: 1 } }))
    if (!known.has(_id)) missing.push(_id)
  for (let from = 0; from < missing.length; from += 500)
    await tastes.insertMany(
      missing.slice(from, from + 500).map((_id, index) => ({ ...models[(from + index) % models.length]!, _id })),
    )
}

async function measure(models: readonly StoredModel[]): Promise<void> {
  const rows: Record<string, object> = {}
  const times: { readers: number; seconds: number; cpuSeconds: number }[] = []
  let readers = 0
  for (const share of [0.25, 0.5, 1]) {
    await addReaders(Math.round(READERS * share) - readers)
    await giveModels(models)
    readers = Math.round(READERS * share)
    await mongoose.connection.collection('deliveries').deleteMany({})
    await deliver(BEFORE)
    const { seconds, cpuSeconds } = await deliver(DAY)
    Bun.gc(true)
    times.push({ readers, seconds, cpuSeconds })
    rows[readers] = {
      seconds: round(seconds),
      'CPU s': round(cpuSeconds),
      'CPU ms/reader': round((cpuSeconds * 1000) / readers),
      'RSS MB': Math.round(process.memoryUsage().rss / 1024 ** 2),
    }
  }
  console.log(`One day of ${PAPERS} papers for invented readers of 3 to 8 categories`)
  console.table(rows)
  for (const [index, { readers: more, seconds }] of times.entries()) {
    const less = times[index - 1]
    if (less === undefined) continue
    const slope = (seconds - less.seconds) / (more - less.readers)
    console.log(
      `${less.readers} to ${more}: ${round(slope * 1e3)} ms a reader; ${FULL} readers: ${round(slope * FULL)} s`,
    )
  }
  const again = await deliver(DAY)
  console.log(`Repeated without a change: ${round(again.seconds)} s`)
  const next = await deliver(NEXT)
  console.log(`A day without papers: ${round(next.seconds)} s`)
}

/** Bytes of the deliveries of the day, and of their files. */
async function measureBytes(): Promise<void> {
  const deliveries = mongoose.connection.collection('deliveries')
  const [sizes] = await deliveries
    .aggregate([
      { $match: { day: DAY } },
      { $group: { _id: null, bytes: { $avg: { $bsonSize: '$$ROOT' } }, cards: { $avg: '$size' } } },
    ])
    .toArray()
  await mongoose.connection.db?.admin().command({ fsync: 1 })
  const stored = await mongoose.connection.db?.command({ collStats: 'deliveries' })
  console.log('Size of deliveries, of all days that were delivered')
  console.table({
    'cards of a delivery': round(sizes?.['cards']),
    'BSON bytes of a delivery of the day': Math.round(sizes?.['bytes']),
    'bytes in the file per delivery, of any day': Math.round(stored?.['storageSize'] / stored?.['count']),
    'bytes of indexes per delivery': Math.round(stored?.['totalIndexSize'] / stored?.['count']),
  })
}

/** Processor time in ms a reader to find the candidates of the day, and to rank them. */
async function measureParts(): Promise<void> {
  const [dayPapers, day] = [await readDay(DAY), await readRankingDay(DAY)]
  const readers = await findReaders({ after: '', until: 'g' }, 1_000)
  const tastes = await readTastes(readers.map(({ _id }) => _id))
  const start = process.cpuUsage()
  const candidates: DayPaper[][] = []
  for (const reader of readers) {
    const wanted = new Set(reader.category_ids)
    const muted = await findMuted(dayPapers, reader)
    candidates.push(
      sortCandidates(papersIn(dayPapers, wanted), { muted, wanted, history: {}, cardIds: new Set() }).candidates,
    )
  }
  const sorted = process.cpuUsage(start)
  for (const [index, reader] of readers.entries())
    await rankForReader(day, reader, {
      taste: tastes.get(reader._id),
      candidates: (candidates[index] ?? []).map(({ id }) => id),
      explained: 300,
    })
  const all = process.cpuUsage(start)
  const perReader = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000 / readers.length
  const sorting = perReader(sorted)
  console.log(`Of this, ms of CPU a reader: candidates ${round(sorting)}, ranking ${round(perReader(all) - sorting)}`)
}

/** A delivery without shared work: all papers are ranked for each reader, and each card is a document. */
async function measureNaive(): Promise<number> {
  const { connection } = mongoose
  const [naive, cards] = [
    connection.collection<{ _id: string }>('naive'),
    connection.collection<{ _id: string }>('cards'),
  ]
  const { papers } = await readDay(DAY)
  const day = await readRankingDay(DAY)
  const users = await connection.collection<Reader & { _id: string }>('users').find().limit(NAIVE_READERS).toArray()
  const cpu = process.cpuUsage()
  for (const { _id, category_ids, interests } of users) {
    const wanted = new Set<string>(category_ids)
    // The day is indexed for each reader, so that nothing computed from its texts is kept.
    const { cards: ranked } = await rankForReader(
      { ...day, index: indexDay(day.index.papers, day.vocabulary.frequencies) },
      { _id, category_ids, interests },
      { taste: (await readTastes([_id])).get(_id), candidates: papers.map(({ id }) => id), explained: 300 },
    )
    const byId = new Map(papers.map((paper) => [paper.id, paper]))
    const own = ranked
      .map((card) => ({ ...card, id: card.paper_id }))
      .filter(({ id }) => byId.get(id)?.category_ids.some((code) => wanted.has(code)))
      .slice(0, 300)
    await cards.bulkWrite(
      own.map(({ id }) => ({
        updateOne: {
          filter: { _id: `${_id}:${id}` },
          update: { $setOnInsert: { user_id: _id, paper_id: id, first_shown_on: DAY } },
          upsert: true,
        },
      })),
      { ordered: false },
    )
    await naive.insertOne({ _id: `${_id}:${DAY}`, cards: own } as never)
  }
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 1000 / users.length
}

const round = (value: number) => Math.round(value * 100) / 100

const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
try {
  await openDatabase(mongod.uri)
  await fillLibrary()
  const models = await fitModels()
  console.log(`Models: ${models.map(({ state }) => state)[0]}, of ${SAVES} saves`)
  await measure(models)
  await measureParts()
  await measureBytes()
  console.log(`Naive, ${NAIVE_READERS} readers: ${round(await measureNaive())} ms of CPU a reader`)
} finally {
  await closeDatabase()
  await mongod.stop()
  await rm(folder, { recursive: true, force: true })
}
