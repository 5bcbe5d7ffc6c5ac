import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { EmailConfigInput } from '#api/contract/mail.ts'
import { setClock } from '#api/platform/clock.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { useAsMailServer } from '#tests/api/support/outboxes.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { useApp } from '#tests/support/app.ts'

const server = await startRefusingServer()
const { as, product } = useApp()
const SENTENCE =
  'The saved password of the mail server cannot be read with the current PAPERDAWN_SECRET. An administrator enters it again in the admin panel, under E-mail.'
afterAll(server.stop)
beforeEach(async () => {
  server.accepted.length = 0
  const sealed_password = createSecrets('the secret before, which is long enough').seal('right', 'mail-password')
  await useAsMailServer(server, { user: 'digest', sealed_password, version: 1 })
  await announceTitles('2026-11-16', ['Lanterns'])
  setClock(new Date('2026-11-16T08:00:00Z'))
})
afterEach(() => setClock(null))

const admin = () => as('admin').admin
const login = { user: 'digest', security: 'none' } satisfies Partial<EmailConfigInput>

describe('A mail password that was saved with another PAPERDAWN_SECRET', () => {
  test('turns health red, and no digest is sent', async () => {
    await subscribe(as, 'ada')
    const { data } = await admin()['system-health'].get()
    const check = data?.checks.find(({ name }) => name === 'Mail server')
    expect(check).toMatchObject({ state: 'down', message: SENTENCE })
    await expect(sendDigests(product, {}, loneRun())).rejects.toMatchObject({ code: 'conflict', message: SENTENCE })
    expect(server.accepted).toEqual([])
  })

  test('counts as none in the settings, is asked for again, and then mail is sent', async () => {
    await subscribe(as, 'ada')
    expect((await admin()['email-config'].get()).data).toMatchObject({ password_set: false })
    expect((await admin()['email-config'].test.post({})).data).toMatchObject({
      ok: false,
      step: 'login',
      message: 'A password is needed to sign in to 127.0.0.1 as digest.',
    })
    await expect(setUpMail(as, server, login)).rejects.toThrow('Enter it again')
    await setUpMail(as, server, { ...login, enabled: false })
    await setUpMail(as, server, { ...login, password: 'right' })
    expect(await sendDigests(product, {}, loneRun())).toBeUndefined()
    expect(server.accepted).toEqual(['ada@example.org'])
  })

  test('breaks nothing for readers', async () => {
    await subscribe(as, 'ada')
    const { status, data } = await as('ada').users.me.mail.get()
    expect({ status, reason: data?.digest?.absence ?? data?.digest?.reason }).toEqual({
      status: 200,
      reason: 'it is due',
    })
    const off = await as('ada').users.me.put({ preferences: { digest: { enabled: false } } })
    const on = await as('ada').users.me.put({ preferences: { digest: { enabled: true } } })
    expect([off.status, on.status]).toEqual([200, 200])
  })
})
