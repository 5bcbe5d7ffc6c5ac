import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { testSmtp } from '#api/mail/smtpTest.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'

const OWN = 'digest@papers.example.org'
const OTHER = 'ada@example.org'
const server = await startRefusingServer()
afterAll(server.stop)
beforeEach(server.accept)

const tryOut = (to?: string) =>
  testSmtp(
    { host: server.host, port: server.port, security: 'none' },
    {
      allowPrivate: true,
      ehloName: 'papers.example.org',
      from: OWN,
      ...(to && {
        message: { envelope: { from: OWN, to: [to] }, raw: Buffer.from('Subject: Papers\r\n\r\nNew ones') },
      }),
    },
  )
const commandsOf = (transcript: readonly string[]) => transcript.filter((line) => line.startsWith('C:'))

describe('The test of a mail server', () => {
  test('asks for the sender and the recipient, and takes the question back', async () => {
    const { ok, step, transcript } = await tryOut()
    expect([ok, step]).toEqual([true, 'rcpt-to'])
    expect(commandsOf(transcript)).toEqual([
      'C: EHLO papers.example.org',
      `C: MAIL FROM:<${OWN}>`,
      `C: RCPT TO:<${OWN}>`,
      'C: RSET',
    ])
    expect(server.accepted).toEqual([])
    expect(await tryOut(OTHER)).toMatchObject({ ok: true, step: 'send' })
    expect(server.accepted).toEqual([OTHER])
  })

  test('gives the reply to a refused login, which may say that the password must be one for applications', async () => {
    server.refuse('login', '534-5.7.9 Application-specific password required.\r\n534 5.7.9 See the help')
    const login = { host: server.host, port: server.port, security: 'none' as const, user: 'digest', password: 'mine' }
    const refused = await testSmtp(login, { allowPrivate: true, ehloName: 'papers.example.org', from: OWN })
    expect(refused).toMatchObject({ ok: false, step: 'login' })
    expect(refused.message).toBe(
      'Login refused by 127.0.0.1. Check user and password. Its reply: 534-5.7.9 Application-specific password required. 534 5.7.9 See the help',
    )
  })

  test('signs in to a server that takes CRAM-MD5 alone, which never gets the password', async () => {
    const received: string[] = []
    const cramServer = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      authMethods: ['CRAM-MD5'],
      onAuth({ method, username, validatePassword }, _session, done) {
        received.push(`${method} ${username}`)
        return validatePassword('right') ? done(null, { user: 'x' }) : done(new Error('no'))
      },
    })
    const signIn = (password: string) =>
      testSmtp(
        { host: cramServer.host, port: cramServer.port, security: 'none', user: 'digest', password },
        { allowPrivate: true, ehloName: 'papers.example.org', from: OWN },
      )
    try {
      const { ok, step, transcript } = await signIn('right')
      expect([ok, step]).toEqual([true, 'rcpt-to'])
      expect(transcript.filter((line) => /^C: (AUTH|\*)/.test(line))).toEqual(['C: AUTH CRAM-MD5 ***', 'C: ***'])
      expect(transcript.filter((line) => line.startsWith('S: 334'))).toEqual(['S: 334 ***'])
      expect(await signIn('wrong')).toMatchObject({ ok: false, step: 'login' })
      expect(received).toEqual(['CRAM-MD5 digest', 'CRAM-MD5 digest'])
    } finally {
      await cramServer.stop()
    }
  })

  test('names the step that is refused, and the cause', async () => {
    const refusals = [
      ['mail-from', '553 5.7.1 Not your address', `accepts no mail from ${OWN}: 553 5.7.1 Not your address`],
      ['mail-from', '530 5.7.0 Log in', 'requires a login: enter user and password. Its reply: 530 5.7.0 Log in'],
      ['mail-from', null, 'did not reply to MAIL FROM.'],
      [
        'rcpt-to',
        '450 4.7.1 Wait',
        `accepts no mail to ${OWN}, so replies and bounces would be lost (temporarily): 450`,
      ],
      ['rcpt-to', '550 5.1.1 Nobody', `accepts no mail to ${OWN}, so replies and bounces would be lost: 550 5.1.1`],
    ] as const
    for (const [step, reply, message] of refusals) {
      server.refuse(step, reply)
      const refused = await tryOut()
      expect([refused.ok, refused.step, refused.message]).toEqual([false, step, expect.stringContaining(message)])
    }
    expect((await tryOut(OTHER)).message).toBe(`127.0.0.1 accepts no mail to ${OTHER}: 550 5.1.1 Nobody`)
    server.refuse('data', '554 5.6.0 Malformed')
    const message = 'The message was not accepted: 554 5.6.0 Malformed'
    expect(await tryOut(OTHER)).toMatchObject({ ok: false, step: 'send', message })
    server.refuse('data', null)
    const unknown = await tryOut(OTHER)
    expect(unknown).toMatchObject({ ok: false, step: 'send' })
    expect(unknown.message).toStartWith('Perhaps the message was accepted: The connection was lost')
  })
})
