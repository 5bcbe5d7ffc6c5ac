import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { setUpMail } from '#tests/api/support/digests.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'
import { save, startReader } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'
import { sized } from '#tests/support/longRun.ts'
import { testMongo } from '#tests/support/mongod.ts'
import { makeFolder } from '#tests/support/process.ts'

const app = useApp()
const folder = await makeFolder()
/** Addresses of the mails that the server accepted, in order. */
const received: string[] = []
const server = await startMailServer({
  onData(stream, session, done) {
    stream.resume()
    stream.on('end', () => {
      received.push(String(session.envelope.rcptTo[0]?.address))
      done()
    })
  },
})
const PROCESS = new URL(import.meta.resolve('#tests/api/support/reviewKillProcess.ts')).pathname
const MONDAY = '2026-11-23T12:00:00Z'
const READERS = ['ada', 'ben', 'cleo']
/** Every how many database events the process is killed. */
const STEP = sized({ short: 15, long: 2, everything: 1 })

afterAll(() => Promise.all([server.stop(), folder[Symbol.asyncDispose]()]))
afterEach(() => setClock(null))
beforeEach(async () => {
  await setUpMail(app.as, server)
  await storePapers([1])
  for (const name of READERS) {
    await startReader(app, '2026-11-01T12:00:00Z', { name })
    await app.as(name).users.me.put({ preferences: { review: { weekday: 0 } } })
    await save(app, '2026-11-18T12:00:00Z', 1, {}, name)
  }
})

async function run(killAt = 0): Promise<{ code: number; events: number }> {
  const uri = new URL(await testMongo())
  uri.pathname = `/${mongoose.connection.name}`
  const child = Bun.spawn([process.execPath, PROCESS, uri.href, MONDAY, join(folder.path, 'journal')], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, LOG_LEVEL: 'silent', ...(killAt > 0 && { KILL_AT: String(killAt) }) },
  })
  const events = Number(await new Response(child.stdout).text())
  return { code: await child.exited, events }
}

/** What became of the reviews after a process was killed and another one has run. */
async function reconcile() {
  const rows = await mongoose.connection.collection('outbox').find({ kind: 'review' }).toArray()
  const addresses = READERS.map((name) => `${name}@example.org`)
  const stateOf = (to: string) => rows.find((row) => row['to'] === to)?.['state']
  return {
    twice: addresses.filter((to) => received.filter((one) => one === to).length > 1),
    // Neither sent nor marked, or called sent although the server has none.
    lost: addresses.filter((to) => stateOf(to) !== 'uncertain' && !(stateOf(to) === 'sent' && received.includes(to))),
    rows: rows.length,
  }
}

describe('A process that sends weekly reviews and is killed', () => {
  test('at any of its database commands sends none twice and loses none but those that are marked uncertain', async () => {
    const { events } = await run()
    expect(await reconcile()).toEqual({ twice: [], lost: [], rows: READERS.length })
    expect(received.toSorted()).toEqual(READERS.map((name) => `${name}@example.org`))
    expect(events).toBeGreaterThan(20)
    for (let point = 1; point <= events; point += STEP) {
      await mongoose.connection.collection('outbox').deleteMany({})
      received.length = 0
      expect({ point, code: (await run(point)).code }).toEqual({ point, code: 137 })
      expect((await run()).code).toBe(0)
      expect({ point, ...(await reconcile()) }).toEqual({ point, twice: [], lost: [], rows: READERS.length })
    }
  })
})
