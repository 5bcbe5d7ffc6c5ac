import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { createLog } from '#api/platform/log.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { sendMail } from '#api/services/sending/outbox.ts'
import { sendSideBySide, startSending, stopSending, takeTurn } from '#api/services/sending/sender.ts'
import type { Product } from '#api/services/product.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { queueMail, type OutboxRecord } from '#api/store/mail/outbox.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'
import { useAsMailServer } from '#tests/api/support/outboxes.ts'

// Measures how many of BENCH_MAILS mails a second are sent durably, from the outbox to the stored reply of the server,
// beside nodemailer alone: one mail after another, and with as many connections. The server is a process of its own.
const MAILS = Number(process.env['BENCH_MAILS'] ?? 3_000)
const CONNECTIONS = 8
const text = 'A new paper about lanterns, tides and harbours. '.repeat(200)
const body = { subject: 'Papers', html: `<p>${text}</p>`, text }

async function serve(): Promise<void> {
  const server = await startMailServer({
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', done)
    },
  })
  console.log(server.port)
}

const perSecond = (started: number, count = MAILS) => Math.round((count * 1_000) / (performance.now() - started))

async function measureNodemailer(port: number, maxConnections: number): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, pool: true, maxConnections, maxMessages: Infinity })
  const started = performance.now()
  let begun = 0
  const sendNext = async () => {
    while (begun < MAILS)
      await transport.sendMail({ from: 'digest@papers.example.org', to: `reader${begun++}@example.org`, ...body })
  }
  await Promise.all(Array.from({ length: maxConnections }, sendNext))
  transport.close()
  return perSecond(started)
}

async function measureProduct(): Promise<number> {
  const product = {
    config: { smtpAllowPrivate: true, ehloName: 'papers.example.org' },
    secrets: createSecrets('a secret of the tests that is long enough'),
  } as unknown as Product
  const rows: OutboxRecord[] = []
  for (let index = 0; index < MAILS; index += 1) {
    const user_id = `reader${index}`
    const mail = { user_id, day: '2026-11-16', to: `${user_id}@example.org`, subject: 'Papers', papers: 1 }
    rows.push(await queueMail({ ...mail, kind: 'digest' }))
  }
  // Lines are written as in production, to nowhere.
  const log = createLog('info', { write: () => undefined })
  const { signal } = new AbortController()
  const started = performance.now()
  const sendOne = async (row: OutboxRecord) => {
    const settings = await takeTurn(product, signal)
    const { state } = await sendMail(product, row, { settings, body, jobId: 'bench', signal, log })
    if (state !== 'sent') throw new Error(`a mail is ${state}`)
  }
  await sendSideBySide(rows, sendOne, signal)
  return perSecond(started)
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
  const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: console.error })
  const mongod = await startMongod({ binary, folder: join(folder, 'mongo'), report: console.error })
  const server = Bun.spawn([process.execPath, import.meta.path, 'server'], { stdout: 'pipe' })
  try {
    const { value } = await server.stdout.getReader().read()
    const port = Number(new TextDecoder().decode(value))
    await openDatabase(mongod.uri)
    await startSending({ file: join(folder, 'mail.journal'), installation: 'bench' })
    await useAsMailServer({ host: '127.0.0.1', port }, { max_per_minute: 10_000_000 })
    const alone = await measureNodemailer(port, 1)
    const together = await measureNodemailer(port, CONNECTIONS)
    const product = await measureProduct()
    const ratio = (bare: number) => Math.round((100 * product) / bare) / 100
    console.log(`${MAILS} mails of ${text.length * 2} characters`)
    console.table({
      'outbox, durable': { 'mails/s': product },
      'nodemailer, one after another': { 'mails/s': alone, ratio: ratio(alone) },
      [`nodemailer, ${CONNECTIONS} connections`]: { 'mails/s': together, ratio: ratio(together) },
    })
  } finally {
    stopSending()
    server.kill()
    await server.exited
    await closeDatabase()
    await mongod.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await (process.argv[2] === 'server' ? serve() : measure())
