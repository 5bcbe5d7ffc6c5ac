import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMongod } from '#api/platform/embedded/findMongod.ts'
import { startMongod } from '#api/platform/embedded/mongod.ts'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { addressOf, outputOf, useProductProcesses } from '#tests/api/support/productProcess.ts'
import { claimsOf, startIssuer } from '#tests/support/keys.ts'
import { testDatabase } from '#tests/support/mongod.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const issuer = startIssuer()
let folder: string
let database: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paperdawn-process-'))
  database = await testDatabase()
})
afterAll(async () => {
  await issuer.stop()
  await rm(folder, { recursive: true, force: true })
})
const { launch } = useProductProcesses(() => ({
  PAPERDAWN_DATA: folder,
  MONGODB_URI: database,
  FIREBASE_PROJECT_ID: 'paperdawn-tests',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'paperdawn-tests.firebaseapp.com',
  FIREBASE_KEYS_URL: issuer.keysUrl,
  ADMIN_EMAIL_DOMAIN: 'paperdawn.test',
}))

/** Starts it, and returns how to stop it. */
async function start(): Promise<() => Promise<void>> {
  const child = launch()
  await addressOf(child)
  return async () => {
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }
}

/** What a server says first at a port of this machine. */
async function greetingAt(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    return String((await once(socket, 'data'))[0])
  } finally {
    socket.destroy()
  }
}

