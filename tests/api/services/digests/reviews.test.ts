import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink, type SinkMessage } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import { addSuppression } from '#api/store/mail/suppressions.ts'
import { loneRun, setUpMail } from '#tests/api/support/digests.ts'
import { storePapers } from '#tests/api/support/library.ts'
import { reviewOf, save, startReader } from '#tests/api/support/reviews.ts'
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
  await storePapers([1, 2, 3, 4, 5])
})

/** Runs the digests at `instant`. Returns the mails that were sent. */
async function runAt(instant: string, run: JobContext = loneRun()): Promise<SinkMessage[]> {
  const sentBefore = sink.messages().length
  setClock(new Date(instant))
  await sendDigests(product, {}, run)
  return sink.messages().slice(sentBefore)
}
/** A run with its counters. */
function countingRun() {
  const counters: Record<string, number> = {}
  const count = (name: string, by: number) => void (counters[name] = (counters[name] ?? 0) + by)
  return { run: { ...loneRun(), count }, counters }
}
const choose = (weekday: number | null) => me().put({ preferences: { review: { weekday } } })
const outbox = () => mongoose.connection.collection('outbox').find({ kind: 'review' }).sort({ day: 1 }).toArray()
const unsubscribeUrl = ({ headers }: SinkMessage) =>
  (/^<(.*)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '').replace(product.config.publicUrl, 'http://localhost')
const post = (url: string) => app.app.handle(new Request(url, { method: 'POST' }))
const preferences = async () => (await as('ada').auth.me.get()).data!.preferences

describe('The weekly review by mail', () => {
  test('is off until it is chosen', async () => {
    await save(app, '2026-11-18T12:00:00Z', 1)
    expect(await runAt('2026-11-23T12:00:00Z')).toEqual([])
    expect(await preferences()).toMatchObject({ review: { weekday: null } })
  })

  test('comes from the digest hour on, on the morning after the last day of the week, with what its page says', async () => {
    await choose(0)
    await save(app, '2026-11-18T12:00:00Z', 1, { notes: 'look at the second table' })
    expect(await runAt('2026-11-22T22:00:00Z')).toEqual([])
    expect(await runAt('2026-11-23T05:59:00Z')).toEqual([])
    const [mail, ...others] = await runAt('2026-11-23T06:00:00Z')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: ['ada@example.org'], subject: 'Your week until Sunday, 22 November 2026' })
    const text = mail!.text.replaceAll(/\s+/g, ' ')
    const review = await reviewOf(app, '2026-11-22')
    for (const { text: sentence } of [review.saved, review.waiting, review.changed, review.missed, review.minutes])
      expect(text).toContain(sentence)
    expect(text).toContain('Counting lanterns: a benchmark')
    expect(text).toContain(`${product.config.publicUrl}/dashboard?review=2026-11-22`)
    expect(mail!.html).toContain(`${product.config.publicUrl}/dashboard?review=2026-11-22`)
    expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(mail!.headers['list-id']).toContain('review.')
    expect(text).toContain(unsubscribeUrl(mail!).replace('http://localhost', product.config.publicUrl))
  })

  test('comes once, also with repeated and concurrent runs', async () => {
    await choose(0)
    await save(app, '2026-11-18T12:00:00Z', 1)
    setClock(new Date('2026-11-23T08:00:00Z'))
    const before = sink.messages().length
    await Promise.all([1, 2, 3].map(() => sendDigests(product, {}, loneRun())))
    expect(sink.messages().length - before).toBe(1)
    for (const day of [23, 24, 28, 29]) expect(await runAt(`2026-11-${day}T12:00:00Z`)).toEqual([])
    await save(app, '2026-11-25T12:00:00Z', 2)
    expect(await runAt('2026-11-30T06:00:00Z')).toHaveLength(1)
  })

  test('of a week without news is not sent, and the run says so once', async () => {
    await choose(0)
    await save(app, '2026-11-11T12:00:00Z', 1)
    const first = countingRun()
    expect(await runAt('2026-11-23T06:00:00Z', first.run)).toEqual([])
    expect(first.counters).toMatchObject({ review_due: 1, review_skipped: 1, review_sent: 0 })
    const second = countingRun()
    await runAt('2026-11-23T06:15:00Z', second.run)
    expect(second.counters).toMatchObject({ review_due: 0 })
    expect(second.counters).not.toHaveProperty('review_skipped')
    expect(await outbox()).toEqual([])
  })

  test('that is due while mail is paused is said by the run, and sent when it goes on', async () => {
    await choose(0)
    await save(app, '2026-11-18T12:00:00Z', 1)
    await setUpMail(as, sink, { enabled: false })
    setClock(new Date('2026-11-23T08:00:00Z'))
    const { run, counters } = countingRun()
    expect(await sendDigests(product, {}, run)).toEqual({
      partial: 'No weekly reviews were sent: mail is not set up or paused. Due: 1.',
    })
    expect(counters).toMatchObject({ review_due: 1, review_not_tried: 1 })
    await setUpMail(as, sink)
    const next = countingRun()
    expect(await runAt('2026-11-23T08:15:00Z', next.run)).toHaveLength(1)
    expect(next.counters).toMatchObject({ review_due: 1, review_sent: 1, review_not_tried: 0 })
  })

  test('after an outage of weeks is that of the newest week alone', async () => {
    await choose(0)
    for (const [day, number] of [
      ['04', 1],
      ['11', 2],
      ['18', 3],
    ] as const)
      await save(app, `2026-11-${day}T12:00:00Z`, number)
    const mails = await runAt('2026-11-27T12:00:00Z')
    expect(mails.map(({ subject }) => subject)).toEqual(['Your week until Sunday, 22 November 2026'])
  })

  test('that a server did not take is tried again, and given up for a newer one', async () => {
    await choose(0)
    await save(app, '2026-11-11T12:00:00Z', 1)
    await setUpMail(as, { host: '127.0.0.1', port: 9 })
    await expect(runAt('2026-11-16T08:00:00Z')).rejects.toThrow()
    expect(await outbox()).toMatchObject([{ day: '2026-11-15', sent_at: null }])
    await save(app, '2026-11-18T12:00:00Z', 2)
    await setUpMail(as, sink)
    const mails = await runAt('2026-11-23T08:00:00Z')
    expect(mails.map(({ subject }) => subject)).toEqual(['Your week until Sunday, 22 November 2026'])
    const [older] = await outbox()
    expect(older).toMatchObject({
      state: 'failed',
      retry_at: null,
      error: expect.stringContaining('A newer review is due'),
    })
  })

  test('has no day of a week that was mailed before, when the reader chooses another weekday or zone', async () => {
    await choose(0)
    await save(app, '2026-11-18T12:00:00Z', 1)
    expect(await runAt('2026-11-23T08:00:00Z')).toHaveLength(1)
    await save(app, '2026-11-24T12:00:00Z', 2)
    await choose(3)
    // The week until Wednesday the 25th has four days of the one until the 22nd.
    expect(await runAt('2026-11-26T08:00:00Z')).toEqual([])
    await me().put({ preferences: { digest: { time_zone: 'Pacific/Kiritimati' } } })
    expect(await runAt('2026-11-27T08:00:00Z')).toEqual([])
    await save(app, '2026-12-01T12:00:00Z', 3)
    const [mail] = await runAt('2026-12-03T08:00:00Z')
    expect(mail!.subject).toBe('Your week until Wednesday, 2 December 2026')
  })

  test('is held back from an address that is refused, and from a disabled reader', async () => {
    await choose(0)
    await save(app, '2026-11-18T12:00:00Z', 1)
    await addSuppression('ada@example.org', { cause: 'no-mailbox', reason: '550 No such user' })
    expect(await runAt('2026-11-23T08:00:00Z')).toEqual([])
    expect(await outbox()).toMatchObject([{ state: 'suppressed' }])
    await save(app, '2026-11-18T12:00:00Z', 2, {}, 'bob')
    await as('bob').users.me.put({ preferences: { review: { weekday: 0 } } })
    await mongoose.connection.collection('users').updateOne({ email: 'bob@example.org' }, { $set: { disabled: true } })
    expect(await runAt('2026-11-23T12:00:00Z')).toEqual([])
  })
})

