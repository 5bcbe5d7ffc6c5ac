import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { callbackify } from 'node:util'
import mongoose from 'mongoose'
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { useApp } from '#tests/support/app.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { refusal, startMailServer } from '#tests/api/support/mailServer.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { endOf, runDigests } from '#tests/api/support/digestRuns.ts'

const relay = await startRefusingServer()
/** Addresses that the strict relay does not know. */
const gone = new Set<string>()
const strict = await startMailServer({
  onRcptTo: callbackify(async ({ address }: SMTPServerAddress, _session: SMTPServerSession) => {
    if (gone.has(address)) throw refusal(550, '5.1.1 User unknown')
  }),
})
const { as, product } = useApp()
let worker: Worker
afterAll(() => Promise.all([relay.stop(), strict.stop()]))
beforeEach(() => {
  relay.accept()
  relay.accepted.length = 0
  gone.clear()
  worker = startWorker(product, { pollMs: 20, retryMs: 1 })
})
afterEach(async () => {
  await worker.stop()
  setClock(null)
})

const names = Array.from({ length: 12 }, (_, index) => `reader${index}`)
const addresses = names.map((name) => `${name}@example.org`).toSorted()
const MAILBOX = '550 Requested action not taken: mailbox unavailable'

async function beginDay(day: string): Promise<void> {
  await announceTitles(day, [`Lanterns of ${day}`])
  setClock(new Date(`${day}T08:00:00Z`))
}
const outbox = async (query: object = {}) =>
  (await as('admin').admin.outbox.get({ query: { limit: 50, ...query } })).data?.items ?? []
const suppressed = async () => (await as('admin').admin.suppressions.get()).data?.items.map(({ id }) => id) ?? []
/** Lets the time pass after which mails are retried: it is that of the database, which no test sets. */
const passRetryTime = () =>
  mongoose.connection.db
    ?.collection('outbox')
    .updateMany({ retry_at: { $ne: null } }, { $set: { retry_at: new Date(0) } })

describe('A mail server that refuses every address for a time', () => {
  test('is asked for three of twelve readers; all get their digest when it is well, and none is held back', async () => {
    await setUpMail(as, relay)
    for (const name of names) await subscribe(as, name)
    await beginDay('2026-11-16')
    relay.refuse('rcpt-to', MAILBOX)
    expect(await runDigests()).toMatchObject({
      state: 'failed',
      error: `The mail server refused the last 3 mails: ${MAILBOX}`,
    })
    expect(await outbox()).toHaveLength(3)
    // As long as it refuses, each run asks for one reader more.
    expect(await runDigests()).toMatchObject({ state: 'failed' })
    expect((await outbox()).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'failed'))
    expect(await suppressed()).toEqual([])

    relay.accept()
    await passRetryTime()
    expect(await runDigests()).toMatchObject({ state: 'succeeded', counters: { due: 12, sent: 12 } })
    expect(relay.accepted.toSorted()).toEqual(addresses)
    relay.accepted.length = 0
    await beginDay('2026-11-17')
    expect(await runDigests()).toMatchObject({ state: 'succeeded', counters: { due: 12, sent: 12 } })
    expect(relay.accepted.toSorted()).toEqual(addresses)
  })

  test('is asked for one reader more, and not for the others, when it then says to come back later', async () => {
    await setUpMail(as, relay)
    for (const name of names) await subscribe(as, name)
    await beginDay('2026-11-16')
    relay.refuse('rcpt-to', MAILBOX)
    expect(await runDigests()).toMatchObject({ state: 'failed' })
    relay.refuse('rcpt-to', '451 4.7.1 Come back later')
    expect(await runDigests()).toMatchObject({ state: 'failed', counters: { not_tried: 8 } })
    expect((await outbox()).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'failed'))
  })

  test('also with an exact code, and on two days, holds no address back', async () => {
    await setUpMail(as, relay)
    for (const name of names) await subscribe(as, name)
    relay.refuse('rcpt-to', '550 5.1.1 User unknown')
    for (const day of ['2026-11-16', '2026-11-17']) {
      await beginDay(day)
      for (let run = 0; run < 3; run++) {
        expect(await runDigests()).toMatchObject({ state: 'failed' })
        await passRetryTime()
      }
    }
    expect(await suppressed()).toEqual([])
    relay.accept()
    expect(await runDigests()).toMatchObject({ state: 'succeeded', counters: { sent: 12 } })
    expect(relay.accepted.toSorted()).toEqual(addresses)
  })

  test('says nothing against an address that it refuses alone on the next day', async () => {
    await setUpMail(as, relay)
    for (const name of names) await subscribe(as, name)
    await beginDay('2026-11-16')
    relay.refuse('rcpt-to', MAILBOX)
    expect(await runDigests()).toMatchObject({ state: 'failed' })
    // The newest is the first in the list. The third refusal in a row stops the run, and counts against no address.
    const firstTwo = (await outbox()).slice(1).map(({ to }) => to)
    // Resets the count of the refusals.
    await setUpMail(as, relay)
    relay.refuse('rcpt-to', MAILBOX, { to: firstTwo })
    await beginDay('2026-11-17')
    expect(await runDigests()).toMatchObject({ state: 'partial', counters: { sent: 10, deferred: 2, suppressed: 0 } })
    expect(await suppressed()).toEqual([])
  })

  test('gets the welcome mails later, each once', async () => {
    await setUpMail(as, relay)
    relay.refuse('rcpt-to', MAILBOX)
    const readers = names.slice(0, 4)
    for (const name of readers) await as(name).users.me.put({ preferences: { digest: { enabled: true } } })
    await Promise.all(
      (await as('admin').admin.jobs.get({ query: { kind: 'send-welcome' } })).data?.items.map(({ id }) => endOf(id)) ??
        [],
    )
    expect((await outbox()).map(({ kind, state }) => [kind, state])).toEqual(readers.map(() => ['welcome', 'failed']))

    relay.accept()
    await runDigests()
    expect(relay.accepted).toEqual([])
    await passRetryTime()
    await runDigests()
    await passRetryTime()
    await runDigests()
    expect(relay.accepted.toSorted()).toEqual(readers.map((name) => `${name}@example.org`))
  })
})