describe('The product as a process', () => {
  test('responds at the address it prints, and shuts down cleanly on SIGTERM', async () => {
    const child = launch()
    const address = await addressOf(child)
    expect(await (await fetch(`${address}/api/health/ready`)).json()).toMatchObject({
      status: 'ready',
      stopping: false,
    })
    expect((await fetch(`${address}/api/categories/`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect(child.signalCode).toBeNull()
  })

  test('starts its mail sink at the same port after a restart, because saved mail settings name it', async () => {
    const stopFirst = await start()
    const port = Number(await readFile(join(folder, 'mail.port'), 'utf8'))
    expect(await greetingAt(port)).toStartWith('220 ')
    await stopFirst()
    await expect(greetingAt(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const stopSecond = await start()
    expect(await greetingAt(port)).toStartWith('220 ')
    await stopSecond()
  })

  test('completes the current request before it exits', async () => {
    const child = launch()
    const { hostname, port } = new URL(await addressOf(child))
    const body = JSON.stringify({ device: 'x' })
    const socket = connect(Number(port), hostname)
    let response = ''
    socket.on('data', (chunk) => (response += chunk.toString()))
    const head = `POST /api/auth/device HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    // SIGTERM arrives before the rest of the body.
    await new Promise<void>((resolve) => socket.write(head + body.slice(0, 5), () => resolve()))
    await fetch(`http://${hostname}:${port}/api/health/live`)
    child.kill('SIGTERM')
    const isRefused = () =>
      fetch(`http://${hostname}:${port}/api/health/live`).then(
        () => false,
        () => true,
      )
    await waitUntil(isRefused)
    socket.write(body.slice(5))
    expect(await child.exited).toBe(0)
    expect(response).toStartWith('HTTP/1.1 200')
    socket.destroy()
  })

  test('reports all invalid settings at once and exits with code 78', async () => {
    const child = launch({ PORT: 'many', ADMIN_EMAIL: 'nobody', NODE_ENV: 'production' })
    const [code, output] = await Promise.all([child.exited, new Response(child.stderr).text()])
    expect(code).toBe(78)
    for (const name of ['PORT must be', 'ADMIN_EMAIL must be', 'PAPERDAWN_SECRET must be'])
      expect(output).toContain(name)
    expect(output).not.toContain('many')
  })

  test('does not start a second time with the same data folder, and reports it in one sentence', async () => {
    const first = launch()
    const address = await addressOf(first)
    const second = launch()
    const [code, output] = await Promise.all([second.exited, new Response(second.stderr).text()])
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain(`already running as process ${first.pid}, at ${address}`)
  })

  test.each(['web,worker', 'worker'])('reports that its port is in use, as %s', async (PAPERDAWN_ROLES) => {
    using other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('other') })
    const child = launch({ PORT: String(other.port), PAPERDAWN_ROLES })
    const [code, output] = await Promise.all([child.exited, new Response(child.stderr).text()])
    expect(code).toBe(1)
    expect(output).toContain(`Port ${other.port} cannot be used`)
    expect(output).toContain('each Paperdawn process on a machine, web or worker, needs its own')
  })

  test('a worker serves probes and metrics on its own port, and nothing else', async () => {
    const web = await addressOf(launch({ PAPERDAWN_ROLES: 'web' }))
    const child = launch({ PAPERDAWN_ROLES: 'worker', PAPERDAWN_DATA: join(folder, 'worker') })
    const worker = await addressOf(child)
    const idToken = await issuer.sign(claimsOf('admin', 'paperdawn-tests', { email: 'admin@paperdawn.test' }))
    const signIn = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ id_token: idToken })
    expect((await fetch(`${web}/api/auth/firebase`, { ...signIn, body })).status).toBe(200)

    await waitUntil(async () => (await fetch(`${worker}/api/health/ready`)).status === 200)
    expect((await fetch(`${worker}/api/health/live`)).status).toBe(200)
    expect((await fetch(`${worker}/api/categories/`)).status).toBe(404)
    expect((await fetch(`${worker}/api/metrics`)).status).toBe(401)
    // The schedule asks for the announcement at the start, and arXiv is not there.
    const headers = { authorization: `Bearer ${idToken}` }
    const failures = /^paperdawn_source_failures_total\{source="arxiv",cause="unreachable"\} [1-9]/m
    await waitUntil(async () => failures.test(await (await fetch(`${worker}/api/metrics`, { headers })).text()))
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test.each(['PAPERDAWN_DATA', 'PAPERDAWN_SEARCH'])('names %s when its folder cannot be made', async (name) => {
    const child = launch({ [name]: join(import.meta.path, 'below-a-file') })
    const [code, output] = await Promise.all([child.exited, new Response(child.stderr).text()])
    expect(code).toBe(78)
    expect(output).toStartWith(`${name} must name a folder in which this process can create files`)
  })

  test('serves requests while its log cannot be written', async () => {
    const port = findFreePort()
    const child = launch({ PORT: `${port}`, PAPERDAWN_ROLES: 'web', LOG_LEVEL: 'info' }, { logFull: true })
    const statusOf = (path: string) =>
      fetch(`http://127.0.0.1:${port}/api/${path}`).then(
        ({ status }) => status,
        () => (child.exitCode === null ? null : 'ended'),
      )
    // Each request writes a line of the log, after its response.
    expect(await waitUntil(() => statusOf('health/ready'))).toBe(200)
    expect(await statusOf('categories/')).toBe(200)
    expect(await statusOf('health/ready')).toBe(200)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test('waits for its database, returns 503 while it is down, and recovers when it is back', async () => {
    const port = findFreePort()
    const options = {
      binary: await findMongod({ report: () => undefined }),
      folder: join(folder, 'mongo'),
      port,
      report: () => undefined,
    }
    const uri = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`
    const child = launch({ MONGODB_URI: uri, PAPERDAWN_DATA: join(folder, 'outage') })
    const started = addressOf(child)
    const reason = `The database at 127.0.0.1:${port} (replica set rs0) cannot be reached: connect ECONNREFUSED`
    await Promise.race([started, waitUntil(() => outputOf(child).includes(reason))])
    const mongod = await startMongod(options)
    const address = await started
    const statusOf = async (path: string) => (await fetch(`${address}/api/${path}`)).status
    expect(await statusOf('categories/')).toBe(200)
    await mongod.stop()
    const response = await fetch(`${address}/api/categories/`)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } })
    expect([await statusOf('health/live'), await statusOf('health/ready')]).toEqual([200, 503])
    const restartedMongod = await startMongod(options)
    await waitUntil(async () => (await statusOf('categories/')) === 200)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    await restartedMongod.stop()
  })
})
