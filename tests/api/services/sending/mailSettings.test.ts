import { afterAll, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import type { EmailConfigInput } from '#api/contract/mail.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { startMailServer } from '#tests/api/support/mailServer.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { findMailSettings, saveMailSettings } from '#api/store/mail/mailSettings.ts'
import { cert, key } from '#tests/api/support/certificate.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink({ users: { digest: 'right' } })
const secure = await startMailServer({ disabledCommands: [] })
const { as, app, product } = useApp({ sink })
afterAll(async () => {
  await Promise.all([sink.stop(), secure.stop()])
})

const settings: EmailConfigInput = {
  host: sink.host,
  port: sink.port,
  security: 'none',
  user: 'digest',
  password: 'right',
  from_name: 'Paperdawn',
  from_address: 'digest@papers.example.org',
  max_per_minute: 60,
  enabled: true,
}
const { password: _password, ...withoutPassword } = settings
const config = () => as('admin').admin['email-config']
const save = async (input: EmailConfigInput) => {
  const { data, error } = await config().post(input)
  if (error) throw new Error(JSON.stringify(error.value))
  return data
}
const testSettings = async (input?: EmailConfigInput, to?: string) => {
  const { data, error } = await config().test.post({ ...(input && { settings: input }), ...(to && { to }) })
  if (error) throw new Error(JSON.stringify(error.value))
  return data
}

describe('The mail settings', () => {
  test('default to the built-in SMTP sink while nothing is saved', async () => {
    const { data } = await config().get()
    expect(data).toMatchObject({
      configured: false,
      sink: true,
      host: sink.host,
      port: sink.port,
      security: 'none',
      updated_at: null,
    })
  })

  test('can be tested before saving: a wrong password is reported, the right one sends a mail', async () => {
    const wrong = await testSettings({ ...settings, password: 'wrong' }, 'ada@example.org')
    expect(wrong).toMatchObject({ ok: false, step: 'login' })
    expect(wrong.message).toBe(
      'Login refused by 127.0.0.1. Check user and password. Its reply: 535 Wrong user name or password',
    )
    expect(sink.messages()).toHaveLength(0)

    expect(await testSettings(settings)).toMatchObject({
      ok: true,
      step: 'rcpt-to',
      message: 'Signed in to 127.0.0.1 as digest; it accepts mail.',
    })
    expect(sink.messages()).toHaveLength(0)
    expect(await testSettings(settings, 'ada@example.org')).toMatchObject({ ok: true, step: 'send' })
    expect(sink.messages()).toMatchObject([
      { to: ['ada@example.org'], from: 'Paperdawn <digest@papers.example.org>', subject: 'Mail from Paperdawn works' },
    ])
    expect(await save(settings)).toMatchObject({ configured: true, password_set: true })
  })

  test('are tested with a transcript that contains no secret', async () => {
    const { transcript } = await testSettings({ ...settings, password: 'wrong-and-secret' })
    const text = transcript.join('\n')
    expect(text).toMatch(/^S: 220 /)
    expect(text).toContain('C: EHLO')
    expect(text).toContain('C: AUTH PLAIN ***')
    expect(text).toContain('S: 535')
    for (const secret of ['wrong-and-secret', btoa('\0digest\0wrong-and-secret'), btoa('wrong-and-secret')])
      expect(text).not.toContain(secret)
  })

  test('are tested with a transcript that hides the credentials of AUTH LOGIN', async () => {
    const loginServer = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      authMethods: ['LOGIN'],
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'x' }) : done(new Error('no')),
    })
    try {
      const { ok, transcript } = await testSettings({ ...settings, port: loginServer.port })
      expect(ok).toBe(true)
      expect(transcript.join('\n')).not.toMatch(new RegExp(`${btoa('digest')}|${btoa('right')}|right`))
      expect(transcript.filter((line) => line === 'C: ***')).toHaveLength(2)
    } finally {
      await loginServer.stop()
    }
  })

  test('are tested step by step: DNS, connection, encryption', async () => {
    const closed = await startMailServer({})
    await closed.stop()
    expect(await testSettings({ ...settings, host: 'mail.invalid' })).toMatchObject({ ok: false, step: 'dns' })
    expect(await testSettings({ ...settings, port: closed.port })).toMatchObject({
      ok: false,
      step: 'connect',
      message: `127.0.0.1 refuses connections to port ${closed.port}.`,
    })
    const failures = [
      // The certificate that smtp-server brings has expired.
      [secure.port, 'starttls', 'Its certificate has expired.'],
      [secure.port, 'tls', `Port ${secure.port} does not begin with TLS`],
      // The mail is not sent unencrypted.
      [sink.port, 'starttls', 'The server refuses STARTTLS: 500'],
    ] as const
    for (const [port, security, cause] of failures) {
      const failed = await testSettings({ ...settings, port, security })
      expect(failed).toMatchObject({ ok: false, step: 'tls' })
      expect(failed.message).toStartWith(`No secure connection to 127.0.0.1 could be made. ${cause}`)
    }
    const website = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('') })
    try {
      expect(await testSettings({ ...settings, port: website.port ?? 0 })).toMatchObject({ ok: false, step: 'connect' })
    } finally {
      await website.stop(true)
    }
  })

  test('are tested against a server that has no certificate of a known authority, or defers', async () => {
    const unknown = await startMailServer({ disabledCommands: [], key, cert })
    const deferring = await startRefusingServer()
    try {
      const failed = await testSettings({ ...settings, port: unknown.port, security: 'starttls' })
      expect(failed).toMatchObject({ ok: false, step: 'tls' })
      expect(failed.message).toContain('not signed by a known authority')
      deferring.refuse('login', '454 4.7.0 Temporary authentication failure')
      expect(await testSettings({ ...settings, port: deferring.port })).toMatchObject({
        ok: false,
        step: 'login',
        message: '127.0.0.1 cannot check the login now: 454 4.7.0 Temporary authentication failure',
      })
    } finally {
      await Promise.all([unknown.stop(), deferring.stop()])
    }
  })

  test('never return the password, and store it encrypted', async () => {
    await save({ ...settings, password: 'a-password-to-look-for' })
    const { data } = await config().get()
    expect(JSON.stringify(data)).not.toContain('a-password-to-look-for')
    const stored = await mongoose.connection.db?.collection('settings').findOne({})
    expect(JSON.stringify(stored)).not.toContain('a-password-to-look-for')
    expect(product.secrets.open(stored?.['sealed_password'] as string, 'mail-password')).toBe('a-password-to-look-for')
  })

  test('keep the saved password if it is absent from the input, and delete it if it is empty', async () => {
    await save(settings)
    expect(await save({ ...withoutPassword, from_name: 'Daily papers' })).toMatchObject({
      password_set: true,
      from_name: 'Daily papers',
    })
    expect(await testSettings()).toMatchObject({ ok: true, step: 'rcpt-to' })
    expect(await save({ ...settings, password: '' })).toMatchObject({ password_set: false })
    expect(await testSettings()).toMatchObject({ ok: false, step: 'login' })
  })

  test('are saved with the saved password only for the saved host, port, security and user', async () => {
    await save(settings)
    expect(await testSettings(withoutPassword)).toMatchObject({ ok: true, step: 'rcpt-to' })
    const others = { host: 'localhost', port: sink.port + 1, security: 'tls', user: 'somebody' } as const
    for (const [name, value] of Object.entries(others)) {
      const changed = { ...withoutPassword, [name]: value }
      expect((await config().post(changed)).error).toMatchObject({
        status: 422,
        value: { error: { fields: { password: expect.stringContaining('Enter it again') } } },
      })
      expect(await testSettings(changed)).toMatchObject({ ok: false })
    }
    expect(await testSettings({ ...withoutPassword, host: 'localhost' })).toMatchObject({
      step: 'login',
      message: 'A password is needed to sign in to localhost as digest.',
    })
    // Without a user there is no login, so no password is kept for one.
    const { user: _user, ...anonymous } = withoutPassword
    expect(await save(anonymous)).toMatchObject({ password_set: false })
  })

  test('are not overwritten by an admin who has not seen the last change', async () => {
    const { version } = await save(settings)
    const changes = ['One', 'Two'].map((from_name) => config().post({ ...settings, from_name, version }))
    const statuses = (await Promise.all(changes)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    const { data } = await config().get()
    expect(data?.version).toBe(version + 1)
    expect((await config().post({ ...settings, version })).status).toBe(409)
    // Two saves that have both read the same version.
    const stored = await findMailSettings()
    if (stored === null) throw new Error('nothing is stored')
    const { _id, ...record } = stored
    expect(await saveMailSettings({ ...record, version: 9 }, version + 1)).toBe(true)
    expect(await saveMailSettings({ ...record, version: 9 }, version + 1)).toBe(false)
    expect(await saveMailSettings({ ...record, version: 1 }, null)).toBe(false)
    expect(await save({ ...settings, version: 9 })).toMatchObject({ version: 10 })
  })

  test('reject a sender name with a line break, invalid values and unknown fields', async () => {
    const bad = { ...settings, from_name: 'Paper\r\nBcc: thief@example.org' }
    expect((await config().post(bad)).error).toMatchObject({
      status: 422,
      value: { error: { fields: { from_name: expect.any(String) } } },
    })
    for (const changes of [
      { port: 0 },
      { security: 'ssl' },
      { from_address: 'nobody' },
      { host: 'a b' },
      { extra: 1 },
    ]) {
      const { error } = await config().post({ ...settings, ...changes } as EmailConfigInput)
      expect([changes, error?.status]).toEqual([changes, 422])
    }
  })

  test('are recorded in the audit log when they change, without the password', async () => {
    await save(settings)
    await save({ ...settings, port: sink.port, from_name: 'Daily papers', password: 'new-and-secret' })
    const { data } = await as('admin').admin.audit.get({ query: { action: 'mail-settings' } })
    expect(data?.items.map(({ action, by_email, details }) => ({ action, by_email, details }))).toEqual([
      {
        action: 'mail-settings',
        by_email: 'admin@paperdawn.test',
        details: 'Changed the mail settings: from_name, password.',
      },
      { action: 'mail-settings', by_email: 'admin@paperdawn.test', details: 'Set up mail.' },
    ])
    expect(JSON.stringify(data)).not.toContain('secret')
  })

  test('are only accessible to admins', async () => {
    const response = await app.handle(new Request('http://localhost/api/admin/email-config/test', { method: 'POST' }))
    expect(response.status).toBe(401)
    expect((await as('ada').admin['email-config'].get()).error?.status).toBe(403)
  })
})
