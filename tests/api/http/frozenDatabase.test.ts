import { afterEach, expect, test } from 'bun:test'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { addressOf, useProductProcesses } from '#tests/api/support/productProcess.ts'
import { freeze, makeFolder, processesOf } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const folder = await makeFolder()
const binary = await findMongod({ configured: process.env['MONGOD_BINARY'], report: () => undefined })
const { launch } = useProductProcesses(() => ({ PAPERDAWN_DATA: folder.path, MONGOD_BINARY: binary }))
afterEach(() => folder[Symbol.asyncDispose]())

interface Answer {
  status: number
  code?: string
}

/** The process of the product's mongod. Never 0, which is the group of this process. */
async function findDatabaseProcess(): Promise<number> {
  const [pid] = await processesOf(folder.path, binary)
  if (pid === undefined) throw new Error('the mongod of the product was not found')
  return pid
}

test('While the database hangs, the probe and every request are answered; then all work again', async () => {
  const address = await addressOf(launch())
  const ask = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`${address}${path}`, init)
    const body = (await response.json()) as { error?: { code: string } }
    return { status: response.status, code: body.error?.code }
  }
  const start = { method: 'POST', body: '{"device":"lab-pc"}', headers: { 'content-type': 'application/json' } }
  const askAll = () => [ask('/api/categories/'), ask('/api/papers/today')]
  await waitUntil(async () => (await Promise.all(askAll())).every(({ status }) => status === 200))

  const mongod = await findDatabaseProcess()
  await freeze(mongod)
  try {
    const ready = ask('/api/health/ready')
    // More requests than the driver has connections.
    const answers = Promise.all([ask('/api/auth/device', start), ...Array.from({ length: 75 }, askAll).flat()])
    expect(await ready).toMatchObject({ status: 503 })
    expect((await answers).filter(({ status, code }) => status !== 503 || code !== 'unavailable')).toEqual([])
  } finally {
    process.kill(mongod, 'SIGCONT')
  }
  await waitUntil(async () => (await ask('/api/health/ready')).status === 200)
  expect((await Promise.all(askAll())).map(({ status }) => status)).toEqual([200, 200])
})
