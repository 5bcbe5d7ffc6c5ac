import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { closeDatabase, isMajorityConfirming, openDatabase, pingDatabase } from '#api/store/database.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/faultProxy.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const WAITING = 200
const LIMIT_MS = 600_000
/** How a command begins in the messages of MongoDB: the type of its value and its name. */
const COMMANDS = { ping: '\u0010ping\0', delete: '\u0002delete\0' }

/** How often each command was sent to the server. */
const sent = { ping: 0, delete: 0 }
/** While it is set, pings do not reach the server. */
let held: (() => void)[] | null = null
let proxy: FaultProxy

const release = () => {
  for (const pass of held ?? []) pass()
  held = null
}
const forget = () => Object.assign(sent, { ping: 0, delete: 0 })

beforeAll(async () => {
  const { port: mongodPort, pathname } = new URL(await testDatabase())
  proxy = await startFaultProxy(Number(mongodPort), async (bytes) => {
    if (bytes.includes(COMMANDS.delete)) sent.delete += 1
    if (!bytes.includes(COMMANDS.ping)) return
    sent.ping += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    if (held === null) resolve()
    else held.push(resolve)
    await promise
  })
  await openDatabase(`mongodb://127.0.0.1:${proxy.port}${pathname}?directConnection=true`)
})
afterAll(async () => {
  await closeDatabase()
  await proxy[Symbol.asyncDispose]()
})

const pingAll = () => Promise.all(Array.from({ length: WAITING }, () => pingDatabase(LIMIT_MS)))

describe('Requests that wait at the same time', () => {
  test('ask once whether the database answers', async () => {
    forget()
    held = []
    const answers = pingAll()
    await waitUntil(() => held?.length)
    // It asks while the ping of the others is not answered.
    const late = pingDatabase(LIMIT_MS)
    release()
    expect([...(await answers), await late].filter((ms) => ms > 0)).toHaveLength(WAITING + 1)
    expect(sent.ping).toBe(1)
    await pingAll()
    expect(sent.ping).toBe(2)
  })

  test('ask once whether a majority confirms', async () => {
    forget()
    const confirmed = await Promise.all(Array.from({ length: WAITING }, () => isMajorityConfirming(LIMIT_MS)))
    expect([new Set(confirmed), sent.delete]).toEqual([new Set([true]), 1])
  })

  test('have a limit of their own, and those that come after it ask again', async () => {
    forget()
    held = []
    const patient = pingDatabase(LIMIT_MS)
    await waitUntil(() => held?.length)
    expect(await pingDatabase(0).catch((error: Error) => error.message)).toBe('The database does not answer.')
    const next = pingDatabase(LIMIT_MS)
    await waitUntil(() => held?.length === 2)
    release()
    expect([await patient, await next].filter((ms) => ms > 0)).toHaveLength(2)
    expect(sent.ping).toBe(2)
  })
})