/** Sends a review to a reader who gets the digest, too. Returns the address of its link. */
const sendBoth = async () => {
  await choose(3)
  await me().put({ preferences: { digest: { enabled: true, weekdays: [] } } })
  await save(app, '2026-11-18T12:00:00Z', 1)
  const [mail] = await runAt('2026-11-19T08:00:00Z')
  return unsubscribeUrl(mail!)
}

describe('The link that ends it', () => {
  test('ends the review alone, and undo brings back its weekday', async () => {
    const url = await sendBoth()
    expect(await (await app.app.handle(new Request(url))).text()).toContain(
      'The weekly review goes to ada@example.org.',
    )
    expect(await preferences()).toMatchObject({ review: { weekday: 3 } })
    const page = await (await post(url)).text()
    expect(await preferences()).toMatchObject({ review: { weekday: null }, digest: { enabled: true } })
    await save(app, '2026-11-25T12:00:00Z', 2)
    expect(await runAt('2026-11-26T08:00:00Z')).toEqual([])
    expect(page).toContain('Stop all mails')
    await post(url.replace('/unsubscribe/', '/resubscribe/'))
    expect(await preferences()).toMatchObject({ review: { weekday: 3 }, digest: { enabled: true } })
  })

  test('can end all mails', async () => {
    const url = await sendBoth()
    const page = await post(`${url}/all`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Nothing is mailed to ada@example.org any more.')
    expect(await preferences()).toMatchObject({ review: { weekday: null }, digest: { enabled: false } })
    expect((await post('http://localhost/api/mail/unsubscribe/x.y.z/all')).status).toBe(404)
  })
})

test('An export has the choice and the time of notes; an erased reader gets no review', async () => {
  await choose(0)
  await save(app, '2026-11-18T12:00:00Z', 1, { notes: 'look again' })
  await as('ada').papers({ id: 'arxiv:2611.00001' }).view.post({ view_duration: 70 })
  const token = await app.tokenOf('ada')
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.app.handle(new Request('http://localhost/api/users/me/export', { headers }))
  const exported = (await response.json()) as Record<string, Record<string, unknown>[]>
  expect(exported['profile']).toMatchObject([{ preferences: { review: { weekday: 0 } } }])
  expect(exported['reading_list']).toMatchObject([{ noted_at: expect.stringMatching(/^2026-11-18/) }])
  expect(exported['actions']).toMatchObject([{ seconds_on: { '2026-11-18': 70 } }])
  await mongoose.connection.collection('users').deleteMany({ email: 'ada@example.org' })
  expect(await runAt('2026-11-23T08:00:00Z')).toEqual([])
})
