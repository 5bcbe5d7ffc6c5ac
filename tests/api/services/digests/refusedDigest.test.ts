import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { Job } from '#api/contract/jobs.ts'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { useApp } from '#tests/support/app.ts'
import { setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { runDigests as runDueDigests } from '#tests/api/support/digestRuns.ts'

const server = await startRefusingServer()
const { as, product } = useApp()
let worker: Worker | undefined
afterAll(server.stop)
beforeEach(async () => {
  server.accept()
  server.accepted.length = 0
  await setUpMail(as, server, { user: 'digest', password: 'right' })
  await announceTitles('2026-11-16', ['Lanterns'])
  setClock(new Date('2026-11-16T08:00:00Z'))
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  setClock(null)
})

const outbox = async () => (await as('admin').admin.outbox.get()).data?.items ?? []
const stored = () => mongoose.connection.db?.collection('outbox')
const mailCheck = async () =>
  (await as('admin').admin['system-health'].get()).data?.checks.find(({ name }) => name === 'Mail server')

const runDigests = (): Promise<Job> => {
  worker ??= startWorker(product, { pollMs: 20, retryMs: 1 })
  return runDueDigests()
}

describe('A digest that the mail server refuses', () => {
  test('because of this site fails the run after three mails, and all are sent in a later run', async () => {
    const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'fay']
    for (const name of names) await subscribe(as, name)
    const reply = '554 5.7.1 Service unavailable; client host blocked'
    server.refuse('rcpt-to', reply)
    const before = server.sessions.count
    expect(await runDigests()).toMatchObject({ state: 'failed', error: expect.stringContaining(reply) })
    expect(server.sessions.count - before).toBe(3)
    expect((await outbox()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
    expect(await mailCheck()).toMatchObject({
      state: 'down',
      message: `127.0.0.1 refused the last 3 mails, since 2026-11-16 08:00 UTC: ${reply}.`,
    })
    // While the server keeps refusing, each run tries one mail.
    expect(await runDigests()).toMatchObject({ state: 'failed' })
    expect((await outbox()).length).toBe(4)

    server.accept()
    await stored()?.updateMany({}, { $set: { retry_at: new Date(0) } })
    expect(await runDigests()).toMatchObject({ state: 'succeeded', counters: { due: 6, sent: 6, deferred: 0 } })
    expect(server.accepted.toSorted()).toEqual(names.map((name) => `${name}@example.org`))
    expect(await mailCheck()).toMatchObject({ state: 'ok' })
  })

  test('at the login fails the run, and the health check shows the server’s reply', async () => {
    await subscribe(as, 'ada')
    server.refuse('login', '535 5.7.8 Credentials invalid')
    expect(await runDigests()).toMatchObject({ state: 'failed', error: expect.stringContaining('535 5.7.8') })
    expect(await mailCheck()).toMatchObject({ state: 'down', message: expect.stringContaining('535 5.7.8') })
    // Saving the settings resets the refusals.
    await setUpMail(as, server, { user: 'digest', password: 'new' })
    expect(await mailCheck()).toMatchObject({ state: 'ok' })
  })

  test('because of its content makes the run partial', async () => {
    await subscribe(as, 'ada')
    server.refuse('data', '554 Spam')
    expect(await runDigests()).toMatchObject({
      state: 'partial',
      error: 'Digests: 1 refused by the mail server, not tried again. The outbox lists them.',
    })
  })
})
