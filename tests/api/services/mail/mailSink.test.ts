import { afterAll, expect, test } from 'bun:test'
import type { EmailConfigInput } from '#api/contract/mail.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const { as } = useApp({ sink })
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
