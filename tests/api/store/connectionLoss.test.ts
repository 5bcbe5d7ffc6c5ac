import { afterAll, beforeAll, expect, test } from 'bun:test'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import mongoose from 'mongoose'
import { closeDatabase, openDatabase } from '#api/store/database.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const CALLERS = 20
const LOSSES = 60

/** The connections between the product and its database, which a test can cut. */
const connections = new Set<Socket>()
const proxy = createServer((client) => {
  const upstream = connect(Number(database.port), database.hostname)
  connections.add(client)
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    // The end of one side ends the other, whatever the reason.
    socket.on('error', () => undefined).on('close', () => other.destroy())
    socket.pipe(other)
  }
  client.on('close', () => connections.delete(client))
})
let database: URL

beforeAll(async () => {
  database = new URL(await testDatabase())
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const uri = new URL(database)
  uri.port = `${(proxy.address() as AddressInfo).port}`
  uri.search = 'directConnection=true'
  await openDatabase(uri.href)
})
afterAll(async () => {
  await closeDatabase()
  proxy.close()
})

test('Every command ends when its connection is lost at any moment, and what was acknowledged is stored', async () => {
  const numbers = mongoose.connection.collection<{ _id: number }>('numbers')
  const acknowledged: number[] = []
  const begun: number[] = []
  const ending = new AbortController()
  const write = async () => {
    while (!ending.signal.aborted) {
      const number = begun.push(begun.length)
      try {
        await numbers.insertOne({ _id: number })
        acknowledged.push(number)
      } catch {
        // The outcome is unknown: it may be stored or not.
      }
      // Then the next command takes a connection that was idle, perhaps just when it is lost.
      if (number % 2 === 0) await Bun.sleep(number % 5)
    }
  }
  const callers = Array.from({ length: CALLERS }, write)
  for (let loss = 0; loss < LOSSES; loss += 1) {
    const before = begun.length
    // Each loss meets commands that were begun after the one before.
    await waitUntil(() => begun.length >= before + CALLERS, 1)
    for (const [index, socket] of [...connections].entries()) {
      if (index % 2 === 0) socket.end()
      else socket.destroy()
    }
  }
  ending.abort()
  await Promise.all(callers)
  const stored = await numbers.distinct('_id')
  expect(new Set(acknowledged).difference(new Set(stored))).toEqual(new Set())
  expect(acknowledged.length).toBeGreaterThan(LOSSES)
})
