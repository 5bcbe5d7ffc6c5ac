import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { callbackify } from 'node:util'
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import { Outbox } from '#api/store/mail/outboxModel.ts'
import { useApp } from '#tests/support/app.ts'
import { setUpMail } from '#tests/api/support/digests.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'
import { endOf, runDigests, startDigests, useDueReaders } from '#tests/api/support/digestRuns.ts'

const NAMES = ['ada', 'ben', 'cleo', 'dora', 'emil']
/** Called with the number of each mail, from 1, before the server answers. */
let onMail: (count: number) => Promise<void>
let mails = 0
const relay = await startMailServer({
  onMailFrom: callbackify((_address: SMTPServerAddress, _session: SMTPServerSession) => onMail((mails += 1))),
})
const { as, product } = useApp()
afterAll(relay.stop)
beforeEach(() => {
  onMail = async () => undefined
  mails = 0
})
const { startWorker, stopWorker } = useDueReaders({ as, product }, relay, NAMES)

const cancel = (id: string) => as('admin').admin.jobs({ id }).cancel.post()
const readersWithoutMail = async () => (await as('admin').admin['system-health'].get()).data?.readers_without_mail

describe('A run that is cancelled in the middle', () => {
  test('counts the digests that were sent, and the readers that it did not come to, as the health does', async () => {
    const id = Promise.withResolvers<string>()
    onMail = async (count) => {
      if (count === 2) await cancel(await id.promise)
    }
    id.resolve((await startDigests()).id)
    const job = await endOf(await id.promise)
    const { sent = 0, deferred = 0, not_tried = 0 } = job.counters
    expect(job).toMatchObject({ state: 'cancelled', counters: { due: 5 } })
    expect(sent + deferred + not_tried).toBe(5)
    expect(await Outbox.countDocuments({ state: 'sent' })).toBe(sent)
    expect(await readersWithoutMail()).toMatchObject({ total: 5 - sent, deferred, waiting: not_tried })
    onMail = async () => undefined
    expect(await runDigests()).toMatchObject({ state: 'succeeded', counters: { sent: 5 - sent } })
  })

  test('leaves the mails that it did not come to as they were, when it sends all again', async () => {
    await runDigests()
    await Outbox.updateMany({}, { $set: { state: 'uncertain', sent_at: null } })
    mails = 0
    const id = Promise.withResolvers<string>()
    onMail = async (count) => {
      if (count === 2) await cancel(await id.promise)
    }
    const { data } = await as('admin').admin.outbox.resend.post({ state: 'uncertain' })
    id.resolve(data?.id ?? '')
    const { state, counters } = await endOf(data?.id)
    const { sent = 0, deferred = 0, not_tried = 0 } = counters
    expect({ state, all: sent + deferred + not_tried }).toEqual({ state: 'cancelled', all: 5 })
    expect(await Outbox.countDocuments({ state: 'uncertain' })).toBe(not_tried)
    expect(await Outbox.countDocuments({ state: 'queued', error: { $ne: null } })).toBe(deferred)
  })
})

test('A mail stays as it was when the run that should send it again is cancelled before it begins', async () => {
  await runDigests()
  await stopWorker()
  for (const state of ['failed', 'uncertain', 'suppressed'] as const) {
    const mail = await Outbox.findOneAndUpdate({ state: 'sent' }, { $set: { state, error: 'No reply', sent_at: null } })
    const { data } = await as('admin')
      .admin.outbox({ id: mail?._id ?? '' })
      .resend.post()
    await cancel(data?.id ?? '')
    expect(await Outbox.findById(mail?._id).lean()).toMatchObject({ state, error: 'No reply' })
  }
  expect(await readersWithoutMail()).toMatchObject({ total: 3, refused: 1, uncertain: 1, suppressed: 1 })
  startWorker()
})

test('A mail that waits without a run can be sent now, but not while all mail is paused', async () => {
  await runDigests()
  const waiting = { state: 'queued', error: 'The run ended before this mail was sent.', sent_at: null } as const
  const mail = await Outbox.findOneAndUpdate({}, { $set: waiting })
  const resend = () =>
    as('admin')
      .admin.outbox({ id: mail?._id ?? '' })
      .resend.post()
  await setUpMail(as, relay, { enabled: false })
  expect((await resend()).error).toMatchObject({ status: 409 })
  expect(await Outbox.findById(mail?._id).lean()).toMatchObject({ state: 'queued', error: waiting.error })
  await setUpMail(as, relay)
  expect(await endOf((await resend()).data?.id)).toMatchObject({ state: 'succeeded', counters: { sent: 1 } })
})
