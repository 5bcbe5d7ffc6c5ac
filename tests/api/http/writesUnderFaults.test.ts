import { afterAll, beforeAll, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { User } from '#api/contract/users.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { addressOf, useProductProcesses, type ProductProcess } from '#tests/api/support/productProcess.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import { startReplicaSet, type ReplicaSet } from '#tests/api/support/replicaSet.ts'
import { claimsOf, firebaseSettings, startIssuer } from '#tests/support/keys.ts'
import { sized } from '#tests/support/longRun.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

/** How often the primary is killed, frozen and steps down. */
const [KILLS, FREEZES, STEP_DOWNS] = sized({ short: [0, 0, 1], long: [3, 2, 3], everything: [100, 20, 50] } as const)
const FAULTS = KILLS + FREEZES + STEP_DOWNS
const READERS = sized({ short: 6, long: 6, everything: 24 })
/** More than a reader can save in the time of these faults. */
const PAPERS = 600 + 150 * FAULTS
const PROJECT = 'paperdawn-tests'
/** Keeps a reader below the limit of 600 requests a minute. */
const PAUSE_MS = 105
/** Successes after a fault, before the next one. */
const RECOVERED = 3 * READERS

const issuer = startIssuer()
let folder: Awaited<ReturnType<typeof makeFolder>>
let set: ReplicaSet

beforeAll(async () => {
  ;[folder, set] = await Promise.all([makeFolder(), startReplicaSet()])
  await openDatabase(set.uri('faults'))
  await announcePapers(
    '2026-11-18',
    Array.from({ length: PAPERS }, (_, number) => ({ number })),
  )
})
afterAll(async () => {
  await closeDatabase()
  await set[Symbol.asyncDispose]()
  await issuer.stop()
  await folder[Symbol.asyncDispose]()
})
const { launch } = useProductProcesses(() => ({
  PAPERDAWN_DATA: folder.path,
  MONGODB_URI: set.uri('faults'),
  ...firebaseSettings(issuer, PROJECT),
}))

/** What the writers have seen. */
interface Ledger {
  /** By user id: the papers whose save was acknowledged. */
  saved: Map<string, Set<string>>
  successes: number
  /** When the last fault began, and the first save was acknowledged that was requested after it. */
  fault: { at: number; overAt: number | null }
  statuses: Map<number, number>
  slowestMs: number
}

/** Saves paper after paper as one reader, each until it is acknowledged, until `stopping`. */
async function write(address: string, name: string, ledger: Ledger, stopping: AbortSignal): Promise<void> {
  const token = await issuer.sign(claimsOf(name, PROJECT))
  const post = (path: string, body: object) =>
    fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const user = (await (await post('auth/firebase', { id_token: token })).json()) as User
  const acknowledged = new Set<string>()
  ledger.saved.set(user.id, acknowledged)
  for (let number = 0; number < PAPERS && !stopping.aborted;) {
    const started = performance.now()
    const { status } = await post('users/me/reading-list', { paper_id: idOf(number) })
    ledger.slowestMs = Math.max(ledger.slowestMs, performance.now() - started)
    ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1)
    if (status === 200 || status === 201) {
      acknowledged.add(idOf(number))
      ledger.successes += 1
      if (started > ledger.fault.at) ledger.fault.overAt ??= performance.now()
      number += 1
    }
    await Bun.sleep(PAUSE_MS)
  }
}

/** Writes until a majority confirms it, each write for at most a second. Returns the time of that. */
async function confirmWrite(): Promise<number> {
  const probe = mongoose.connection.collection('probe')
  await waitUntil(() =>
    probe.insertOne({}, { writeConcern: { w: 'majority', wtimeoutMS: 1_000 } }).then(
      () => true,
      () => false,
    ),
  )
  return performance.now()
}

test('The product loses no acknowledged write when the primary of its database is killed, frozen or steps down', async () => {
  const product: ProductProcess = launch()
  const address = await addressOf(product)
  const ledger: Ledger = {
    saved: new Map(),
    successes: 0,
    fault: { at: 0, overAt: 0 },
    statuses: new Map(),
    slowestMs: 0,
  }
  const stopping = new AbortController()
  const writers = Array.from({ length: READERS }, (_, index) =>
    write(address, `reader${index}`, ledger, stopping.signal),
  )
  /** Waits until the product works again. Returns the time of the first success after the fault. */
  const recovered = async () => {
    const before = ledger.successes
    const first = await waitUntil(() => ledger.fault.overAt)
    await waitUntil(() => ledger.successes > before + RECOVERED)
    return first
  }
  /** ms from each fault to the first acknowledged write: of the product, and of a client without it. */
  const rows: Record<string, { product: number; database: number }[]> = { killed: [], frozen: [], 'stepped down': [] }
  const measure = async (fault: keyof typeof rows, cause: (afterwards: () => Promise<void>) => Promise<void>) => {
    await cause(async () => {
      const started = performance.now()
      ledger.fault = { at: started, overAt: null }
      const [first, confirmed] = await Promise.all([recovered(), confirmWrite()])
      rows[fault]?.push({ product: Math.round(first - started), database: Math.round(confirmed - started) })
    })
    await recovered()
  }
  const disturb = async () => {
    await waitUntil(() => ledger.successes > RECOVERED)
    for (let round = 0; round < FAULTS; round += 1) {
      if (round < KILLS) await measure('killed', set.killPrimary)
      if (round < FREEZES) await measure('frozen', set.freezePrimary)
      if (round < STEP_DOWNS) await measure('stepped down', set.stepDownPrimary)
    }
    stopping.abort()
  }
  await Promise.all([...writers, disturb()])
  if (FAULTS > 1) {
    console.log({ ...ledger, saved: ledger.saved.size })
    for (const [fault, times] of Object.entries(rows))
      console.log(
        `ms until a write was acknowledged, ${fault}, product/database: ${times.map(({ product: ours, database }) => `${ours}/${database}`).join(' ')}`,
      )
  }

  expect(product.exitCode).toBeNull()
  expect([...ledger.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  for (const [user_id, acknowledged] of ledger.saved) {
    const items = await mongoose.connection.collection('reading_list').find({ user_id }).toArray()
    const stored = items.map(({ paper_id }) => String(paper_id))
    expect(stored).toHaveLength(new Set(stored).size)
    expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
  }
})

test('A write that no majority confirms is answered as unavailable; reads are answered, and the write can be repeated', async () => {
  const address = await addressOf(launch())
  const token = await issuer.sign(claimsOf('waiting reader', PROJECT))
  const request = (path: string, body?: object) =>
    fetch(`${address}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
  await request('auth/firebase', { id_token: token })
  const save = () => request('users/me/reading-list', { paper_id: idOf(1) })
  await set.stopReplication(async () => {
    // A write that gives up much later than a request may take, and earlier than the driver of the product.
    const waiting = mongoose.connection
      .collection<{ _id: string }>('probe')
      .insertOne({ _id: 'waiting' }, { writeConcern: { w: 'majority', wtimeoutMS: 15_000 } })
      .catch(() => null)
    expect(await Promise.race([save().then(({ status }) => status), waiting])).toBe(503)
    expect((await request('users/me/reading-list')).status).toBe(200)
  })
  expect((await save()).ok).toBe(true)
  expect(((await (await request('users/me/reading-list')).json()) as { total: number }).total).toBe(1)
})
