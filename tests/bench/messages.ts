import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import { queueDueDays } from '#api/services/connections/queueDays.ts'
import { sendToTarget } from '#api/services/connections/sendToTarget.ts'
import { sealValues } from '#api/services/connections/targetValues.ts'
import { deliverAll } from '#api/services/delivery/deliverAll.ts'
import { createDigestReads } from '#api/services/digests/digestReads.ts'
import { startSending, stopSending } from '#api/services/sending/sender.ts'
import type { Product } from '#api/services/product.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { saveTarget } from '#api/store/mail/targets.ts'
import { startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { withCommandEvents } from '#tests/support/mongod.ts'
import { benchRun } from './benchRun.ts'
import { addReaders, DAY, fillLibrary, PAPERS } from './inventedDay.ts'

// Measures the posting of a day of 20 papers, two messages, to the Slack of each reader: at one host and at several, with
// the pause of a second between two messages to a target, beside bare posts one after another over the same code. The
// database and the services are processes of their own.
const READERS = Number(process.env['BENCH_READERS'] ?? 500)
const HOSTS = 5
const MESSAGES_EACH = 2

const product = {
  config: { production: false, publicUrl: 'https://papers.example.org' },
  secrets: createSecrets('a secret of the tests that is long enough'),
} as unknown as Product

async function serve(): Promise<void> {
  const simulators = await Promise.all(Array.from({ length: HOSTS }, () => startOutgoingSimulator()))
  console.log(JSON.stringify(simulators.map(({ origin }) => origin)))
}

const addressAt = (origin: string, name: string) => ({ address: `${origin}/services/T00000001/B00000001/${name}` })

async function connectAll(origins: readonly string[]): Promise<void> {
  await mongoose.connection.collection('targets').deleteMany({})
  await mongoose.connection.collection('outbox').deleteMany({})
  const users = await mongoose.connection
    .collection('users')
    .find({}, { projection: { _id: 1 } })
    .toArray()
  const ids = users.map(({ _id }) => String(_id))
  await Promise.all(
    ids.map((user_id, index) => {
      const values = addressAt(origins[index % origins.length] ?? '', user_id.replaceAll('-', ''))
      return saveTarget({
        user_id,
        kind: 'slack',
        host: new URL(values.address).host,
        last_four: '',
        sealed: sealValues(product, { user_id, kind: 'slack' }, values),
        sends: { day: true, hits: true, updates: true, review: false, alarms: false },
        on: true,
        last: null,
        failing_since: null,
        renewed_until: null,
        updated_at: new Date(),
      })
    }),
  )
}

/** Messages a second of bare posts, one after another. */
async function measureBare(origin: string): Promise<number> {
  const count = 500
  const body = { text: 'Paperdawn, Tue 22 Sep: 12 papers', blocks: [] }
  const started = performance.now()
  for (let index = 0; index < count; index += 1) {
    const values = addressAt(origin, `bare${index}`)
    const { outcome } = await sendToTarget(product, { kind: 'slack', values, body, key: { id: 'bare', seconds: 0 } })
    if (outcome !== 'sent') throw new Error(`a bare post is ${outcome}`)
  }
  return (count * 1_000) / (performance.now() - started)
}

let commands = 0
async function measurePosting(origins: readonly string[], bare: number) {
  await connectAll(origins)
  const options = { run: benchRun, reads: createDigestReads(), gapMs: 1_000 }
  commands = 0
  const began = performance.now()
  await queueDueDays(product, options)
  const queued = performance.now()
  const asked = commands
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 200)
  await sendMessages(product, {}, benchRun)
  clearInterval(timer)
  const seconds = (performance.now() - queued) / 1_000
  const sent = await mongoose.connection.collection('outbox').countDocuments({ state: 'sent' })
  if (sent !== READERS) throw new Error(`${sent} of ${READERS} days were sent`)
  const perSecond = (READERS * MESSAGES_EACH) / seconds
  return {
    'ms to queue a day': round((queued - began) / READERS),
    'commands to queue': round(asked / READERS),
    'messages/s': round(perSecond),
    'of bare posts': Math.round((100 * perSecond) / bare) / 100,
    'commands to send': round((commands - asked) / READERS),
    'MB at most': Math.round(peak / 1024 ** 2),
  }
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
  const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
  const server = Bun.spawn([process.execPath, import.meta.path, 'server'], { stdout: 'pipe' })
  try {
    const { value } = await server.stdout.getReader().read()
    const origins = JSON.parse(new TextDecoder().decode(value)) as string[]
    await openDatabase(withCommandEvents(mongod.uri))
    mongoose.connection.getClient().on('commandStarted', () => void (commands += 1))
    await startSending({ file: join(folder, 'mail.journal'), installation: 'bench' })
    await fillLibrary()
    await addReaders(READERS)
    const digest = { enabled: false, hour: 0, time_zone: 'UTC', weekdays: [0, 1, 2, 3, 4, 5, 6], max_papers: 20 }
    const changes = Object.entries(digest).map(([name, setting]) => [`preferences.digest.${name}`, setting])
    await mongoose.connection.collection('users').updateMany({}, { $set: Object.fromEntries(changes) })
    setClock(new Date(`${DAY}T20:00:00Z`))
    await deliverAll({ day: DAY }, benchRun, { sharedFrom: Infinity })
    const bare = await measureBare(origins[0] ?? '')
    const one = await measurePosting(origins.slice(0, 1), bare)
    const several = await measurePosting(origins, bare)
    console.log(`${READERS} readers, ${MESSAGES_EACH} messages each, a day of ${PAPERS} papers; bare: ${round(bare)}/s`)
    console.table({ 'one host': one, [`${HOSTS} hosts`]: several })
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

await (process.argv[2] === 'server' ? serve() : measure())