describe('An address that the mail server refuses while it accepts others', () => {
  test('is held back on the second day, and its digest of the first is retried', async () => {
    await setUpMail(as, strict)
    for (const name of names) await subscribe(as, name)
    gone.add(addresses[3]!)
    await beginDay('2026-11-16')
    expect(await runDigests()).toMatchObject({ state: 'partial', counters: { sent: 11, deferred: 1 } })
    expect(await suppressed()).toEqual([])
    for (let run = 0; run < 4; run++) {
      await passRetryTime()
      await runDigests()
    }
    expect(await outbox({ state: 'failed' })).toMatchObject([{ to: addresses[3], attempts: 4, retry_at: null }])
    await beginDay('2026-11-17')
    expect(await runDigests()).toMatchObject({ state: 'partial', counters: { sent: 11, suppressed: 1 } })
    expect(await suppressed()).toEqual([addresses[3]!])
  })

  test('is not held back if it received a mail between two refusals, nor at once after it was released', async () => {
    await setUpMail(as, strict)
    for (const name of names.slice(0, 2)) await subscribe(as, name)
    const [ada = ''] = addresses
    for (const [day, isGone] of [
      ['2026-11-16', true],
      ['2026-11-17', false],
      ['2026-11-18', true],
    ] as const) {
      if (isGone) gone.add(ada)
      else gone.delete(ada)
      await beginDay(day)
      await runDigests()
    }
    expect(await suppressed()).toEqual([])
    await beginDay('2026-11-19')
    await runDigests()
    expect(await suppressed()).toEqual([ada])
    await as('admin').admin.suppressions.release.post({ ids: [ada] })
    await beginDay('2026-11-20')
    await runDigests()
    expect(await suppressed()).toEqual([])
  })
})

describe('A mail server that takes messages and ends the connection without a reply', () => {
  test('gets three of twelve; the others are sent when it is well, and those perhaps sent are not sent again', async () => {
    await setUpMail(as, relay)
    for (const name of names) await subscribe(as, name)
    await beginDay('2026-11-16')
    relay.refuse('data', null)
    expect(await runDigests()).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('ended the connection without a reply to the last 3 mails'),
    })
    const uncertain = (await outbox()).map(({ to }) => to)
    expect(uncertain).toHaveLength(3)
    relay.accept()
    expect(await runDigests()).toMatchObject({ state: 'succeeded', counters: { due: 9, sent: 9 } })
    await passRetryTime()
    await runDigests()
    expect([...relay.accepted, ...uncertain].toSorted()).toEqual(addresses)
    expect((await outbox({ state: 'uncertain' })).map(({ to }) => to).toSorted()).toEqual(uncertain.toSorted())
  })
})
