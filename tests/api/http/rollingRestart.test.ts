import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { startBalancer } from '#tests/api/support/balancer.ts'
import { addressOf, startProduct, type ProductProcess } from '#tests/api/support/productProcess.ts'
import {
  announceForClients,
  findLostSaves,
  makeClients,
  newLedger,
  otherStatuses,
  useClient,
} from '#tests/api/support/savingClients.ts'
import { firebaseSettings, startIssuer } from '#tests/support/keys.ts'
import { sized } from '#tests/support/longRun.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

/** How often a process is stopped and started again. */
const RESTARTS = sized({ short: 3, long: 30, everything: 100 })
const CLIENTS = 12
/** Answers between two restarts. */
const ANSWERS = 60
const PROJECT = 'paperdawn-tests'
/** Folder of another version of the program: then each restart changes between the two. */
const OTHER = process.env['OTHER_PROGRAM']

const ROLES = ['web', 'web', 'worker'] as const
const issuer = startIssuer()
const ports = ROLES.map(() => findFreePort())
const products: ProductProcess[] = []
let folder: Awaited<ReturnType<typeof makeFolder>>
let database: string

beforeAll(async () => {
  ;[folder, database] = await Promise.all([makeFolder(), testDatabase()])
  await openDatabase(database)
  await announceForClients()
})
afterAll(async () => {
  for (const product of products) product.kill('SIGKILL')
  await closeDatabase()
  await issuer.stop()
  await folder[Symbol.asyncDispose]()
})

/** Starts the process with this number, which has its own port and data folder. */
async function start(number: number, version: number): Promise<void> {
  const settings = {
    PORT: `${ports[number]}`,
    PAPERDAWN_ROLES: ROLES[number],
    PAPERDAWN_DATA: `${folder.path}/${number}`,
    PAPERDAWN_SECRET: 'a secret that all processes share',
    MONGODB_URI: database,
    ...firebaseSettings(issuer, PROJECT),
    ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
  }
  const cwd = OTHER !== undefined && version % 2 === 1 ? OTHER : '.'
  products[number] = startProduct(settings, { cwd })
  await addressOf(products[number])
}

test('No request fails while two web processes and a worker are restarted one after the other under load', async () => {
  await Promise.all(ROLES.map((_, number) => start(number, number)))
  const balancer = await startBalancer(ports.filter((_, number) => ROLES[number] === 'web'))
  const ledger = newLedger()
  const stopping = new AbortController()
  const clients = await makeClients(CLIENTS, { port: balancer.port, issuer, project: PROJECT })
  const running = clients.map((client) => useClient(client, ledger, { stopping: stopping.signal, back: nextTurn }))
  const codes = new Set<number | undefined>()
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const until = ledger.answers + ANSWERS
    await waitUntil(() => ledger.answers > until, 1)
    const number = restart % ROLES.length
    products[number]?.kill('SIGTERM')
    codes.add(await products[number]?.exited)
    await start(number, restart + Math.floor(restart / ROLES.length))
  }
  stopping.abort()
  await Promise.all(running)
  await balancer.stop()
  if (RESTARTS > 3) console.log({ ...ledger, saved: undefined })

  expect({ failures: ledger.failures, refused: ledger.refused }).toEqual({ failures: [], refused: 0 })
  expect([...codes]).toEqual([0])
  expect(otherStatuses(ledger)).toEqual([])
  expect(await findLostSaves(ledger)).toEqual([])
})
