import { afterAll, expect, test } from 'bun:test'
import type { EmailConfigInput } from '#api/contract/mail.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { getMailConfig, requireMailSettings } from '#api/services/sending/mailSettings.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const { as, product } = useApp({ sink })
afterAll(() => sink.stop())

const config = () => as('admin').admin['email-config']
const findHealth = async () => {
  const { data } = await as('admin').admin['system-health'].get()
  return data?.checks.find(({ name }) => name === 'Mail server')
}

test('A fresh start says that no mail is sent, and how an admin uses the built-in mail sink', async () => {
  const message = (await findHealth())?.message
  expect(message).toStartWith('No mail is sent')
  expect(message).toContain('paperdawn admin email set --enable')

  // What the button and the command do: the suggested settings are saved as they are.
  const { configured, sink: isSink, password_set: _p, updated_at: _u, ...suggested } = (await config().get()).data ?? {}
  expect({ configured, isSink }).toEqual({ configured: false, isSink: true })
  expect((await config().post(suggested as EmailConfigInput)).data).toMatchObject({ configured: true, sink: true })
  expect(await findHealth()).toMatchObject({ state: 'ok' })
  await config().test.post({ to: 'ada@example.org' })
  expect(sink.messages()).toMatchObject([{ to: ['ada@example.org'] }])
})

test('Mail saved for the sink goes to it when a later start has it at another port, and stays saved so', async () => {
  const { configured: _c, sink: _s, password_set: _p, updated_at: _u, ...suggested } = (await config().get()).data ?? {}
  await config().post(suggested as EmailConfigInput)
  await using next = { ...(await startSmtpSink()), [Symbol.asyncDispose]: () => next.stop() }
  const restarted = { ...product, sink: next }
  expect(await getMailConfig(restarted)).toMatchObject({ port: next.port, sink: true })
  expect(await requireMailSettings(restarted)).toMatchObject({ port: next.port })

  // The settings of a server at the same host are not the sink's.
  await config().post({ ...(suggested as EmailConfigInput), version: 1, port: next.port })
  await using last = { ...(await startSmtpSink()), [Symbol.asyncDispose]: () => last.stop() }
  expect(await getMailConfig({ ...product, sink: last })).toMatchObject({ port: next.port, sink: false })
})
