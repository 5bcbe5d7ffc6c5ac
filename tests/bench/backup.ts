import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import '#api/jobs/kinds.ts'
import { readConfig } from '#api/platform/config.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { makeArchive, openRestorable } from '#api/services/backup/archives.ts'
import { restoreArchive } from '#api/services/backup/restore.ts'
import { measureLibrary } from '#api/store/backup/switchLibrary.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { inventPaper } from './inventedLibrary.ts'

// Measures a backup under writes and a restore of BACKUP_PAPERS papers (default 300,000) and BACKUP_READERS readers (default
// 5,000), with the documents of a month of each reader.
const papers = Number(process.env['BACKUP_PAPERS'] ?? 300_000)
const readers = Number(process.env['BACKUP_READERS'] ?? 5_000)
const BATCH = 2_000
const DAYS = 30
/** Documents of one reader. */
const ACTIONS = 200
const SAVED = 50
const VECTOR_BYTES = 384
const MODEL_BYTES = 60_000
const WRITES_A_SECOND = 200

let memory = 0
const noteMemory = () => void (memory = Math.max(memory, process.memoryUsage.rss()))
const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
const report = (line: string) => console.log(line)
const folder = await mkdtemp(join(tmpdir(), 'paperdawn-backup-bench-'))
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report })
const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report })
try {
  await openDatabase(mongod.uri.replace('/?', '/library?'), { use: 'maintenance' })
  await measure()
} finally {
  await closeDatabase()
  await mongod.stop()
  await rm(folder, { recursive: true })
}

async function measure(): Promise<void> {
  await fill()
  const config = readConfig({ NODE_ENV: 'test', PAPERDAWN_DATA: join(folder, 'data') })
  const options = { signal: new AbortController().signal, onProgress: async () => noteMemory() }
  const path = join(folder, 'library.backup')
  const stopped = new AbortController()
  const writing = write(stopped.signal)
  const { bytes, manifest } = await timed('backup under writes', () =>
    makeArchive(config, path, { ...options, passphrase: 'a passphrase of the benchmark' }),
  )
  stopped.abort()
  const writes = await writing
  const documents = manifest.collections.reduce((sum, { count }) => sum + count, 0)
  report(`${documents} documents, ${inMegabytes(await measureLibrary())} on disk; ${writes} writes meanwhile`)
  report(`archive: ${inMegabytes(bytes)}`)
  await timed('restore', async () => {
    const archive = await openRestorable(path, async () => 'a passphrase of the benchmark')
    await restoreArchive(config, archive, { ...options, database: 'library', replace: 'library' })
  })
}

async function insert(name: string, count: number, make: (index: number) => object): Promise<void> {
  for (let at = 0; at < count; at += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, count - at) }, (_none, more) => make(at + more))
    await mongoose.connection.collection(name).insertMany(documents, { ordered: false, writeConcern: { w: 1 } })
  }
  report(`${count} ${name}`)
}

async function fill(): Promise<void> {
  const ids = (index: number) => `reader-${index % readers}`
  await insert('papers', papers, (index) => ({ ...inventPaper(index), _id: `arxiv:${index}`, seq: index + 1 }))
  const vector = Buffer.from(crypto.getRandomValues(new Uint8Array(VECTOR_BYTES)))
  await insert('vectors', papers, (index) => ({
    _id: `arxiv:${index}`,
    model: 'm',
    text_hash: `${index}`,
    vector,
    seq: index,
  }))
  const preferences = { digest: { enabled: true, hour: 7, time_zone: 'UTC', weekdays: [1], max_papers: 20 } }
  const user = { email_verified: true, disabled: false, preferences, category_ids: ['cs.LG', 'cs.CL'] }
  await insert('users', readers, (index) => ({
    ...user,
    _id: ids(index),
    firebase_uid: ids(index),
    email: `${index}@example.org`,
  }))
  const paper_ids = Array.from({ length: 80 }, (_none, index) => `arxiv:${index * 7}`)
  await insert('deliveries', readers * DAYS, (index) => {
    const [user_id, day] = [ids(index), Math.floor(index / readers)]
    return { _id: `${user_id}:${day}`, user_id, day: `${day}`, paper_ids, scores: paper_ids.map((_id, at) => at / 7) }
  })
  await insert('interactions', readers * ACTIONS, (index) => {
    const [user_id, paper_id] = [ids(index), `arxiv:${Math.floor(index / readers)}`]
    return { _id: `${user_id}:${paper_id}`, user_id, paper_id, clicked: true, view_seconds: { '2026-11-20': 12 } }
  })
  await insert('reading_list', readers * SAVED, (index) => {
    const [user_id, paper_id] = [ids(index), `arxiv:${Math.floor(index / readers)}`]
    return { _id: `item-${index}`, user_id, paper_id, notes: 'A note about the method. '.repeat(8), tags: ['later'] }
  })
  const model = Buffer.from(crypto.getRandomValues(new Uint8Array(MODEL_BYTES)))
  await insert('tastes', readers, (index) => ({ _id: ids(index), model }))
}

/** Writes for readers until it is stopped. Returns how often. */
async function write(signal: AbortSignal): Promise<number> {
  let count = 0
  while (!signal.aborted) {
    const _id = `reader-${count % readers}:arxiv:${count % ACTIONS}` as never
    await mongoose.connection.collection('interactions').updateOne({ _id }, { $inc: { clicks: 1 } }, { upsert: true })
    count += 1
    await Bun.sleep(1_000 / WRITES_A_SECOND)
  }
  return count
}

async function timed<Result>(name: string, task: () => Promise<Result>): Promise<Result> {
  Bun.gc(true)
  memory = process.memoryUsage.rss()
  const [started, before] = [performance.now(), memory]
  const result = await task()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  report(`${name}: ${seconds} s; memory at most ${inMegabytes(memory)}, ${inMegabytes(before)} before`)
  return result
}
