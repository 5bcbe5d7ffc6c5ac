import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { useApp } from '#tests/support/app.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { refusal, startMailServer } from '#tests/api/support/mailServer.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { endOf } from '#tests/api/support/digestRuns.ts'

const sink = await startSmtpSink()
const { as, product } = useApp({ sink })
let worker: Worker
let adaId = ''
afterAll(() => sink.stop())
beforeEach(async () => {
  worker = startWorker(product, { pollMs: 20, retryMs: 1 })
  const { data } = await as('ada').users.me.put({
    category_ids: ['cs.LG'],
    interests: { keywords: ['lighthouse'] },
  })
  adaId = data?.id ?? ''
})
afterEach(() => worker.stop())

const setUp = async (changes: object = {}) => {
  const { error } = await as('admin').admin['email-config'].post({
    host: sink.host,
    port: sink.port,
    security: 'none',
    max_per_minute: 1_000,
    enabled: true,
    from_name: 'Paperdawn',
    from_address: 'digest@papers.example.org',
    reply_to: 'help@papers.example.org',
    ...changes,
  })
  if (error) throw new Error(JSON.stringify(error.value))
}
const requestMail = (user_id = adaId, limit = 2) => as('admin').admin['send-top-papers'].post({ user_id, limit })
const sent = () => sink.messages().filter(({ to }) => to.includes('ada@example.org'))

describe('Top papers', () => {
  test('are sent to the user, best first, with a link to the dashboard', async () => {
    await setUp()
    await announceTitles('2026-11-16', ['Lanterns', 'A lighthouse that counts ships', 'Ropes'])
    const before = sent().length
    const { data, status } = await requestMail()
    expect(status).toBe(202)
    expect(await endOf(data?.id)).toMatchObject({ state: 'succeeded', counters: { sent: 1 } })
    const [message, ...further] = sent().slice(before)
    expect(further).toEqual([])
    expect(message).toMatchObject({
      from: 'Paperdawn <digest@papers.example.org>',
      to: ['ada@example.org'],
      subject: 'A lighthouse that counts ships and 1 more paper',
    })
    expect(message?.headers['reply-to']).toBe('help@papers.example.org')
    expect(message?.text).toContain('1. A lighthouse that counts ships')
    expect(message?.text).toContain('Why: matches “lighthouse”')
    expect(message?.text).toContain(`${product.config.publicUrl}/dashboard?day=2026-11-16&from=mail`)
    expect(message?.html.match(/class="title"/g)).toHaveLength(2)

    const outbox = await as('admin').admin.outbox.get()
    expect(outbox.data?.items).toMatchObject([
      { user_id: adaId, kind: 'top-papers', state: 'sent', to: 'ada@example.org' },
    ])
    const audit = await as('admin').admin.audit.get({ query: { action: 'top-papers' } })
    expect(audit.data?.items.find(({ action }) => action === 'top-papers')).toMatchObject({ target: adaId })
  })

  test('can be requested again, which sends a second mail', async () => {
    await setUp()
    await announceTitles('2026-11-16', ['Lanterns'])
    const before = sent().length
    await endOf((await requestMail()).data?.id)
    await endOf((await requestMail()).data?.id)
    expect(sent().slice(before)).toHaveLength(2)
    const ids = sent().map(({ headers }) => headers['message-id'])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('return 409 while mail is not set up or is paused', async () => {
    expect((await requestMail()).error).toMatchObject({ status: 409, value: { error: { code: 'conflict' } } })
    await setUp({ enabled: false })
    expect((await requestMail()).error).toMatchObject({ status: 409, value: { error: { code: 'conflict' } } })
  })

  test('return 404 for an unknown user and 409 for a disabled one', async () => {
    await setUp()
    expect((await requestMail('nobody')).error).toMatchObject({ status: 404 })
    await as('admin').admin.users({ id: adaId }).put({ disabled: true })
    expect((await requestMail()).error).toMatchObject({ status: 409 })
  })

  test('fail the job with the reason if the user has none', async () => {
    await setUp()
    expect(await endOf((await requestMail()).data?.id)).toMatchObject({
      state: 'failed',
      error: 'There are no papers to send to this user.',
    })
  })

  test('fail the job if the server rejects the address, and can be sent again later', async () => {
    const strict = await startMailServer({
      onRcptTo: (_address, _session, done) => done(refusal(550, 'No such mailbox')),
    })
    try {
      await setUp({ port: strict.port })
      await announceTitles('2026-11-16', ['Lanterns'])
      expect(await endOf((await requestMail()).data?.id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('550'),
      })
    } finally {
      await strict.stop()
    }
    await setUp()
    const { data } = await as('admin').admin.outbox.get({ query: { state: 'failed' } })
    const id = data?.items[0]?.id ?? ''
    const before = sent().length
    const again = await as('admin').admin.outbox({ id }).resend.post()
    expect(again.status).toBe(202)
    expect(await endOf(again.data?.id)).toMatchObject({ state: 'succeeded' })
    expect(sent().slice(before)).toHaveLength(1)
    expect((await as('admin').admin.outbox({ id }).resend.post()).error?.status).toBe(409)
  })

  test('are not retried or suppressed if the server refuses this site, and can be sent again later', async () => {
    const blocking = await startRefusingServer()
    const reply = '554 5.7.1 Your network is blocked'
    blocking.refuse('rcpt-to', reply)
    try {
      await setUp({ port: blocking.port })
      await announceTitles('2026-11-16', ['Lanterns'])
      expect(await endOf((await requestMail()).data?.id)).toMatchObject({
        state: 'failed',
        attempts: 1,
        error: expect.stringContaining(reply),
      })
      expect(blocking.sessions.count).toBe(1)
      blocking.accept()
      const { data } = await as('admin').admin.outbox.get({ query: { state: 'failed' } })
      const again = await as('admin')
        .admin.outbox({ id: data?.items[0]?.id ?? '' })
        .resend.post()
      expect(await endOf(again.data?.id)).toMatchObject({ state: 'succeeded' })
      expect(blocking.accepted).toEqual(['ada@example.org'])
    } finally {
      await blocking.stop()
    }
  })
})
