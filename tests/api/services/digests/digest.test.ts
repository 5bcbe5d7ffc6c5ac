import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { startWorker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink, type SinkMessage } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { watchJob } from '#api/services/jobs/jobs.ts'
import { useApp } from '#tests/support/app.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { silentArxiv } from '#tests/api/support/whereabouts.ts'

const sink = await startSmtpSink()
const { as, product } = useApp({ sink, sources: silentArxiv() })
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
      const ended = await Array.fromAsync(watchJob(job.data?.id ?? '', new AbortController().signal))
      expect(ended.at(-1)).toMatchObject({ state: 'succeeded', counters: { sent: 1 } })
    } finally {
      await worker.stop()
    }
    const again = sink.messages().slice(sentBefore)
    expect(again.map(({ headers }) => headers['message-id'])).toEqual([first?.headers['message-id']])
  })
})

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

  test('is sent once for each local day: held while it is late, and after a pause with the days since the last one', async () => {
    await announceTitles('2026-11-12', ['Lanterns'])
    // At 22:00 in Los Angeles the announcement of the next day is there already.
    await subscribe(as, 'ada', { time_zone: 'America/Los_Angeles', hour: 22, weekdays: [0, 1, 2, 3, 4, 5, 6] })
    await announceTitles('2026-11-13', ['Ropes'])
    expect(await sendAt('2026-11-13T06:00:00Z')).toMatchObject([{ subject: 'Lanterns' }])
    setClock(new Date('2026-11-13T05:00:00Z'))
    expect(await sendAt('2026-11-13T05:30:00Z')).toEqual([])
    expect(await sendAt('2026-11-13T06:30:00Z')).toEqual([])
    // Friday's digest was not sent, so Saturday's has its papers, and Sunday's nothing.
    expect(await sendAt('2026-11-15T06:00:00Z')).toMatchObject([{ subject: 'Ropes' }])
    expect(await sendAt('2026-11-16T06:30:00Z')).toEqual([])
    // Monday's announcement is late: the digest waits until it is there.
    await announceTitles('2026-11-16', ['Sails'], { complete: false })
    expect(await sendAt('2026-11-17T06:00:00Z')).toEqual([])
    await announceTitles('2026-11-16', ['Sails'])
    await announceTitles('2026-11-17', ['Keels'])
    expect(await sendAt('2026-11-17T06:30:00Z')).toMatchObject([{ subject: 'Sails' }])
    await announceTitles('2026-11-18', ['Masts', 'Decks'])
    const [thursday] = await sendAt('2026-11-19T06:00:00Z')
    expect(thursday?.text).toMatch(
      /Wednesday, 18 November 2026[^]*since your last mail\nTuesday, 17 November 2026, 1 paper:/,
    )
    expect(thursday?.text).not.toContain('16 November')
  })

  test('gives the reason on a day without an announcement to a reader who wants empty mails', async () => {
    await announceTitles('2026-11-13', ['Lanterns'])
    await subscribe(as, 'quiet', { weekdays: [0, 1, 5] })
    await subscribe(as, 'eager', { weekdays: [0, 1, 5], skip_empty: false })
    expect(await sendAt('2026-11-13T08:00:00Z')).toHaveLength(2)
    const [sunday, ...others] = await sendAt('2026-11-15T08:00:00Z')
    expect([sunday?.to, others]).toEqual([['eager@example.org'], []])
    expect(sunday?.text).toContain('arXiv announces no papers on Saturdays and Sundays.')
    // arXiv is silent on Monday: the digest waits until the last hour of the day.
    expect(await sendAt('2026-11-16T21:30:00Z')).toEqual([])
    const silent = await sendAt('2026-11-16T22:00:00Z')
    expect(silent).toMatchObject([{ to: ['eager@example.org'], text: expect.stringContaining('has not announced') }])
    expect(await sendAt('2026-11-16T22:30:00Z')).toEqual([])
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
    // A Friday. The first run is at 01:00 on Saturday in Tokyo, before the hour of that day.
    await announceTitles('2026-11-13', ['Lanterns'])
    await subscribe(as, 'berlin-friday', { weekdays: [5] })
    await subscribe(as, 'berlin-saturday', { weekdays: [6] })
    await subscribe(as, 'tokyo-friday', { weekdays: [5], time_zone: 'Asia/Tokyo' })
    await subscribe(as, 'tokyo-saturday', { weekdays: [6], time_zone: 'Asia/Tokyo' })
    await subscribe(as, 'sunday', { weekdays: [0] })
    expect(recipients(await sendAt('2026-11-13T16:00:00Z'))).toEqual(['berlin-friday@example.org'])
    const saturday = await sendAt('2026-11-14T12:00:00Z')
    expect(recipients(saturday)).toEqual(['berlin-saturday@example.org', 'tokyo-saturday@example.org'])
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
    const { configured: _c, sink: _s, password_set: _p, updated_at: _u, version: _v, ...input } = saved ?? {}
    await config.post({ ...input, enabled: false } as never)
    expect(await sendAt('2026-11-16T08:00:00Z')).toEqual([])
    await config.post({ ...input, enabled: true } as never)
    expect(recipients(await sendAt('2026-11-16T08:00:00Z'))).toEqual(['ada@example.org'])
  })
})
