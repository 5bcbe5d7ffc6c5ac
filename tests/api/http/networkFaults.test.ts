import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import mongoose from 'mongoose'
import type { ErrorBody } from '#api/contract/errors.ts'
import type { User } from '#api/contract/users.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { addressOf, startProduct, type ProductProcess } from '#tests/api/support/productProcess.ts'
import { announcePapers, idOf } from '#tests/api/support/records.ts'
import {
  FAULT_NAMES,
  startFaultProxy,
  type FaultName,
  type FaultProxy,
  type FaultSide,
} from '#tests/support/faultProxy.ts'
import { claimsOf, firebaseSettings, startIssuer } from '#tests/support/keys.ts'
import { sized } from '#tests/support/longRun.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

type Action = 'read' | 'write'
type Cell = readonly [fault: FaultName, side: FaultSide, action: Action]

/** The faults of the short run, which has them in answers only. The long run has all cells. */
const SHORT = new Set<FaultName>(['garbage', 'another protocol'])
const hasAll = sized({ short: false, long: true })
const PROJECT = 'paperdawn-tests'
/** Much later than a request may take, and earlier than the driver of the product stops to wait for an answer. */
const PATIENCE_MS = 15_000

const cells = FAULT_NAMES.flatMap((fault) =>
  (['request', 'answer'] as const)
    // No connection is made: it has no sides.
    .filter((side) => fault !== 'refused' || side === 'request')
    .filter((side) => hasAll || (SHORT.has(fault) && side === 'answer'))
    .flatMap((side) => (['read', 'write'] as const).map((action): Cell => [fault, side, action])),
)

const issuer = startIssuer()
const times = { slowestAnswerMs: 0, slowestRecoveryMs: 0 }
let folder: Awaited<ReturnType<typeof makeFolder>>
let database: FaultProxy
let front: FaultProxy
let product: ProductProcess
let address: string
let headers: Record<string, string>
let user: User
let papers = 0

beforeAll(async () => {
  folder = await makeFolder()
  const uri = new URL(await testDatabase())
  await openDatabase(uri.href)
  await announcePapers(
    '2026-11-18',
    Array.from({ length: 4 * cells.length }, (_, number) => ({ number })),
  )
  database = await startFaultProxy(Number(uri.port))
  product = startProduct({
    PAPERDAWN_DATA: folder.path,
    MONGODB_URI: `mongodb://127.0.0.1:${database.port}${uri.pathname}?directConnection=true`,
    ...firebaseSettings(issuer, PROJECT),
  })
  address = await addressOf(product)
  front = await startFaultProxy(Number(new URL(address).port))
  const id_token = await issuer.sign(claimsOf('ada', PROJECT))
  headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
  user = (await (await post(address, 'auth/firebase', { id_token })).json()) as User
})
afterAll(async () => {
  if (hasAll) console.log(times)
  product.kill('SIGKILL')
  await product.exited
  await Promise.all([front[Symbol.asyncDispose](), database[Symbol.asyncDispose]()])
  await closeDatabase()
  await issuer.stop()
  await folder[Symbol.asyncDispose]()
})

const get = (origin: string, path: string) => fetch(`${origin}/api/${path}`, { headers, keepalive: false })
const post = (origin: string, path: string, body: object) =>
  fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body), keepalive: false })

const read = (origin: string) => get(origin, 'users/me/reading-list?limit=1')
const write = (origin: string, paper_id: string) => post(origin, 'users/me/reading-list', { paper_id })
const countSaved = (paper_id: string) =>
  mongoose.connection.collection('reading_list').countDocuments({ user_id: user.id, paper_id })
const nextPaper = () => idOf((papers += 1) - 1)

/** Otherwise a product that has ended would show as a refused connection. */
const expectRunning = () => expect(product.signalCode ?? product.exitCode).toBeNull()

async function isReady(): Promise<boolean> {
  expectRunning()
  return (await get(address, 'health/ready')).status === 200
}

/** Reads, repeats the write, and finds it stored once. */
async function expectHealthy(origin: string, paperId: string): Promise<void> {
  expectRunning()
  expect((await read(origin)).status).toBe(200)
  expect([200, 201]).toContain((await write(origin, paperId)).status)
  expect(await countSaved(paperId)).toBe(1)
}

/** Resolves after `PATIENCE_MS` of the database: a change stream waits that long for a change that does not come. */
async function patience(): Promise<'too late'> {
  const stream = mongoose.connection.collection('nothing').watch([], { maxAwaitTimeMS: PATIENCE_MS })
  await stream.tryNext()
  await stream.close()
  return 'too late'
}

/**
 * Number of connections of clients that the product has not closed. Not of all its files: how many connections it has to
 * its database depends on how many requests came at the same time.
 */
async function countClients(): Promise<number> {
  const port = Number(new URL(address).port).toString(16).toUpperCase().padStart(4, '0')
  // https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html
  const sockets = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1)
  return sockets.filter((socket) => {
    const [, local = '', , state = ''] = socket.trim().split(/\s+/)
    return local.endsWith(`:${port}`) && !['06', '0A'].includes(state)
  }).length
}

describe('Between the product and its database', () => {
  test.each(cells)('%s (%s): a %s is right or a clear 503, and all works afterwards', async (fault, side, action) => {
    const paperId = nextPaper()
    await expectHealthy(address, nextPaper())
    await database.begin(fault, side)
    try {
      const startedAt = performance.now()
      const response = await Promise.race([action === 'read' ? read(address) : write(address, paperId), patience()])
      times.slowestAnswerMs = Math.max(times.slowestAnswerMs, performance.now() - startedAt)
      if (response === 'too late') throw new Error('the request was not answered')
      const { error } = (await response.json()) as Partial<ErrorBody>
      expect({ status: response.status, code: error?.code }).toBeOneOf([
        { status: 200, code: undefined },
        { status: 201, code: undefined },
        { status: 503, code: 'unavailable' },
      ])
      expect(database.faults).toBeGreaterThan(0)
      const stored = response.ok && action === 'write' ? await countSaved(paperId) : null
      expect(stored).toBeOneOf([null, 1])
    } finally {
      await database.end()
    }
    const endedAt = performance.now()
    await waitUntil(isReady)
    times.slowestRecoveryMs = Math.max(times.slowestRecoveryMs, performance.now() - endedAt)
    await expectHealthy(address, paperId)
  })
})

describe('Between a client and the product', () => {
  test.each(cells)('%s (%s): a %s can be repeated, and others are served meanwhile', async (fault, side, action) => {
    const paperId = nextPaper()
    const origin = `http://127.0.0.1:${front.port}`
    await waitUntil(isReady)
    const faultsBefore = front.faults
    await front.begin(fault, side)
    const outcome = (action === 'read' ? read(origin) : write(origin, paperId)).then(
      ({ status }) => status,
      () => 'no answer',
    )
    await waitUntil(() => front.faults > faultsBefore)
    await expectHealthy(address, nextPaper())
    await front.end()
    expect(await outcome).toBeOneOf([200, 201, 400, 'no answer'])
    await expectHealthy(origin, paperId)
    await waitUntil(async () => front.open === 0 && (await countClients()) === 0)
  })
})
