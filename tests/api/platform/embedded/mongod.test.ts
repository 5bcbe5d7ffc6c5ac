import { beforeAll, describe, expect, test } from 'bun:test'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient, type Document } from 'mongodb'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { makeFolder, runScript, isAlive } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

let binary = ''
const report = () => undefined
beforeAll(async () => {
  binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report })
})

/** Starts the database, prints its port and process id, and then each number whose write was acknowledged. */
const WRITER = `
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { MongoClient } from 'mongodb'
const [, binary, folder] = process.argv
const { port, pid, uri } = await startMongod({ binary, folder, report: () => undefined })
console.log(port + ' ' + pid)
const kept = new MongoClient(uri).db('test').collection('kept', { writeConcern: { w: 'majority', journal: true } })
for (let n = 0; ; n++) {
  await kept.insertOne({ _id: n })
  console.log(n)
}`

/** Starts the writer and waits for 40 acknowledged writes. Returns the process, its database, and the last number. */
async function startWriter(folder: string) {
  const writer = runScript(WRITER, { args: [binary, folder], quiet: true })
  const [port = 0, pid = 0] = ((await writer.nextLine()) ?? '').split(' ').map(Number)
  let last = ''
  while (last !== '40') last = (await writer.nextLine()) ?? ''
  return { writer, port, pid, acknowledged: 40, [Symbol.asyncDispose]: () => writer.kill('SIGKILL') }
}

/** Runs one command on the database `test` of the server at `port`. */
async function run(port: number, command: Document): Promise<Document> {
  await using client = new MongoClient(`mongodb://127.0.0.1:${port}/?replicaSet=rs0`)
  return await client.db('test').command(command)
}
/** Writes all data to its files, as the server does every minute. */
async function checkpoint(port: number): Promise<void> {
  await using client = new MongoClient(`mongodb://127.0.0.1:${port}/?replicaSet=rs0`)
  await client.db('admin').command({ fsync: 1 })
}
const countKept = async (port: number) => (await run(port, { count: 'kept' }))['n'] as number

describe('The embedded database', () => {
  test('supports transactions after the start, and keeps data and port over a clean restart', async () => {
    await using folder = await makeFolder()
    const first = await startMongod({ binary, folder: folder.path, report })
    expect(first.uri).toBe(`mongodb://127.0.0.1:${first.port}/?replicaSet=rs0`)
    expect(await run(first.port, { hello: 1 })).toMatchObject({ isWritablePrimary: true, setName: 'rs0' })
    await run(first.port, { insert: 'kept', documents: [{ _id: 1 }] })
    await first.stop()
    expect(await first.exited).toBe(0)
    expect(isAlive(first.pid)).toBe(false)
    // The lock file is empty after a clean shutdown.
    expect((await stat(join(folder.path, 'db', 'mongod.lock'))).size).toBe(0)

    const second = await startMongod({ binary, folder: folder.path, report })
    expect(second.port).toBe(first.port)
    expect(await countKept(second.port)).toBe(1)
    await second.stop()
  })

  test('exits when the product is killed, and restarts with every acknowledged write', async () => {
    await using folder = await makeFolder()
    await using started = await startWriter(folder.path)
    const { writer, pid, acknowledged } = started
    await writer.kill('SIGKILL')
    // Started at once: the old server may still be shutting down.
    const next = await startMongod({ binary, folder: folder.path, report })
    expect(isAlive(pid)).toBe(false)
    expect(await countKept(next.port)).toBeGreaterThan(acknowledged)
    await next.stop()
  })

  test('restarts with every acknowledged write after the server was killed', async () => {
    await using folder = await makeFolder()
    await using started = await startWriter(folder.path)
    const { writer, pid, acknowledged } = started
    process.kill(pid, 'SIGKILL')
    await waitUntil(() => !isAlive(pid))
    await writer.kill('SIGKILL')
    const next = await startMongod({ binary, folder: folder.path, report })
    expect(await countKept(next.port)).toBeGreaterThan(acknowledged)
    await next.stop()
  })

  test('replaces a server that kept running after the product and its watcher were killed', async () => {
    await using folder = await makeFolder()
    await using started = await startWriter(folder.path)
    const { writer, pid, acknowledged } = started
    // The shell that reads the pipe first: the pipe is closed when the other one ends, and it would end the database.
    for (const watcher of (await findWatchers(pid)).toReversed()) process.kill(watcher, 'SIGKILL')
    await writer.kill('SIGKILL')
    expect(isAlive(pid)).toBe(true)

    const lines: string[] = []
    const next = await startMongod({ binary, folder: folder.path, report: (line) => lines.push(line) })
    expect(lines).toEqual(['shutting down a database that an earlier run left behind'])
    await waitUntil(() => !isAlive(pid))
    expect(await countKept(next.port)).toBeGreaterThan(acknowledged)
    await next.stop()
  })

  test('uses another port when another program uses its port', async () => {
    await using folder = await makeFolder()
    const first = await startMongod({ binary, folder: folder.path, report })
    await run(first.port, { insert: 'kept', documents: [{ _id: 1 }] })
    await first.stop()
    const otherProgram = Bun.serve({ hostname: '127.0.0.1', port: first.port, fetch: () => new Response('mine') })
    const second = await startMongod({ binary, folder: folder.path, report })
    await otherProgram.stop(true)
    expect(second.port).not.toBe(first.port)
    expect(await run(second.port, { hello: 1 })).toMatchObject({ me: `127.0.0.1:${second.port}` })
    expect(await countKept(second.port)).toBe(1)
    await second.stop()
  })

  test('deletes the files of a dropped collection when later writes are on disk, not minutes later', async () => {
    await using folder = await makeFolder()
    const { port, stop } = await startMongod({ binary, folder: folder.path, report })
    await run(port, { create: 'kept' })
    const { wiredTiger } = await run(port, { collStats: 'kept' })
    const file = join(folder.path, 'db', `${wiredTiger.uri.replace('statistics:table:', '')}.wt`)
    expect(await Bun.file(file).exists()).toBe(true)
    await run(port, { drop: 'kept' })
    await waitUntil(async () => {
      await run(port, { insert: 'later', documents: [{}] })
      await checkpoint(port)
      return !(await Bun.file(file).exists())
    })
    await stop()
  })

  test('reports the error of the server when it does not start', async () => {
    await using folder = await makeFolder()
    await Bun.write(join(folder.path, 'db', 'storage.bson'), 'not a database')
    await expect(startMongod({ binary, folder: folder.path, report })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Unable to read the storage engine metadata file'),
    })
  })
})

/** Returns the watcher shells of the mongod with this id, the oldest first: the other members of its process group. */
async function findWatchers(pid: number): Promise<number[]> {
  const group = await readGroup(`${pid}`)
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && name !== `${pid}`)
  const groups = await Promise.all(ids.map((id) => readGroup(id).catch(() => undefined)))
  const watchers = ids.filter((_, index) => groups[index] === group).map(Number)
  return watchers.sort((a, b) => a - b)
}

async function readGroup(id: string): Promise<string | undefined> {
  return (await readFile(`/proc/${id}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2]
}
