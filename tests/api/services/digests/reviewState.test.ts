import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { loneRun, setUpMail } from '#tests/api/support/digests.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { save, startReader } from '#tests/api/support/reviews.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const app = useApp({ sink })
const { as, product } = app
const me = () => as('ada').users.me
afterAll(() => sink.stop())
afterEach(() => setClock(null))
beforeEach(async () => {
  await setUpMail(as, sink)
  await startReader(app, '2026-11-01T12:00:00Z', { zone: 'Europe/Berlin' })
  await storePapers([1])
})

async function runAt(instant: string): Promise<void> {
  setClock(new Date(instant))
  await sendDigests(product, {}, loneRun())
}
const state = async (instant: string) => {
  setClock(new Date(instant))
  return (await me().mail.get()).data?.review
}

test('The weekly review has its state in the profile: due, sent or tried again, skipped, and when the next one is', async () => {
  expect(await state('2026-11-18T12:00:00Z')).toBeNull()
  await me().put({ preferences: { review: { weekday: 0 } } })
  await save(app, '2026-11-18T12:00:00Z', 1)
  const none = { week: null, state: null, reason: null, sent_at: null, retry_at: null }
  expect(await state('2026-11-23T05:00:00Z')).toEqual({ ...none, next_at: '2026-11-23T06:00:00.000Z', absence: null })
  expect(await state('2026-11-23T07:00:00Z')).toMatchObject({ week: null, absence: 'it is due' })
  await setUpMail(as, sink, { enabled: false })
  expect(await state('2026-11-23T07:00:00Z')).toMatchObject({ absence: 'mail is not set up or paused' })
  await setUpMail(as, sink, { port: 1 })
  await runAt('2026-11-23T08:00:00Z').catch(() => undefined)
  expect(await state('2026-11-23T08:01:00Z')).toMatchObject({
    week: '2026-11-22',
    state: 'queued',
    reason: '127.0.0.1 refuses connections to port 1.',
    next_at: null,
  })
  await setUpMail(as, sink)
  await runAt('2026-11-24T12:00:00Z')
  expect(sink.messages()).toHaveLength(1)
  expect(await state('2026-11-24T13:00:00Z')).toEqual({
    week: '2026-11-22',
    state: 'sent',
    reason: null,
    sent_at: expect.stringMatching(/^2026-11-24T12:00/),
    retry_at: null,
    next_at: '2026-11-30T06:00:00.000Z',
    absence: null,
  })
  await runAt('2026-11-30T12:00:00Z')
  expect(await state('2026-11-30T13:00:00Z')).toMatchObject({
    week: '2026-11-22',
    next_at: '2026-12-07T06:00:00.000Z',
    absence: 'nothing happened in the newest week',
  })
})
