import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { rows, useConnections } from '#tests/api/support/connections.ts'
import { subscribe } from '#tests/api/support/digests.ts'
import { startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { useApp } from '#tests/support/app.ts'
import { sized } from '#tests/support/longRun.ts'
import { testMongo } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'

const simulator = await startOutgoingSimulator()
const app = useApp()
const { save } = useConnections(app, simulator)
const folder = await makeFolder()
const PROCESS = new URL(import.meta.resolve('#tests/api/support/alarmKillProcess.ts')).pathname
/** Every how many database events the process is killed. */
const STEP = sized({ short: 7, long: 3, everything: 1 })
const BEGIN = Date.parse('2026-11-16T12:00:00Z')

afterAll(() => Promise.all([simulator.stop(), folder[Symbol.asyncDispose]()]))
afterEach(() => setClock(null))
beforeEach(async () => {
  await subscribe(app.as, 'admin', { enabled: false })
  const sends = { day: false, hits: false, updates: false, alarms: true }
  await save('admin', 'slack', { ...simulator.valuesOf.slack('room'), sends })
  await save('admin', 'webhook', { ...simulator.valuesOf.webhook('program'), sends })
})

/** Runs the checks in a process of its own, so many minutes after the begin. No worker is alive. */
async function runAt(minute: number, killAt = 0): Promise<{ code: number; events: number }> {
  const uri = new URL(await testMongo())
  uri.pathname = `/${mongoose.connection.name}`
  const instant = new Date(BEGIN + minute * 60_000).toISOString()
  const files = [join(folder.path, 'journal'), folder.path]
  const child = Bun.spawn([process.execPath, PROCESS, uri.href, instant, app.product.config.publicUrl, ...files], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, LOG_LEVEL: 'silent', ...(killAt > 0 && { KILL_AT: String(killAt) }) },
  })
  const events = Number(await new Response(child.stdout).text())
  return { code: await child.exited, events }
}

/** Two runs have seen that no worker runs, of which the second was killed at this event; two more follow. */
async function live(killAt: number): Promise<{ code: number; events: number }> {
  for (const name of ['outbox', 'alarms']) await mongoose.connection.collection(name).deleteMany({})
  simulator.received.length = 0
  await runAt(5)
  const killed = await runAt(10, killAt)
  await runAt(15)
  await runAt(20)
  return killed
}

const shownTo = (name: string) =>
  new Set(simulator.receivedBy(name).map(({ headers, text }) => headers['webhook-id'] ?? text))

test('An alarm is neither lost nor repeated by a process that is killed at any of its database commands', async () => {
  const { events } = await live(0)
  expect(simulator.received).toHaveLength(2)
  expect(events).toBeGreaterThan(30)
  for (let point = 1; point <= events; point += STEP) {
    expect({ point, code: (await live(point)).code }).toEqual({ point, code: 137 })
    const alarms = (await rows()).filter(({ day }) => day.startsWith('alarm '))
    const isUncertain = alarms.some(({ kind, state }) => kind === 'slack' && state === 'uncertain')
    expect({ point, reports: new Set(alarms.map(({ day }) => day)).size }).toEqual({ point, reports: 1 })
    expect({ point, program: shownTo('program').size }).toEqual({ point, program: 1 })
    const posts = simulator.receivedBy('room').length
    expect({ point, isOnce: posts === 1 || (isUncertain && posts === 0) }).toEqual({ point, isOnce: true })
  }
})
