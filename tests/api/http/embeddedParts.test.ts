import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setClock } from '#api/platform/clock.ts'
import type { PublicConfig } from '#api/contract/auth.ts'
import type { SystemHealth } from '#api/contract/admin.ts'
import type { ErrorBody } from '#api/contract/errors.ts'
import type { Job } from '#api/contract/jobs.ts'
import type { PaperList } from '#api/contract/papers.ts'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { batch } from '#tests/api/support/pipeline.ts'
import { addressOf, outputOf, useProductProcesses, type ProductProcess } from '#tests/api/support/productProcess.ts'
import { emulatorToken } from '#tests/support/emulator.ts'
import { makeFolder, processesOf } from '#tests/support/process.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const WEDNESDAY = '2026-11-18'
const CLOCK = `${WEDNESDAY}T05:30:00Z`
/** Keeps a user below the limit of 600 requests a minute, however long the database takes to start. */
const REQUEST_PAUSE_MS = 110
const CHOSEN = ['cs.LG', 'math.PR', 'hep-th', 'q-bio.NC', 'econ.EM', 'gr-qc', 'quant-ph']

const simulator = startArxivSimulator()
let folder: Awaited<ReturnType<typeof makeFolder>>
/** A link to the program, which a test can move away. */
let binary = ''

beforeAll(async () => {
  setClock(new Date(CLOCK))
  folder = await makeFolder()
  binary = join(folder.path, 'mongod')
  await symlink(await findMongod({ configured: process.env['MONGOD_BINARY'], report: () => undefined }), binary)
  for (const [index, category] of CHOSEN.entries())
    simulator.papers.push(...batch(10, WEDNESDAY, 10_001 + 100 * index, { categories: [category] }))
})
afterAll(async () => {
  await simulator.stop()
  await folder[Symbol.asyncDispose]()
  setClock(null)
})
const { launch } = useProductProcesses(() => ({
  PAPERDAWN_DATA: join(folder.path, 'data'),
  MONGOD_BINARY: binary,
  PAPERDAWN_CLOCK: CLOCK,
  ARXIV_RSS_URL: simulator.rssUrl,
  ARXIV_OAI_URL: simulator.oaiUrl,
  ARXIV_API_URL: simulator.apiUrl,
  ARXIV_HTML_URL: simulator.htmlUrl,
  ARXIV_GAP_MS: '200',
}))

interface Started {
  child: ProductProcess
  /** Sends a request as the admin. */
  call(method: string, path: string, body?: object): Promise<Response>
  emulator: string
}

