import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink, type SinkMessage } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/mail/digest.ts'
import { watchJob } from '#api/services/jobs/jobs.ts'
import { useApp } from '#tests/support/app.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { announceTitles } from '#tests/api/support/announce.ts'

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
  const sentBefore = sink.messages().length
  setClock(new Date(instant))
  await sendDigests(product, {}, loneRun())
  return sink.messages().slice(sentBefore)
}
const digest = async () => (await as('ada').auth.me.get()).data?.preferences.digest
const recipients = (messages: readonly SinkMessage[]) => messages.flatMap(({ to }) => to).toSorted()

describe('A digest in the state uncertain', () => {
  test('is sent again only when an admin requests it, with the same Message-ID', async () => {
    await announceTitles('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    const [first] = await sendAt('2026-11-16T08:00:00Z')
    const outbox = mongoose.connection.db?.collection('outbox')
    await outbox?.updateOne({}, { $set: { state: 'uncertain', sent_at: null } })
    expect(await sendAt('2026-11-16T08:30:00Z')).toEqual([])

    const { data } = await as('admin').admin.outbox.get({ query: { state: 'uncertain' } })
    const sentBefore = sink.messages().length
    const worker = startWorker(product, { pollMs: 20 })
    try {
      const job = await as('admin')
        .admin.outbox({ id: data?.items[0]?.id ?? '' })
        .resend.post()
      expect(job.data).toMatchObject({ kind: 'digest' })
      const ended = await Array.fromAsync(watchJob(job.data?.id ?? '', AbortSignal.timeout(15_000)))
      expect(ended.at(-1)).toMatchObject({ state: 'succeeded', counters: { sent: 1 } })
    } finally {
      await worker.stop()
    }
    const again = sink.messages().slice(sentBefore)
    expect(again.map(({ headers }) => headers['message-id'])).toEqual([first?.headers['message-id']])
  })
})

/** Sends a digest and returns its unsubscribe URL. */
const sendAndGetUnsubscribeUrl = async () => {
  await announceTitles('2026-11-16', ['Lanterns'])
  await subscribe(as, 'ada')
  const [message] = await sendAt('2026-11-16T08:00:00Z')
  const url = /^<(.*)>$/.exec(message?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(message?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(message?.text).toContain(url)
  return url.replace(product.config.publicUrl, 'http://localhost')
}

describe('The daily digest', () => {
  test('is sent to each reader at the hour they chose, in their time zone', async () => {
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    await subscribe(as, 'berlin')
    await subscribe(as, 'tokyo', { time_zone: 'Asia/Tokyo' })
    await subscribe(as, 'denver', { time_zone: 'America/Denver' })
    expect(recipients(await sendAt('2026-11-15T21:00:00Z'))).toEqual([])
    expect(recipients(await sendAt('2026-11-16T02:00:00Z'))).toEqual(['tokyo@example.org'])
    expect(recipients(await sendAt('2026-11-16T05:59:00Z'))).toEqual([])
    expect(recipients(await sendAt('2026-11-16T06:00:00Z'))).toEqual(['berlin@example.org'])
    expect(recipients(await sendAt('2026-11-16T14:00:00Z'))).toEqual(['denver@example.org'])
    expect(recipients(await sendAt('2026-11-16T14:30:00Z'))).toEqual([])
  })

  test('is sent once a day, also with repeated and concurrent runs', async () => {
    await announceTitles('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    setClock(new Date('2026-11-16T06:00:00Z'))
    await Promise.all([
      sendDigests(product, {}, loneRun()),
      sendDigests(product, {}, loneRun()),
      sendDigests(product, {}, loneRun()),
    ])
    expect(sink.messages().length - before).toBe(1)
    await announceTitles('2026-11-17', ['Ropes'])
    expect(await sendAt('2026-11-17T06:30:00Z')).toMatchObject([{ subject: 'Ropes' }])
  })

  test('is not sent until the announcement of the day is complete', async () => {
    await subscribe(as, 'ada')
    await announceTitles('2026-11-16', ['Lanterns'], { complete: false })
    expect(await sendAt('2026-11-16T08:00:00Z')).toEqual([])
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    expect(await sendAt('2026-11-16T08:30:00Z')).toMatchObject([{ to: ['ada@example.org'] }])
  })

  test('is sent only to readers who enabled it, and only on their weekdays', async () => {
    await announceTitles('2026-11-16', ['Lanterns'])
    await subscribe(as, 'never', { enabled: false })
    await subscribe(as, 'fridays', { weekdays: [5] })
    await subscribe(as, 'mondays', { weekdays: [1] })
    expect(recipients(await sendAt('2026-11-16T08:00:00Z'))).toEqual(['mondays@example.org'])
  })

  test('uses the weekday in the time zone of the reader, not that of the announcement or server', async () => {
    // A Friday. The first run is at 01:00 on Saturday in Tokyo.
    await announceTitles('2026-11-13', ['Lanterns'])
    await subscribe(as, 'berlin-friday', { weekdays: [5] })
    await subscribe(as, 'berlin-saturday', { weekdays: [6] })
    await subscribe(as, 'tokyo-friday', { weekdays: [5], time_zone: 'Asia/Tokyo' })
    await subscribe(as, 'tokyo-saturday', { weekdays: [6], time_zone: 'Asia/Tokyo' })
    await subscribe(as, 'sunday', { weekdays: [0] })
    const friday = await sendAt('2026-11-13T16:00:00Z')
    expect(recipients(friday)).toEqual(['berlin-friday@example.org', 'tokyo-saturday@example.org'])
    expect(recipients(await sendAt('2026-11-14T12:00:00Z'))).toEqual(['berlin-saturday@example.org'])
    expect(recipients(await sendAt('2026-11-15T12:00:00Z'))).toEqual(['sunday@example.org'])
  })

  test('is not sent to an e-mail address that is not verified', async () => {
    await announceTitles('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    await subscribe(as, 'ben')
    const users = mongoose.connection.db?.collection('users')
    await users?.updateOne({ email: 'ben@example.org' }, { $set: { email_verified: false } })
    expect(recipients(await sendAt('2026-11-16T08:00:00Z'))).toEqual(['ada@example.org'])
    await users?.updateOne({ email: 'ben@example.org' }, { $set: { email_verified: true } })
    expect(recipients(await sendAt('2026-11-16T08:30:00Z'))).toEqual(['ben@example.org'])
  })

  test('is not sent when the announcement is more than three days old', async () => {
    await announceTitles('2026-11-09', ['Lanterns'])
    await subscribe(as, 'ada')
    expect(await sendAt('2026-11-16T08:00:00Z')).toEqual([])
  })

  test('is sent without papers only to readers who switched off skip_empty', async () => {
    await announceTitles('2026-11-16', ['Curves'], {
      changes: { categories: ['math.AG'], primary_category: 'math.AG' },
    })
    await subscribe(as, 'quiet')
    await subscribe(as, 'eager', { skip_empty: false })
    const messages = await sendAt('2026-11-16T08:00:00Z')
    expect(recipients(messages)).toEqual(['eager@example.org'])
    expect(messages[0]?.subject).toBe('No new papers on Monday, 16 November 2026')
  })

  test('contains the first papers of the dashboard in the same order, up to max_papers of the reader', async () => {
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes', 'Sails', 'Keels'])
    await subscribe(as, 'ada', { max_papers: 3 })
    const [message] = await sendAt('2026-11-16T08:00:00Z')
    const { data } = await as('ada').users.me.dashboard.get({ query: { day: '2026-11-16' } })
    const titles = data?.cards.map(({ paper }) => paper.title) ?? []
    const shown = [...(message?.text.matchAll(/^\d\. (.*)$/gm) ?? [])].map(([, title]) => title)
    expect(shown).toEqual(titles.slice(0, 3))
    expect(message?.text).toContain('1 more paper on the site\n')
    // The web page behind the link of the mail sends this request.
    const opened = () => as('ada').papers['email-opened'].post({ delivery_date: '2026-11-16' })
    expect((await opened()).data).toEqual({ opened: true, first: true })
    expect((await opened()).data).toEqual({ opened: true, first: false })
  })

  test('is not sent while all mail is paused, nor to disabled accounts', async () => {
    await announceTitles('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    await subscribe(as, 'gone')
    const { data } = await as('gone').auth.me.get()
    await as('admin')
      .admin.users({ id: data?.id ?? '' })
      .put({ disabled: true })
    const config = as('admin').admin['email-config']
    const { data: saved } = await config.get()
    const { configured: _c, password_set: _p, updated_at: _u, version: _v, ...input } = saved ?? {}
    await config.post({ ...input, enabled: false } as never)
    expect(await sendAt('2026-11-16T08:00:00Z')).toEqual([])
    await config.post({ ...input, enabled: true } as never)
    expect(recipients(await sendAt('2026-11-16T08:00:00Z'))).toEqual(['ada@example.org'])
  })
})

describe('The unsubscribe link', () => {
  test('accepts the one-click POST of a mail program, without sign-in or confirmation', async () => {
    const url = await sendAndGetUnsubscribeUrl()
    const response = await app.handle(
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    )
    expect(response.status).toBe(200)
    expect(await digest()).toMatchObject({ enabled: false, hour: 7, time_zone: 'Europe/Berlin' })
    await announceTitles('2026-11-17', ['Ropes'])
    expect(await sendAt('2026-11-17T08:00:00Z')).toEqual([])
    // The page has a button that undoes it.
    const undo = /action="([^"]+)"/.exec(await response.text())?.[1] ?? ''
    expect((await app.handle(new Request(new URL(undo, url), { method: 'POST' }))).status).toBe(200)
    expect(await sendAt('2026-11-17T08:30:00Z')).toMatchObject([{ to: ['ada@example.org'] }])
  })

  test('changes nothing on GET, because mail scanners open links', async () => {
    const url = await sendAndGetUnsubscribeUrl()
    const response = await app.handle(new Request(url))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<form method="post">')
    expect(await digest()).toMatchObject({ enabled: true })
  })

  test('has a token that is valid for nothing else, and accepts no other token', async () => {
    const token = (await sendAndGetUnsubscribeUrl()).split('/').at(-1) ?? ''
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
