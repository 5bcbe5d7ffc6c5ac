import { expect, test } from 'bun:test'
import { findFreePort } from '#api/platform/embedded/port.ts'
import { enqueueJob } from '#api/store/jobs/jobs.ts'
import { addressOf, useProductProcesses, type ProductProcess } from '#tests/api/support/productProcess.ts'
import { findLostSaves, otherStatuses, useSavingClients } from '#tests/api/support/savingClients.ts'
import { sized } from '#tests/support/longRun.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

/** How often the product is stopped and started again. */
const STOPS = sized({ short: 1, long: 10, everything: 100 })
const CLIENTS = 21
/** The product is stopped after this many answers at most; how many is drawn at random. */
const ANSWERS_MAX = 300

const port = findFreePort()
const clients = useSavingClients()
const { launch } = useProductProcesses(() => ({ ...clients.settings(), PORT: `${port}` }))

const isListening = () =>
  fetch(`http://127.0.0.1:${port}/api/health/live`, { keepalive: false }).then(
    () => true,
    () => false,
  )

/** Waits while the product is not there. */
const back = (stopping: AbortSignal) => waitUntil(() => stopping.aborted || isListening())

test('Every request that was sent on an open connection is answered when the product is stopped under load', async () => {
  let product: ProductProcess = launch()
  await addressOf(product)
  const { ledger, stop: stopClients } = await clients.start(CLIENTS, { port, back })
  const durations: number[] = []
  const codes = new Set<number>()
  for (let stop = 0; stop < STOPS; stop += 1) {
    const until = ledger.answers + CLIENTS + Math.random() * ANSWERS_MAX
    await waitUntil(() => ledger.answers > until, 1)
    const started = performance.now()
    product.kill('SIGTERM')
    codes.add(await product.exited)
    durations.push(performance.now() - started)
    product = launch()
    await addressOf(product)
  }
  await stopClients()
  if (STOPS > 1) console.log({ ...ledger, saved: undefined, stopsMs: durations.map(Math.round) })

  expect(ledger.failures).toEqual([])
  expect([...codes]).toEqual([0])
  expect(otherStatuses(ledger)).toEqual([])
  expect(await findLostSaves(ledger)).toEqual([])
})

test('A stream of a job ends without an error when the product is stopped', async () => {
  const product = launch({ PAPERDAWN_ROLES: 'web' })
  const address = await addressOf(product)
  const id_token = await clients.signAdmin()
  const headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
  await fetch(`${address}/api/auth/firebase`, { method: 'POST', headers, body: JSON.stringify({ id_token }) })
  // No process runs it.
  const job = await enqueueJob({ kind: 'load-samples', input: {}, dedupe_key: 'stream', requested_by: 'start' })
  const events = await fetch(`${address}/api/admin/jobs/${job._id}/events`, { headers })
  product.kill('SIGTERM')
  const text = await events.text()
  expect(text).toContain('event: job')
  expect(text).not.toContain('event: end')
  expect(await product.exited).toBe(0)
})
