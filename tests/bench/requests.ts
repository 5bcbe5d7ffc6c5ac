import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_PAGE_SIZE } from '#api/contract/limits.ts'
import { setClock } from '#api/platform/clock.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { startProduct } from '#tests/e2e/product.ts'
import { claimsOf, firebaseSettings, startIssuer } from '#tests/support/keys.ts'
import { NOWHERE } from '#tests/support/process.ts'
import { DAY, fillLibrary } from './inventedDay.ts'

// Measures requests a second for what readers open most, of READERS readers with CLIENTS requests at a time, beside a bare
// server that answers `GET /papers/recent` from the same query. They take turns, so that other work on the machine slows
// them alike.
const READERS = 60
const CLIENTS = 16
const ROUNDS = 3
const TURN_MS = Number(process.env['BENCH_TURN_MS'] ?? 3_000)
const HOURS_MS = 24 * 3_600_000
const PROJECT = 'paperdawn-bench'
const CATEGORIES = ['cs.LG', 'cs.AI', 'stat.ML']

/** Sends the request of one of the readers. */
type Ask = (turn: number) => Promise<Response>

const clock = new Date(`${DAY}T07:00:00Z`)
setClock(clock)
const folder = await mkdtemp(join(tmpdir(), 'paperdawn-bench-'))
const mongod = await startMongod({
  binary: await findMongod({ report: console.log }),
  folder,
  report: () => undefined,
})
const uri = mongod.uri.replace('/?', '/bench?')
const issuer = startIssuer()
try {
  await openDatabase(uri)
  await fillLibrary()
  await measure()
} finally {
  await closeDatabase()
  await issuer.stop()
  await mongod.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  await using product = await startProduct({
    arxiv: { rssUrl: NOWHERE, oaiUrl: NOWHERE, apiUrl: NOWHERE, htmlUrl: NOWHERE },
    clock,
    settings: { MONGODB_URI: uri, PAPERDAWN_ROLES: 'web', ...firebaseSettings(issuer, PROJECT) },
  })
  const readers: Record<string, string>[] = []
  while (readers.length < READERS) readers.push(await joinAs(`reader${readers.length}`, product.address))
  const since = new Date(clock.getTime() - HOURS_MS).toISOString()
  const bare = Bun.spawn([process.execPath, join(import.meta.dirname, 'bareServer.ts'), uri, since], { stdout: 'pipe' })
  try {
    const bareUrl = await readAddress(bare.stdout)
    const get =
      (path: string, more: Record<string, string> = {}): Ask =>
      (turn) =>
        fetch(`${product.address}/api${path}`, { headers: { ...readers[turn % READERS], ...more } })
    await compare({
      bare: () => fetch(bareUrl),
      recent: get('/papers/recent'),
      'for me': get('/papers/for-me'),
      dashboard: get(`/users/me/dashboard?first=${DAY_PAGE_SIZE}`),
      'delivered cards': get('/users/me/delivered-cards?limit=50'),
    })
  } finally {
    bare.kill()
    await bare.exited
  }
}

/** Prints the requests a second of each, and their ratio to the first. */
async function compare(asks: Record<string, Ask>): Promise<void> {
  const sums = Object.entries(asks).map(([name, ask]) => ({ name, ask, requests: 0, ms: 0, bytes: 0 }))
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const sum of sums) {
      const { requests, ms, bytes } = await load(sum.ask)
      if (round > 0) Object.assign(sum, { requests: sum.requests + requests, ms: sum.ms + ms, bytes })
    }
  const [base] = sums.map(({ requests, ms }) => requests / ms)
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  console.table(
    Object.fromEntries(
      sums.map(({ name, requests, ms, bytes }) => [
        name,
        {
          'requests/s': Math.round((requests * 1000) / ms),
          'of bare': (requests / ms / base!).toFixed(2),
          kB: Math.round(bytes / 1000),
        },
      ]),
    ),
  )
}

/** The answers to CLIENTS clients during `TURN_MS`: their number, the time until the last one, and the bytes of one. */
async function load(ask: Ask): Promise<{ requests: number; ms: number; bytes: number }> {
  const started = performance.now()
  let [requests, bytes] = [0, 0]
  const send = async () => {
    while (performance.now() - started < TURN_MS) {
      const response = await ask(requests)
      bytes = (await response.arrayBuffer()).byteLength
      if (!response.ok) throw new Error(`${response.status} for ${response.url}`)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, send))
  return { requests, ms: performance.now() - started, bytes }
}

/** Makes an account with categories that has opened its day. Returns the headers of its requests. */
async function joinAs(name: string, address: string): Promise<Record<string, string>> {
  const id_token = await issuer.sign(claimsOf(name, PROJECT))
  const headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${address}/api${path}`, { headers, ...init })
    if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`)
  }
  await send('/auth/firebase', { method: 'POST', body: JSON.stringify({ id_token, category_ids: CATEGORIES }) })
  await send('/users/me/dashboard', {})
  return headers
}

/** The line that the bare server prints. */
async function readAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  for await (const bytes of output) return new TextDecoder().decode(bytes).trim()
  throw new Error('The bare server ended before it printed its address.')
}
