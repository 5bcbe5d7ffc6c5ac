import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { metrics } from '#api/platform/metrics.ts'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { readMetrics } from '#api/services/health/readMetrics.ts'
import { Outbox } from '#api/store/mail/outboxModel.ts'
import { requestWelcome } from '#api/services/digests/welcome.ts'
import { findUserByUid } from '#api/store/readers/users.ts'
import { addSuppression } from '#api/store/mail/suppressions.ts'
import { useApp } from '#tests/support/app.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { runDigests } from '#tests/api/support/digestRuns.ts'
import { setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const relay = await startRefusingServer()
const { as, product } = useApp()
let worker: Worker
afterAll(relay.stop)
beforeEach(async () => {
  relay.accept()
  worker = startWorker(product, { pollMs: 20, retryMs: 1 })
  await setUpMail(as, relay)
  for (const name of NAMES) await subscribe(as, name)
})
afterEach(async () => {
  await worker.stop()
  setClock(null)
})

const NAMES = ['ada', 'ben', 'cleo', 'dora', 'emil']

/** Sends the digests of this day, and returns what the health says about them. */
async function sendDay(day: string) {
  await announceTitles(day, [`Lanterns of ${day}`])
  setClock(new Date(`${day}T08:00:00Z`))
  return sendDue()
}

async function sendDue() {
  await runDigests()
  return health()
}
const verdict = async () => (await as('admin').admin['system-health'].get()).data?.message
async function health() {
  const { data } = await as('admin').admin['system-health'].get()
  const { total, ...causes } = data?.readers_without_mail ?? { total: -1 }
  const some = Object.fromEntries(Object.entries(causes).filter(([, count]) => count > 0))
  const mails = data?.checks.find(({ name }) => name === 'Mails')
  return { verdict: data?.verdict, state: mails?.state, message: mails?.message ?? '', total, causes: some }
}

describe('The health of the mails', () => {
  test('is down while readers have no digest after a run that was stopped, by number and cause, until they have one', async () => {
    relay.refuse('data', null)
    const stopped = await sendDay('2026-11-16')
    expect(stopped).toMatchObject({ verdict: 'down', state: 'down', total: 5, causes: { uncertain: 3, waiting: 2 } })
    expect(stopped.message).toStartWith(
      '5 readers are without their newest digest: 2 not tried yet, 3 perhaps sent. The connection was lost',
    )
    await readMetrics(product)
    const text = await metrics.metrics()
    expect(text).toContain('paperdawn_readers_without_mail{cause="uncertain"} 3')
    expect(text).toContain('paperdawn_readers_without_mail{cause="waiting"} 2')

    relay.accept()
    expect(await sendDay('2026-11-17')).toMatchObject({
      state: 'ok',
      message: 'The newest digests, of 2026-11-17, reached all their readers.',
      total: 0,
    })
  })

  test('needs attention while welcome mails are not sent, by number and cause, until they are or nobody wants them', async () => {
    relay.refuse('rcpt-to', '450 4.2.0 Greylisted, come back later')
    for (const name of ['fay', 'gus']) {
      await subscribe(as, name)
      await requestWelcome((await findUserByUid(`uid-${name}`))!)
    }
    await waitUntil(async () => (await Outbox.countDocuments({ kind: 'welcome', error: { $ne: null } })) === 2)
    const told = await health()
    expect(told).toMatchObject({ state: 'slow', total: 0, causes: { welcome: 2 } })
    expect(told.message).toStartWith('2 welcome mails were not sent. ')
    expect(told.message).toContain('Greylisted')
    await readMetrics(product)
    expect(await metrics.metrics()).toContain('paperdawn_readers_without_mail{cause="welcome"} 2')

    await subscribe(as, 'gus', { enabled: false })
    expect((await health()).message).toStartWith('1 welcome mail was not sent. ')
    relay.accept()
    // Its pause, by the clock of the database, is over.
    await Outbox.updateMany({ kind: 'welcome' }, { $set: { retry_at: new Date(0) } })
    expect(await sendDay('2026-11-17')).toMatchObject({ state: 'ok', total: 0 })
    expect((await health()).causes).toEqual({})
  })

  test('needs attention while the mails of readers are tried again', async () => {
    relay.refuse('rcpt-to', '452 4.3.1 Not now')
    expect(await sendDay('2026-11-16')).toMatchObject({ state: 'slow', total: 5, causes: { deferred: 5 } })
    // A reader who wants none any more misses nothing.
    await subscribe(as, 'ada', { enabled: false })
    expect(await health()).toMatchObject({ state: 'slow', total: 4 })
  })

  test('is told beside the fault of the mail server, each in a sentence, also when the mails are tried again', async () => {
    relay.refuse('rcpt-to', '550 Requested action not taken: mailbox unavailable')
    expect(await sendDay('2026-11-16')).toMatchObject({ state: 'down', total: 5, causes: { waiting: 2, deferred: 3 } })
    expect(await verdict()).toContain(
      'mailbox unavailable. Mails: 5 readers are without their newest digest: 2 not tried yet, 3 not accepted, to be tried again. ',
    )
    relay.refuse('rcpt-to', '451 4.7.1 Greylisted, come back later')
    // A run asks the server that is at fault for one reader only.
    expect(await sendDue()).toMatchObject({ state: 'down', total: 5, causes: { waiting: 1, deferred: 4 } })
    expect(await sendDue()).toMatchObject({ state: 'slow', total: 5, causes: { deferred: 5 } })
    expect(await verdict()).toMatch(/^Mail server: .+\. Mails: 5 readers are without their newest digest: 5 /)
  })

  test('is down with the mails that are refused for good', async () => {
    relay.refuse('data', '554 5.6.0 Malformed', { to: ['ada@example.org', 'ben@example.org'] })
    const refused = await sendDay('2026-11-16')
    expect(refused).toMatchObject({ state: 'down', total: 2, causes: { refused: 2 } })
    expect(refused.message).toBe(
      '2 readers are without their newest digest: 2 refused, not tried again. 554 5.6.0 Malformed.',
    )
  })

  test('needs attention while an address that was refused before gets no mail', async () => {
    setClock(new Date('2026-11-13T08:00:00Z'))
    await addSuppression('ada@example.org', { cause: 'no-mailbox', reason: '550 5.1.1 No such user' })
    const held = await sendDay('2026-11-16')
    expect(held).toMatchObject({ state: 'slow', total: 1, causes: { suppressed: 1 } })
    expect(held.message).toContain('1 address gets no mail, since 2026-11-13 08:00 UTC.')
  })

  test('counts the readers who are due while all mail is paused', async () => {
    await setUpMail(as, relay, { enabled: false })
    expect(await sendDay('2026-11-16')).toMatchObject({ state: 'slow', total: 5, causes: { waiting: 5 } })
  })
})
