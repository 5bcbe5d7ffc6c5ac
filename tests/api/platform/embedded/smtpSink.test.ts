import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createTransport } from 'nodemailer'
import { startSmtpSink, type SmtpSink } from '#api/platform/embedded/smtpSink.ts'

let sink: SmtpSink
const mail = {
  from: 'Paperdawn <digest@paperdawn.test>',
  to: 'reader@example.org',
  subject: 'Grüße',
  text: 'plain',
  html: '<p>rich</p>',
}
const send = (to: SmtpSink, changes: object = {}, auth?: { user: string; pass: string }) =>
  createTransport({ host: to.host, port: to.port, auth }).sendMail({ ...mail, ...changes })

beforeEach(async () => {
  sink = await startSmtpSink()
})
afterEach(() => sink.stop())

describe('The mail sink', () => {
  test('stores a message with all its parts and non-ASCII characters', async () => {
    await send(sink, { headers: { 'List-Unsubscribe': '<https://papers.example.org/u>' }, bcc: 'second@example.org' })
    const [message] = sink.messages()
    expect(message).toMatchObject({
      from: 'Paperdawn <digest@paperdawn.test>',
      to: ['reader@example.org', 'second@example.org'],
      subject: 'Grüße',
    })
    expect(message?.text.trim()).toBe('plain')
    expect(message?.html.trim()).toBe('<p>rich</p>')
    expect(message?.headers['list-unsubscribe']).toBe('<https://papers.example.org/u>')
    expect(Date.parse(message?.received_at ?? '')).not.toBeNaN()
  })

  test('deletes the oldest of more than 200 messages', async () => {
    const pool = createTransport({
      host: sink.host,
      port: sink.port,
      pool: true,
      maxConnections: 1,
      maxMessages: Infinity,
    })
    for (let n = 1; n <= 203; n++) await pool.sendMail({ ...mail, subject: `${n}` })
    pool.close()
    const subjects = sink.messages().map(({ subject }) => subject)
    expect(subjects).toHaveLength(200)
    expect([subjects[0], subjects.at(-1)]).toEqual(['4', '203'])
    expect(new Set(sink.messages().map(({ id }) => id)).size).toBe(200)
  })

  test('refuses mail without a password or with a wrong one when users are set', async () => {
    const guarded = await startSmtpSink({ users: { digest: 'right' } })
    try {
      await expect(send(guarded, {}, { user: 'digest', pass: 'wrong' })).rejects.toMatchObject({
        code: 'EAUTH',
        responseCode: 535,
      })
      await expect(send(guarded, {}, { user: 'constructor', pass: 'right' })).rejects.toMatchObject({ code: 'EAUTH' })
      await expect(send(guarded)).rejects.toMatchObject({ responseCode: 530 })
      expect(guarded.messages()).toEqual([])
      await send(guarded, {}, { user: 'digest', pass: 'right' })
      expect(guarded.messages()).toHaveLength(1)
    } finally {
      await guarded.stop()
    }
  })

  test('refuses to start on a port that is in use', async () => {
    await expect(startSmtpSink({ port: sink.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