/** Starts the product and signs in. */
async function start(): Promise<Started> {
  const child = launch()
  const address = await addressOf(child)
  await waitUntil(() => outputOf(child).includes('sign-in is ready'))
  const { firebase } = (await (await fetch(`${address}/api/config`)).json()) as PublicConfig
  const emulator = new URL(firebase.emulator_url ?? '').host
  const id_token = await emulatorToken(emulator, 'admin@paperdawn.test')
  const headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
  const call = (method: string, path: string, body?: object) =>
    fetch(`${address}/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect((await call('POST', 'auth/firebase', { id_token })).status).toBe(200)
  return { child, call, emulator }
}

/** Kills the process of a part; `part` is in its command line. */
async function kill(part: 'mongo' | 'auth'): Promise<void> {
  const program = part === 'mongo' ? binary : process.execPath
  for (const id of await processesOf(join(folder.path, 'data', part), program)) process.kill(id, 'SIGKILL')
}

/** Stops it with SIGTERM. No process that it started is left. */
async function stop(child: ProductProcess): Promise<void> {
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(await processesOf(join(folder.path, 'data'))).toEqual([])
}

describe('When the embedded database ends by itself', () => {
  test('the product goes on: acknowledged writes are kept, the job finishes, every response is right or a clear 503', async () => {
    const { child, call } = await start()
    expect((await call('PUT', 'users/me', { category_ids: CHOSEN })).status).toBe(200)
    const id = await startFetch(call)
    await waitUntil(() => simulator.requests.length > 0)

    let number = 0
    let saved = 0
    const statuses = new Set<number>()
    await waitUntil(async () => {
      number += 1
      if (number === 5) await kill('mongo')
      const response = await call('PUT', 'users/me', { name: `Reader ${number}` })
      statuses.add(response.status)
      if (response.status === 200) saved = number
      else expect(((await response.json()) as ErrorBody).error.code).toBe('unavailable')
      return number > 5 && outputOf(child).includes('The database runs again.')
    }, REQUEST_PAUSE_MS)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    const { name } = (await (await call('GET', 'auth/me')).json()) as { name: string }
    // A write whose response was lost may be stored, too.
    expect(Number(name.split(' ')[1])).toBeGreaterThanOrEqual(saved)

    // The stream ends when the job has ended.
    expect(await (await call('GET', `admin/jobs/${id}/events`)).text()).toContain('event: end')
    const job = (await (await call('GET', `admin/jobs/${id}`)).json()) as Job
    expect(job).toMatchObject({ state: 'succeeded' })
    const { total } = (await (await call('GET', 'papers/recent')).json()) as PaperList
    expect(total).toBe(simulator.papers.length)
    expect(child.exitCode).toBeNull()
    await stop(child)
  })

  test('and cannot be started, requests and probes say why until it runs again, and SIGTERM still stops everything', async () => {
    const { child, call } = await start()
    simulator.fail('hang', { times: 1 })
    const events = await call('GET', `admin/jobs/${await startFetch(call)}/events`)
    await rename(binary, `${binary}.away`)
    const [id = 0] = await processesOf(join(folder.path, 'data', 'mongo'), binary)
    process.kill(id, 'SIGKILL')
    await waitUntil(() => outputOf(child).includes('did not start (code 127)'))

    const responses = await Promise.all(['auth/me', 'categories/', 'papers/today'].map((path) => call('GET', path)))
    for (const response of responses) {
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      const { error } = (await response.json()) as ErrorBody
      expect(error.code).toBe('unavailable')
      expect(error.message).toMatch(/not found.* It is started again by itself/)
    }
    const readiness = await call('GET', 'health/ready')
    expect(readiness.status).toBe(503)
    expect(await readiness.json()).toMatchObject({ database: 'down', message: expect.stringContaining('not found') })
    expect((await call('GET', 'config')).status).toBe(200)
    expect((await call('GET', 'health/live')).status).toBe(200)
    // The stream ends; it does not break.
    expect(await events.text()).not.toContain('event: end')

    await rename(`${binary}.away`, binary)
    await waitUntil(async () => (await call('GET', 'health/ready')).status === 200)
    expect((await call('GET', 'auth/me')).status).toBe(200)

    await rename(binary, `${binary}.away`)
    await kill('mongo')
    // The database cannot start again: the stop does not wait for it.
    await stop(child).finally(() => rename(`${binary}.away`, binary))
  })
})

describe('When the sign-in emulator ends by itself', () => {
  test('it is started again with the same accounts and address, and health says so meanwhile', async () => {
    const { child, call, emulator } = await start()
    const idBefore = ((await (await call('GET', 'auth/me')).json()) as { id: string }).id
    await emulatorToken(emulator, 'third@example.org')
    await waitUntil(async () =>
      (await Bun.file(join(folder.path, 'data/auth/accounts.json')).text()).includes('third@'),
    )
    await kill('auth')
    await waitUntil(() => outputOf(child).includes('The sign-in emulator ended unexpectedly'))
    const { checks } = (await (await call('GET', 'admin/system-health')).json()) as SystemHealth
    expect(checks.find(({ name }) => name === 'Sign-in keys')).toMatchObject({
      state: 'down',
      message: expect.stringContaining('The sign-in emulator ended unexpectedly'),
    })
    await waitUntil(() => outputOf(child).includes('The sign-in emulator runs again.'))
    const id_token = await emulatorToken(emulator, 'admin@paperdawn.test')
    const user = (await (await call('POST', 'auth/firebase', { id_token })).json()) as { id: string }
    expect(user.id).toBe(idBefore)
    expect(await Bun.file(join(folder.path, 'data/auth/accounts.json')).text()).toContain('third@')
    await kill('auth')
    await stop(child)
  })
})

/**
 * Starts a fetch from arXiv when none is running: the product fetches at its start, before a user has chosen categories.
 * Returns the id of the job.
 */
const startFetch = (call: Started['call']): Promise<string> =>
  waitUntil(async () => {
    const response = await call('POST', 'admin/fetch-all-sources', {})
    return response.status === 202 && ((await response.json()) as Job).id
  }, REQUEST_PAUSE_MS)
