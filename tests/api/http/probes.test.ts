import { afterEach, expect, test } from 'bun:test'
import { createProbeServer } from '#api/http/server.ts'
import { startWorker, type Worker, type WorkerOptions } from '#api/jobs/worker.ts'
import { startJob } from '#api/services/jobs/jobs.ts'
import { findJob } from '#api/store/jobs/jobs.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const { product } = useApp({ env: { PAPERDAWN_ROLES: 'worker' } })
const probes = createProbeServer(product)
const workers: Worker[] = []
const work = (options: WorkerOptions) => {
  const worker = startWorker(product, { kinds: {}, ...options })
  workers.push(worker)
  return worker
}
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

const ask = (path: string) => probes.handle(new Request(`http://localhost${path}`))
async function readiness() {
  const response = await ask('/api/health/ready')
  return { code: response.status, ...((await response.json()) as object) }
}

test('a process that only runs jobs is ready while its worker runs', async () => {
  expect(await readiness()).toMatchObject({ code: 503, status: 'not-ready', database: 'ok', worker: 'late' })
  const worker = work({})
  await waitUntil(async () => (await readiness()).code === 200)
  expect(await readiness()).toMatchObject({ status: 'ready', worker: 'ok' })
  await worker.stop()
  expect(await readiness()).toMatchObject({ code: 503, status: 'not-ready', database: 'ok', worker: 'late' })
})

test('a process that only runs jobs is not ready when its worker has not looked for jobs for a lease', async () => {
  const { id } = await startJob({ kind: 'ingest', input: {}, dedupe_key: 'ingest', requested_by: 'start' })
  // It takes this job, and then does not look again for ten minutes.
  work({ kinds: { ingest: async () => undefined }, leaseMs: 100, pollMs: 600_000 })
  await waitUntil(async () => (await findJob(id))?.open === false)
  await waitUntil(async () => (await readiness()).code === 503)
  expect(await readiness()).toMatchObject({ status: 'not-ready', database: 'ok', worker: 'late' })
  expect((await ask('/api/health/live')).status).toBe(200)
})

test('a process that only runs jobs answers its probes and metrics, and nothing else', async () => {
  const paths = ['/', '/dashboard', '/api/categories/', '/api/docs', '/api/openapi.json', '/api/config', '/api/auth/me']
  const answers = await Promise.all(paths.map(async (path) => [path, (await ask(path)).status] as const))
  expect(answers.filter(([, status]) => status !== 404)).toEqual([])
  expect((await ask('/api/metrics')).status).toBe(401)
})

test('a process that only runs jobs rejects a URL with a NUL character in the error shape', async () => {
  const response = await ask('/api/health/live?x=%00')
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid-input' } })
})
