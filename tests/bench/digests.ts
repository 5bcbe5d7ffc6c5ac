import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { createOwnTokens } from '#api/http/ownTokens.ts'
import { setClock } from '#api/platform/clock.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { startSending, stopSending } from '#api/services/sending/sender.ts'
import type { Product } from '#api/services/product.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { useAsMailServer } from '#tests/api/support/outboxes.ts'
import { benchRun } from './benchRun.ts'
import { addReaders, DAY, fillLibrary, PAPERS } from './inventedDay.ts'
import { Sources } from '#api/sources/sources.ts'

// Measures the processor time of a digest of 20 papers, from the stored delivery to the stored reply of the mail server:
// reading, writing and sending it. The database and the mail server are processes of their own and not counted.
const READERS = Number(process.env['BENCH_READERS'] ?? 500)
/** Times that all are sent: in the first, much of the code is not compiled yet. */
const RUNS = 4

const secrets = createSecrets('a secret of the tests that is long enough')
const product = {
  config: { smtpAllowPrivate: true, ehloName: 'papers.example.org', publicUrl: 'https://papers.example.org' },
  secrets,
  tokens: createOwnTokens(secrets),
  sources: new Sources(),
} as unknown as Product

/** Sends the digests of all readers, as if none had been sent before. */
async function sendAll(): Promise<{ cpuMs: number; ms: number }> {
  const outbox = mongoose.connection.collection('outbox')
  await outbox.deleteMany({})
  const [started, cpu] = [performance.now(), process.cpuUsage()]
  await sendDigests(product, {}, benchRun)
  const { user, system } = process.cpuUsage(cpu)
  const sent = await outbox.countDocuments({ state: 'sent' })
  if (sent !== READERS) throw new Error(`${sent} of ${READERS} digests were sent`)
  return { cpuMs: (user + system) / 1_000 / READERS, ms: (performance.now() - started) / READERS }
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
  const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
  const serve = [process.execPath, join(import.meta.dirname, 'mail.ts'), 'server']
  const server = Bun.spawn(serve, { stdout: 'pipe' })
  try {
    const { value } = await server.stdout.getReader().read()
    await openDatabase(mongod.uri)
    await startSending({ file: join(folder, 'mail.journal'), installation: 'bench' })
    const port = Number(new TextDecoder().decode(value))
    await useAsMailServer({ host: '127.0.0.1', port }, { max_per_minute: 10_000_000 })
    await fillLibrary()
    await addReaders(READERS)
    const digest = { enabled: true, hour: 0, time_zone: 'UTC', weekdays: [0, 1, 2, 3, 4, 5, 6], max_papers: 20 }
    const changes = Object.entries(digest).map(([name, setting]) => [`preferences.digest.${name}`, setting])
    await mongoose.connection.collection('users').updateMany({}, { $set: Object.fromEntries(changes) })
    setClock(new Date(`${DAY}T20:00:00Z`))
    await deliverAll({ day: DAY }, benchRun, { sharedFrom: Infinity })
    const rows: Record<string, object> = {}
    for (let index = 1; index <= RUNS; index += 1) {
      const { cpuMs, ms } = await sendAll()
      rows[`run ${index}`] = { 'CPU ms/digest': round(cpuMs), 'ms/digest': round(ms) }
    }
    console.log(`${READERS} digests of a day of ${PAPERS} papers`)
    console.table(rows)
  } finally {
    stopSending()
    server.kill()
    await server.exited
    await closeDatabase()
    await mongod.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const round = (value: number) => Math.round(value * 10) / 10

await measure()
