import { afterAll, beforeAll, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { claimJob } from '#api/store/jobs/jobClaims.ts'
import { enqueueJob, findJob } from '#api/store/jobs/jobs.ts'
import { findJobs } from '#api/store/jobs/jobLists.ts'
import { findWorkers } from '#api/store/jobs/workers.ts'
import { startArxivSimulator } from '#tests/simulators/arxiv.ts'
import { batch } from '#tests/api/support/pipeline.ts'
import { addressOf, useProductData, useProductProcesses } from '#tests/api/support/productProcess.ts'
import { makeReader } from '#tests/api/support/readers.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const WEDNESDAY = '2026-11-18'
const CLOCK = `${WEDNESDAY}T05:30:00Z`
const CHOSEN = ['cs.LG', 'math.PR', 'hep-th', 'q-bio.NC', 'econ.EM', 'gr-qc', 'quant-ph']
/** Longer than the limit of a test. */
const LONG_MS = 600_000

const simulator = startArxivSimulator()
const dataSettings = useProductData()
beforeAll(() => setClock(new Date(CLOCK)))
afterAll(async () => {
  await simulator.stop()
  setClock(null)
})
const { launch } = useProductProcesses(() => ({
  ...dataSettings(),
  FIREBASE_PROJECT_ID: 'paperdawn-tests',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'paperdawn-tests.firebaseapp.com',
  PAPERDAWN_CLOCK: CLOCK,
  ARXIV_RSS_URL: simulator.rssUrl,
  ARXIV_OAI_URL: simulator.oaiUrl,
  ARXIV_API_URL: simulator.apiUrl,
  ARXIV_HTML_URL: simulator.htmlUrl,
  ARXIV_GAP_MS: '50',
}))

const findIngestion = async () => (await findJobs({ skip: 0, limit: 100, kind: 'ingest' })).items[0]

/** Gives all leases and the slot of the rate limit ten more minutes. */
async function extendLeases(): Promise<void> {
  const later = new Date(Date.now() + LONG_MS)
  const { connection } = mongoose
  await connection.collection('jobs').updateMany({ state: 'running' }, { $set: { 'lease.expires_at': later } })
  await connection.collection('sources').updateMany({ 'slot.holder': { $ne: null } }, { $set: { 'slot.until': later } })
}

test('A product that was killed during an ingestion goes on with it at its next start, long before its lease ends', async () => {
  for (const [index, category] of CHOSEN.entries())
    simulator.papers.push(...batch(10, WEDNESDAY, 10_001 + 100 * index, { categories: [category] }))
  await makeReader('ada', CHOSEN)
  // A job that a worker of another machine runs.
  await enqueueJob({ kind: 'load-samples', input: {}, dedupe_key: 'elsewhere', requested_by: 'start' })
  const elsewhere = await claimJob('0123456789abcdef:elsewhere:1:x', LONG_MS)

  const killed = launch()
  await addressOf(killed)
  await waitUntil(async () => ((await findIngestion())?.counters['new'] ?? 0) > 0)
  simulator.fail('hang')
  await waitUntil(() => simulator.requests.some(({ status }) => status === 0))
  killed.kill('SIGKILL')
  await killed.exited
  const interrupted = await findIngestion()
  expect(interrupted).toMatchObject({ state: 'running', attempts: 1 })
  expect(await findWorkers(LONG_MS)).toHaveLength(1)
  await extendLeases()

  await addressOf(launch())
  await waitUntil(async () => (await findIngestion())?.open === false)
  const ended = await findIngestion()
  expect(ended).toMatchObject({ _id: interrupted?._id ?? '', state: 'succeeded', attempts: 2 })
  // Only the new process counts as a worker.
  const [worker, ...others] = await findWorkers(LONG_MS)
  expect(others).toEqual([])
  expect(worker?._id).not.toBe(interrupted?.lease?.owner)
  // The job of the other machine was not touched.
  const { fence, lease } = (await findJob(elsewhere?._id ?? '')) ?? {}
  expect({ fence, owner: lease?.owner }).toEqual({ fence: elsewhere?.fence, owner: elsewhere?.lease?.owner })
  expect(lease?.expires_at.getTime()).toBeGreaterThan(Date.now())
})
