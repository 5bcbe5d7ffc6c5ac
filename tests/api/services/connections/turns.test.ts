import { afterAll, afterEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import { announce, MORNING, rows, useConnections } from '#tests/api/support/connections.ts'
import { loneRun, subscribe } from '#tests/api/support/digests.ts'
import { startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const here = await startOutgoingSimulator()
const there = await startOutgoingSimulator()
const app = useApp()
const { as, product } = app
const { connect, save, runAt } = useConnections(app, here)

afterAll(() => Promise.all([here.stop(), there.stop()]))
afterEach(() => {
  setClock(null)
  for (const simulator of [here, there]) {
    simulator.received.length = 0
    simulator.requests.length = 0
  }
})

/** How many rows of the outbox are in each state. */
const statesOf = async () => Object.entries(Object.groupBy(await rows(), ({ state }) => state))
/** Longer than any test. */
const HOUR_MS = 3_600_000

test('A host gets one message at a time, and one that does not answer delays no other host', async () => {
  await announce(3)
  for (const name of ['ada', 'ben', 'cleo', 'dora']) await connect(name, 'slack')
  for (const name of ['eve', 'fay', 'gus', 'hal']) {
    await subscribe(as, name, { enabled: false })
    await save(name, 'slack', there.valuesOf.slack(name))
  }
  const answered = Promise.withResolvers<void>()
  for (const name of ['ada', 'ben', 'cleo', 'dora']) here.faults.set(name, [{ after: answered.promise }])
  const run = runAt(MORNING)
  await waitUntil(() => there.received.length === 4 && here.received.length > 0)
  await waitUntil(async () => (await rows()).filter(({ state }) => state === 'sent').length === 4)
  expect(here.requests).toHaveLength(1)
  expect((await rows()).filter(({ state }) => state === 'handing-off')).toHaveLength(1)
  // None of the others is claimed while it waits: a claim would expire.
  expect((await rows()).filter(({ state }) => state === 'queued')).toHaveLength(3)
  answered.resolve()
  await run
  expect(here.received).toHaveLength(4)
})

test('While a target waits for its second message, others of its host get theirs; a run that ends keeps the rest', async () => {
  await announce(12)
  const names = ['ada', 'ben', 'cleo']
  for (const name of names) await connect(name, 'slack')
  setClock(new Date(MORNING))
  const stop = new AbortController()
  const ended = sendMessages(product, {}, { ...loneRun(), signal: stop.signal }, { gapMs: HOUR_MS })
  await waitUntil(async () => (await rows()).filter(({ parts_done }) => parts_done === 1).length === names.length)
  expect(here.received).toHaveLength(names.length)
  stop.abort(new Error('The process stops.'))
  await expect(ended).rejects.toThrow('The process stops.')
  expect((await rows()).map(({ state, parts_done }) => [state, parts_done])).toEqual(names.map(() => ['queued', 1]))
  await runAt(MORNING)
  for (const name of names) {
    const texts = here.receivedBy(name).map(({ body }) => /\d of 2/.exec(body.text ?? '')?.[0])
    expect(texts).toEqual(['1 of 2', '2 of 2'])
  }
})

test('A host that does not answer is left after some posts, so that the run ends; the rest is posted when it answers again', async () => {
  await announce(3)
  const names = Array.from({ length: 12 }, (_, index) => `reader${index}`)
  for (const name of names) {
    await connect(name, 'slack')
    here.faults.set(name, [{ silent: true }])
  }
  await runAt(MORNING, { limitMs: 1_500 })
  expect((await statesOf()).map(([state, own]) => [state, own?.length]).toSorted()).toEqual([
    ['queued', 4],
    ['uncertain', 8],
  ])
  expect(here.requests).toHaveLength(8)
  here.faults.clear()
  await runAt(MORNING)
  expect(here.received).toHaveLength(12)
  expect((await rows()).filter(({ state }) => state === 'sent')).toHaveLength(4)
})
