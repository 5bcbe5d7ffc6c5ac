import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import mongoose from 'mongoose'
import type { TargetKind } from '#api/contract/limits.ts'
import { setClock } from '#api/platform/clock.ts'
import { announce, MORNING, rows, useConnections } from '#tests/api/support/connections.ts'
import { startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { useApp } from '#tests/support/app.ts'
import { sized } from '#tests/support/longRun.ts'
import { testMongo } from '#tests/support/mongod.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { makeFolder } from '#tests/support/process.ts'

const simulator = await startOutgoingSimulator()
const app = useApp()
const { connect } = useConnections(app, simulator)
const folder = await makeFolder()
const PROCESS = new URL(import.meta.resolve('#tests/api/support/messageKillProcess.ts')).pathname
/** Every how many database events the process is killed. */
const STEP = sized({ short: 9, long: 3, everything: 1 })
const MESSAGES = { channel: 2, room: 2, program: 1 }

afterAll(() => Promise.all([simulator.stop(), folder[Symbol.asyncDispose]()]))
afterEach(() => setClock(null))
beforeEach(async () => {
  await announce(12)
  await connect('channel', 'slack')
  await connect('room', 'matrix')
  await connect('program', 'webhook')
})

async function launch(killAt = 0) {
  const uri = new URL(await testMongo())
  uri.pathname = `/${mongoose.connection.name}`
  const journal = join(folder.path, 'journal')
  return Bun.spawn([process.execPath, PROCESS, uri.href, MORNING, app.product.config.publicUrl, journal], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, LOG_LEVEL: 'silent', ...(killAt > 0 && { KILL_AT: String(killAt) }) },
  })
}

async function finish(killAt = 0): Promise<{ code: number; events: number }> {
  const child = await launch(killAt)
  const events = Number(await new Response(child.stdout).text())
  return { code: await child.exited, events }
}

const forget = async () => {
  await mongoose.connection.collection('outbox').deleteMany({})
  simulator.received.length = 0
}

/**
 * What was lost, and what a receiver was shown twice, after a process was killed and another one has run. `isAnswered`: all
 * that was posted was answered.
 */
async function reconcile({ isAnswered = true } = {}) {
  const stored = await rows()
  const [lost, twice]: [string[], string[]] = [[], []]
  for (const [name, parts] of Object.entries(MESSAGES)) {
    const received = simulator.receivedBy(name)
    const row = stored.find(({ kind }) => kind === received[0]?.kind)
    const shown = received.filter(({ isNew }) => isNew)
    // A program drops the ids that it has.
    const ids = name === 'program' ? shown.map(({ headers }) => headers['webhook-id']) : shown.map(({ text }) => text)
    const distinct = new Set(ids)
    if (name !== 'program' && distinct.size < shown.length) twice.push(name)
    const isMarked = stored.some(({ kind, state }) => kind === 'slack' && state === 'uncertain')
    const isDone = distinct.size === parts && row?.state === 'sent'
    // What was answered before the kill is known, also if the database did not have it.
    if (row?.state === 'uncertain' && isAnswered && distinct.size !== (row.parts_done ?? 0)) lost.push(`${name}: known`)
    if (!isDone && !(name === 'channel' && isMarked)) lost.push(`${name}: ${distinct.size} of ${parts}, ${row?.state}`)
  }
  return { lost, twice, uncertain: stored.filter(({ state }) => state === 'uncertain').map(({ kind }) => kind) }
}

describe('A process that posts days and is killed', () => {
  test('at any of its database commands loses nothing and repeats nothing that is shown', async () => {
    const { events } = await finish()
    expect(await reconcile()).toEqual({ lost: [], twice: [], uncertain: [] })
    expect(events).toBeGreaterThan(30)
    for (let point = 1; point <= events; point += STEP) {
      await forget()
      expect({ point, code: (await finish(point)).code }).toEqual({ point, code: 137 })
      expect((await finish()).code).toBe(0)
      const { lost, twice } = await reconcile()
      expect({ point, lost, twice }).toEqual({ point, lost: [], twice: [] })
    }
  })

  test('after a channel has accepted a message leaves it uncertain, and repeats it where repetitions are dropped', async () => {
    for (const name of Object.keys(MESSAGES)) {
      await forget()
      const accepted = Promise.withResolvers<void>()
      simulator.faults.set(name, [{ after: accepted.promise }])
      const child = await launch()
      await waitUntil(() => simulator.receivedBy(name).length > 0)
      child.kill('SIGKILL')
      await child.exited
      accepted.resolve()
      expect((await finish()).code).toBe(0)
      const uncertain: TargetKind[] = name === 'channel' ? ['slack'] : []
      expect({ name, ...(await reconcile({ isAnswered: false })) }).toEqual({ name, lost: [], twice: [], uncertain })
    }
  })
})
