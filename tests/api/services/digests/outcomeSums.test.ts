import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Job } from '#api/contract/jobs.ts'
import { outcomeOf } from '#api/services/sending/mailReport.ts'
import { clearMailRefusals } from '#api/store/mail/mailRefusals.ts'
import { Outbox } from '#api/store/mail/outboxModel.ts'
import { useApp } from '#tests/support/app.ts'
import { setUpMail } from '#tests/api/support/digests.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { endOf, runDigests, useDueReaders } from '#tests/api/support/digestRuns.ts'

const NAMES = ['ada', 'ben', 'cleo', 'dora', 'emil']
const OUTCOMES = ['sent', 'deferred', 'refused', 'suppressed', 'uncertain'] as const

const relay = await startRefusingServer()
const stopped = await startRefusingServer()
await stopped.stop()
const { as, product } = useApp()
afterAll(relay.stop)
beforeEach(() => {
  relay.accept()
})
useDueReaders({ as, product }, relay, NAMES)

/** What the mail server does to each mail. */
const FAULTS: Record<string, () => unknown> = {
  'accepts it': () => relay.accept(),
  'defers it': () => relay.refuse('rcpt-to', '451 4.7.1 Come back later'),
  'refuses its address': () => relay.refuse('rcpt-to', '550 5.1.1 No such user'),
  'refuses two addresses': () =>
    relay.refuse('rcpt-to', '550 5.1.1 No such user', { to: ['ada@example.org', 'ben@example.org'] }),
  'refuses this site': () => relay.refuse('mail-from', '554 5.7.1 Blocked'),
  'refuses its content': () => relay.refuse('data', '554 5.6.0 Malformed'),
  'ends the connection before it is handed over': () => relay.refuse('mail-from', null),
  'ends the connection without a reply': () => relay.refuse('data', null),
  'refuses the connection': () => relay.refuse('connect', '554 5.7.1 No service'),
  'is not there': () => setUpMail(as, stopped),
}

/** Number of mails in the outbox by outcome, and of the readers that the health counts. */
async function tell() {
  const rows = await Outbox.find({}).lean()
  const outbox = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, rows.filter((row) => outcomeOf(row) === outcome).length]),
  )
  const { data } = await as('admin').admin['system-health'].get()
  const { total, waiting, welcome: _welcome, ...byCause } = data!.readers_without_mail
  return { outbox, total, waiting, byCause }
}
const countersOf = ({ counters }: Job, names: readonly string[] = OUTCOMES) =>
  Object.fromEntries(names.map((name) => [name, counters[name] ?? 0]))
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

describe.each(Object.entries(FAULTS))('When the mail server %s', (_name, begin) => {
  test('the run of the digests, the outbox and the health count the same', async () => {
    await begin()
    const job = await runDigests()
    const { outbox, total, waiting, byCause } = await tell()
    expect(countersOf(job)).toEqual(outbox)
    const { sent, ...unsent } = outbox
    expect(byCause).toEqual(unsent as typeof byCause)
    expect(waiting).toBe(job.counters['not_tried'] ?? 0)
    expect([sum(outbox) + waiting, total + (sent ?? 0)]).toEqual([5, 5])
    // Again: those with a pause are not due, the others are.
    const again = await runDigests()
    const { due = 0 } = again.counters
    expect(sum(countersOf(again, [...OUTCOMES, 'not_tried', 'still_deferred']))).toBe(due)
  })

  test('the run that sends all again, the outbox and the health count the same', async () => {
    await runDigests()
    await Outbox.updateMany({}, { $set: { state: 'uncertain', sent_at: null } })
    await clearMailRefusals()
    await begin()
    const { data } = await as('admin').admin.outbox.resend.post({ state: 'uncertain' })
    const job = await endOf(data?.id)
    const { outbox, byCause } = await tell()
    const { not_tried = 0 } = job.counters
    expect(sum(countersOf(job)) + not_tried).toBe(5)
    const { uncertain, ...others } = countersOf(job)
    const left: Record<string, number> = { ...others, uncertain: (uncertain ?? 0) + not_tried }
    expect(left).toEqual(outbox)
    const { sent: _sent, ...unsent } = outbox
    expect(byCause).toEqual(unsent as typeof byCause)
  })

  test('the run that sends one mail again and the outbox count the same', async () => {
    await runDigests()
    const row = await Outbox.findOneAndUpdate(
      { to: 'ada@example.org' },
      { $set: { state: 'failed', sent_at: null } },
    ).lean()
    await clearMailRefusals()
    await begin()
    const { data } = await as('admin')
      .admin.outbox({ id: row?._id ?? '' })
      .resend.post()
    const job = await endOf(data?.id)
    const after = await Outbox.findById(row?._id).lean()
    const expected = after && outcomeOf(after)
    expect(countersOf(job)).toEqual(Object.fromEntries(OUTCOMES.map((name) => [name, name === expected ? 1 : 0])))
  })
})
