import { afterAll, beforeAll, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { User } from '#api/contract/users.ts'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { enqueueJob } from '#api/store/jobs/jobs.ts'
import { isRefused, KEPT_ALIVE_CLIENTS, type KeptAliveClient } from '#tests/api/support/keptAlive.ts'
import { addressOf, useProductProcesses, type ProductProcess } from '#tests/api/support/productProcess.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { claimsOf, firebaseSettings, startIssuer } from '#tests/support/keys.ts'
import { sized } from '#tests/support/longRun.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

/** How often the product is stopped and started again. */
const STOPS = sized({ short: 1, long: 10, everything: 100 })
const CLIENTS = 21
const PAPERS = 60
const PROJECT = 'paperdawn-tests'
/** The product is stopped after this many answers at most; how many is drawn at random. */
const ANSWERS_MAX = 300

const issuer = startIssuer()
const port = findFreePort()
let folder: Awaited<ReturnType<typeof makeFolder>>
let database: string

beforeAll(async () => {
  ;[folder, database] = await Promise.all([makeFolder(), testDatabase()])
  await openDatabase(database)
  await announcePapers(
    '2026-11-18',
    Array.from({ length: PAPERS }, (_, number) => ({ number })),
  )
})
afterAll(async () => {
  await closeDatabase()
  await issuer.stop()
  await folder[Symbol.asyncDispose]()
})
const { launch } = useProductProcesses(() => ({
  PORT: `${port}`,
  PAPERDAWN_DATA: folder.path,
  MONGODB_URI: database,
  ...firebaseSettings(issuer, PROJECT),
  ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
}))

/** What the clients have seen. */
interface Ledger {
  /** By user id: the papers whose save was acknowledged. */
  saved: Map<string, Set<string>>
  answers: number
  statuses: Map<number, number>
  refused: number
  /** Requests that got no answer, by client. */
  failures: string[]
}

interface Client {
  kind: string
  send: KeptAliveClient
  token: string
  userId: string
}

async function makeClient(number: number): Promise<Client> {
  const [kind, make] = Object.entries(KEPT_ALIVE_CLIENTS)[number % 3]!
  const token = await issuer.sign(claimsOf(`reader${number}`, PROJECT))
  const body = JSON.stringify({ id_token: token })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/firebase`, { method: 'POST', headers, body })
  return { kind, send: make(port), token, userId: ((await response.json()) as User).id }
}

/** Reads and saves without a pause until `stopping`; while the product is not there, waits until it is back. */
async function use({ kind, send, token, userId }: Client, ledger: Ledger, stopping: AbortSignal): Promise<void> {
  const saved = new Set<string>()
  ledger.saved.set(userId, saved)
  const authorization = `Bearer ${token}`
  const post = { 'content-type': 'application/json', authorization }
  for (let turn = 0; !stopping.aborted; turn += 1) {
    const paper_id = idOf(turn % PAPERS)
    const requests = [
      { method: 'GET', path: '/api/papers/today', headers: { authorization }, body: '' },
      { method: 'POST', path: '/api/users/me/reading-list', headers: post, body: JSON.stringify({ paper_id }) },
      { method: 'GET', path: '/api/users/me/reading-list?limit=2', headers: { authorization }, body: '' },
    ]
    for (const request of requests) {
      try {
        const status = await send(request)
        ledger.answers += 1
        ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1)
        if (status === 200 || status === 201) if (request.method === 'POST') saved.add(paper_id)
      } catch (error) {
        if (isRefused(error)) ledger.refused += 1
        else ledger.failures.push(`${kind}, ${request.method}: ${String(error)}`)
        await waitUntil(() => stopping.aborted || isListening())
      }
    }
  }
}

const isListening = () =>
  fetch(`http://127.0.0.1:${port}/api/health/live`, { keepalive: false }).then(
    () => true,
    () => false,
  )

test('Every request that was sent on an open connection is answered when the product is stopped under load', async () => {
  const ledger: Ledger = { saved: new Map(), answers: 0, statuses: new Map(), refused: 0, failures: [] }
  const stopping = new AbortController()
  let product: ProductProcess = launch()
  await addressOf(product)
  const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, number) => makeClient(number)))
  const running = clients.map((client) => use(client, ledger, stopping.signal))
  const durations: number[] = []
  const codes = new Set<number>()
  for (let stop = 0; stop < STOPS; stop += 1) {
    const until = ledger.answers + CLIENTS + Math.random() * ANSWERS_MAX
    await waitUntil(() => ledger.answers > until, 1)
    const started = performance.now()
    product.kill('SIGTERM')
    codes.add(await product.exited)
    durations.push(performance.now() - started)
    product = launch()
    await addressOf(product)
  }
  stopping.abort()
  await Promise.all(running)
  if (STOPS > 1) console.log({ ...ledger, saved: undefined, stopsMs: durations.map(Math.round) })

  expect(ledger.failures).toEqual([])
  expect([...codes]).toEqual([0])
  expect([...ledger.statuses.keys()].filter((status) => ![200, 201].includes(status))).toEqual([])
  for (const [user_id, saved] of ledger.saved) {
    const items = await mongoose.connection.collection('reading_list').find({ user_id }).toArray()
    const stored = new Set(items.map(({ paper_id }) => String(paper_id)))
    expect([...saved].filter((id) => !stored.has(id))).toEqual([])
  }
})

test('A stream of a job ends without an error when the product is stopped', async () => {
  const product = launch({ PAPERDAWN_ROLES: 'web' })
  const address = await addressOf(product)
  const id_token = await issuer.sign(claimsOf('admin', PROJECT, { email: 'admin@paperdawn.test' }))
  const headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
  await fetch(`${address}/api/auth/firebase`, { method: 'POST', headers, body: JSON.stringify({ id_token }) })
  // No process runs it.
  const job = await enqueueJob({ kind: 'load-samples', input: {}, dedupe_key: 'stream', requested_by: 'start' })
  const events = await fetch(`${address}/api/admin/jobs/${job._id}/events`, { headers })
  product.kill('SIGTERM')
  const text = await events.text()
  expect(text).toContain('event: job')
  expect(text).not.toContain('event: end')
  expect(await product.exited).toBe(0)
})
