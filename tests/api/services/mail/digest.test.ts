import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink, type SinkMessage } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/mail/digest.ts'
import { watchJob } from '#api/services/jobs/jobs.ts'
import { useApp } from '#tests/support/app.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { announce } from '#tests/api/support/announce.ts'

const sink = await startSmtpSink()
const { as, app, product } = useApp({ sink })
let before = 0
afterAll(() => sink.stop())
beforeEach(async () => {
  before = sink.messages().length
  await setUpMail(as, sink)
})
afterEach(() => setClock(null))

const sendAt = async (instant: string): Promise<SinkMessage[]> => {
  const already = sink.messages().length
  setClock(new Date(instant))
  await sendDigests(product, {}, loneRun())
  return sink.messages().slice(already)
}
const digest = async () => (await as('ada').auth.me.get()).data?.preferences.digest
const receivers = (messages: readonly SinkMessage[]) => messages.flatMap(({ to }) => to).toSorted()

describe('A digest that was perhaps sent', () => {
  test('is sent once more only when an admin says so, under the same Message-ID', async () => {
    await announce('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    const [first] = await sendAt('2026-11-16T08:00:00Z')
    const outbox = mongoose.connection.db?.collection('outbox')
    await outbox?.updateOne({}, { $set: { state: 'uncertain', sent_at: null } })
    expect(await sendAt('2026-11-16T08:30:00Z')).toEqual([])

    const { data } = await as('admin').admin.outbox.get({ query: { state: 'uncertain' } })
    const already = sink.messages().length
    const worker = startWorker(product, { pollMs: 20 })
    try {
      const job = await as('admin')
        .admin.outbox({ id: data?.items[0]?.id ?? '' })
        .resend.post()
      expect(job.data).toMatchObject({ kind: 'digest' })
      const ended = await Array.fromAsync(watchJob(job.data?.id ?? '', AbortSignal.timeout(15_000)))
      expect(ended.at(-1)).toMatchObject({ state: 'succeeded', counters: { mails: 1 } })
    } finally {
      await worker.stop()
    }
    const again = sink.messages().slice(already)
    expect(again.map(({ headers }) => headers['message-id'])).toEqual([first?.headers['message-id']])
  })
})

/** Sends a digest, and answers the address that ends them. */
const linkOf = async () => {
  await announce('2026-11-16', ['Lanterns'])
  await subscribe(as, 'ada')
  const [message] = await sendAt('2026-11-16T08:00:00Z')
  const url = /^<(.*)>$/.exec(message?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(message?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(message?.text).toContain(url)
  return url.replace(product.config.publicUrl, 'http://localhost')
}

describe('The daily digest', () => {
  test('reaches each reader when the hour they chose has come where they are', async () => {
    await announce('2026-11-16', ['Lanterns', 'Ropes'])
    await subscribe(as, 'berlin')
    await subscribe(as, 'tokyo', { time_zone: 'Asia/Tokyo' })
    await subscribe(as, 'denver', { time_zone: 'America/Denver' })
    expect(receivers(await sendAt('2026-11-15T21:00:00Z'))).toEqual([])
    expect(receivers(await sendAt('2026-11-16T02:00:00Z'))).toEqual(['tokyo@example.org'])
    expect(receivers(await sendAt('2026-11-16T05:59:00Z'))).toEqual([])
    expect(receivers(await sendAt('2026-11-16T06:00:00Z'))).toEqual(['berlin@example.org'])
    expect(receivers(await sendAt('2026-11-16T14:00:00Z'))).toEqual(['denver@example.org'])
    expect(receivers(await sendAt('2026-11-16T14:30:00Z'))).toEqual([])
  })

  test('comes once a day, however often and by how many it is sent', async () => {
    await announce('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    setClock(new Date('2026-11-16T06:00:00Z'))
    await Promise.all([
      sendDigests(product, {}, loneRun()),
      sendDigests(product, {}, loneRun()),
      sendDigests(product, {}, loneRun()),
    ])
    expect(sink.messages().length - before).toBe(1)
    await announce('2026-11-17', ['Ropes'])
    expect(await sendAt('2026-11-17T06:30:00Z')).toMatchObject([{ subject: 'Ropes' }])
  })

  test('waits until the batch of the day is complete', async () => {
    await subscribe(as, 'ada')
    await announce('2026-11-16', ['Lanterns'], { complete: false })
    expect(await sendAt('2026-11-16T08:00:00Z')).toEqual([])
    await announce('2026-11-16', ['Lanterns', 'Ropes'])
    expect(await sendAt('2026-11-16T08:30:00Z')).toMatchObject([{ to: ['ada@example.org'] }])
  })

  test('comes only on the days and to the readers that want it', async () => {
    await announce('2026-11-16', ['Lanterns'])
    await subscribe(as, 'never', { enabled: false })
    await subscribe(as, 'fridays', { weekdays: [5] })
    await subscribe(as, 'mondays', { weekdays: [1] })
    expect(receivers(await sendAt('2026-11-16T08:00:00Z'))).toEqual(['mondays@example.org'])
  })

  test('goes by the weekday where the reader is at that moment, not by that of the batch or of the server', async () => {
    // A Friday. It is 01:00 on Saturday in Tokyo then.
    await announce('2026-11-13', ['Lanterns'])
    await subscribe(as, 'berlin-friday', { weekdays: [5] })
    await subscribe(as, 'berlin-saturday', { weekdays: [6] })
    await subscribe(as, 'tokyo-friday', { weekdays: [5], time_zone: 'Asia/Tokyo' })
    await subscribe(as, 'tokyo-saturday', { weekdays: [6], time_zone: 'Asia/Tokyo' })
    await subscribe(as, 'sunday', { weekdays: [0] })
    const friday = await sendAt('2026-11-13T16:00:00Z')
    expect(receivers(friday)).toEqual(['berlin-friday@example.org', 'tokyo-saturday@example.org'])
    expect(receivers(await sendAt('2026-11-14T12:00:00Z'))).toEqual(['berlin-saturday@example.org'])
    expect(receivers(await sendAt('2026-11-15T12:00:00Z'))).toEqual(['sunday@example.org'])
  })

  test('is not sent to an address that its reader has not verified', async () => {
    await announce('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    await subscribe(as, 'ben')
    const users = mongoose.connection.db?.collection('users')
    await users?.updateOne({ email: 'ben@example.org' }, { $set: { email_verified: false } })
    expect(receivers(await sendAt('2026-11-16T08:00:00Z'))).toEqual(['ada@example.org'])
    await users?.updateOne({ email: 'ben@example.org' }, { $set: { email_verified: true } })
    expect(receivers(await sendAt('2026-11-16T08:30:00Z'))).toEqual(['ben@example.org'])
  })

  test('is not sent days late, when it is no news any more', async () => {
    await announce('2026-11-09', ['Lanterns'])
    await subscribe(as, 'ada')
    expect(await sendAt('2026-11-16T08:00:00Z')).toEqual([])
  })

  test('that would be empty comes only to those who want it nevertheless', async () => {
    await announce('2026-11-16', ['Curves'], { changes: { categories: ['math.AG'], primary_category: 'math.AG' } })
    await subscribe(as, 'quiet')
    await subscribe(as, 'eager', { skip_empty: false })
    const messages = await sendAt('2026-11-16T08:00:00Z')
    expect(receivers(messages)).toEqual(['eager@example.org'])
    expect(messages[0]?.subject).toBe('No new papers on Monday, 16 November 2026')
  })

  test('holds the papers of the dashboard in its order, as many as the reader wants', async () => {
    await announce('2026-11-16', ['Lanterns', 'Ropes', 'Sails', 'Keels'])
    await subscribe(as, 'ada', { max_papers: 3 })
    const [message] = await sendAt('2026-11-16T08:00:00Z')
    const { data } = await as('ada').users.me.dashboard.get({ query: { day: '2026-11-16' } })
    const titles = data?.cards.map(({ paper }) => paper.title) ?? []
    const shown = [...(message?.text.matchAll(/^\d\. (.*)$/gm) ?? [])].map(([, title]) => title)
    expect(shown).toEqual(titles.slice(0, 3))
    expect(message?.text).toContain('1 more paper on the site.')
    // Opening its link is what counts it as opened.
    const opened = () => as('ada').papers['email-opened'].post({ delivery_date: '2026-11-16' })
    expect((await opened()).data).toEqual({ opened: true, first: true })
    expect((await opened()).data).toEqual({ opened: true, first: false })
  })

  test('stays away while all mail is paused, and from accounts that are disabled', async () => {
    await announce('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    await subscribe(as, 'gone')
    const { data } = await as('gone').auth.me.get()
    await as('admin')
      .admin.users({ id: data?.id ?? '' })
      .put({ disabled: true })
    const config = as('admin').admin['email-config']
    const { data: saved } = await config.get()
    const { configured: _c, password_set: _p, updated_at: _u, ...input } = saved ?? {}
    await config.post({ ...input, enabled: false } as never)
    expect(await sendAt('2026-11-16T08:00:00Z')).toEqual([])
    await config.post({ ...input, enabled: true } as never)
    expect(receivers(await sendAt('2026-11-16T08:00:00Z'))).toEqual(['ada@example.org'])
  })
})

describe('The link that ends the digest', () => {
  test('works with the one click of a mail program: no sign-in, no further question', async () => {
    const url = await linkOf()
    const response = await app.handle(
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    )
    expect(response.status).toBe(200)
    expect(await digest()).toMatchObject({ enabled: false, hour: 7, time_zone: 'Europe/Berlin' })
    await announce('2026-11-17', ['Ropes'])
    expect(await sendAt('2026-11-17T08:00:00Z')).toEqual([])
  })

  test('ends nothing when it is only opened, as scanners of mail do', async () => {
    const url = await linkOf()
    const response = await app.handle(new Request(url))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<form method="post">')
    expect(await digest()).toMatchObject({ enabled: true })
  })

  test('is good for nothing else, and nothing else is good for it', async () => {
    const token = (await linkOf()).split('/').at(-1) ?? ''
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.handle(new Request('http://localhost/api/auth/me', { headers }))).status).toBe(401)
    const terminal = await product.tokens.sign('terminal', 'ada', { seconds: 60, session: 'x' })
    for (const bad of [terminal, `${token.slice(0, -3)}abc`, 'garbage']) {
      const response = await app.handle(new Request(`http://localhost/api/mail/unsubscribe/${bad}`, { method: 'POST' }))
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('not valid any more')
    }
    expect(await digest()).toMatchObject({ enabled: true })
  })
})
