import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mongo } from 'mongoose'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod, type Mongod } from '#api/platform/embedded/mongod.ts'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { closeDatabase, openDatabase, waitForDatabase } from '#api/store/database.ts'
import { errorOf } from '#tests/support/errorOf.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: () => undefined })
let folder: string
let mongod: Mongod

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paperdawn-start-'))
  mongod = await startMongod({ binary, folder, report: () => undefined })
})
afterEach(closeDatabase)
afterAll(async () => {
  await mongod.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs `task` on one server, whatever its state. */
async function onServer<Result>(port: number, task: (admin: mongo.Db) => Promise<Result>): Promise<Result> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true&retryWrites=false`)
  try {
    return await task(client.db('admin'))
  } finally {
    await client.close()
  }
}

test('The start goes on after an election that begins while the database is prepared', async () => {
  const reports: string[] = []
  let tries = 0
  const prepare = async () => {
    tries += 1
    if (tries > 1) return
    await onServer(mongod.port, async (admin) => {
      await admin.command({ replSetStepDown: 60, force: true })
      try {
        await admin.collection('test').insertOne({})
      } finally {
        // The only member may be elected again.
        await admin.command({ replSetFreeze: 0 })
      }
    })
  }
  await waitForDatabase(mongod.uri, { prepare, report: (line) => void reports.push(line) })
  expect(tries).toBe(2)
  expect(reports[0]).toStartWith(`The database at 127.0.0.1:${mongod.port} (replica set rs0) cannot be reached: `)
})

test('A single mongod is refused, with what to do, and without the password of its address', async () => {
  const port = findFreePort()
  const command = [binary, '--dbpath', await mkdtemp(join(folder, 'single-')), '--port', `${port}`]
  const single = Bun.spawn([...command, '--bind_ip', '127.0.0.1', '--nounixsocket'], { stdout: 'ignore' })
  try {
    await waitUntil(() => onServer(port, (admin) => admin.command({ ping: 1 })).catch(() => null))
    const refusal = await errorOf(openDatabase(`mongodb://127.0.0.1:${port}/x`))
    expect(refusal).toMatchObject({ code: 'invalid-input' })
    expect(refusal.message).toStartWith(`The database at 127.0.0.1:${port} is a single mongod.`)
    expect(refusal.message).toContain('rs.initiate()')
    const wrong = await errorOf(openDatabase(`mongodb://ada:canary@127.0.0.1:${mongod.port}/x`))
    expect(wrong).toMatchObject({ code: 'invalid-input' })
    expect(String(wrong)).not.toContain('canary')
    expect(String(wrong)).toContain(`The database at 127.0.0.1:${mongod.port} cannot be used: Authentication failed`)
  } finally {
    single.kill('SIGKILL')
    await single.exited
  }
})
