import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { closeConnections } from '#api/mail/connectionPool.ts'
import { listOutbox } from '#api/services/sending/outbox.ts'
import { describeRefusals } from '#api/services/sending/unsent.ts'
import { findMailRefusal } from '#api/store/mail/mailRefusals.ts'
import { findMail, giveUpDigestsBefore } from '#api/store/mail/outbox.ts'
import { RESENDABLE, reopenMailFor } from '#api/store/mail/outboxResend.ts'
import { useAsMailServer, useOutbox } from '#tests/api/support/outboxes.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'

const relay = await startRefusingServer()
const stopped = await startRefusingServer()
await stopped.stop()
const { product, queue, send, change } = useOutbox()
afterAll(async () => {
  closeConnections()
  await relay.stop()
})
beforeEach(async () => {
  relay.accept()
  await useAsMailServer(relay)
})

/** Sends a mail for which no server can be reached, and returns its row. */
async function sendInVain(id: string) {
  await expect(send(id)).rejects.toMatchObject({ code: 'unavailable' })
  return findMail(id)
}
/** Lets the pause before the next try end. */
const endPause = (id: string) => change(id, { retry_at: new Date(0) })

describe('A mail for which no server was reached has not been tried', () => {
  test.each([
    ['refuses connections', stopped, {}],
    ['has no address', { host: 'mail.invalid', port: relay.port }, {}],
    ['speaks no TLS', relay, { security: 'tls' as const }],
    ['offers no STARTTLS', relay, { security: 'starttls' as const }],
  ])('when the mail server %s', async (_why, server, settings) => {
    await useAsMailServer(server, settings)
    const { _id } = await queue()
    expect(await sendInVain(_id)).toMatchObject({ state: 'queued', attempts: 0, error: expect.any(String) })
    expect(await sendInVain(_id)).toMatchObject({ state: 'queued', attempts: 0 })
    await useAsMailServer(relay)
    expect(await send(_id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('when the connection ends before its message is complete; the pauses grow all the same', async () => {
    relay.refuse('mail-from', null)
    const { _id } = await queue()
    const pauses: number[] = []
    for (let time = 0; time < 4; time++) {
      const { state, attempts, retry_at } = await send(_id)
      expect({ state, attempts }).toEqual({ state: 'failed', attempts: 0 })
      pauses.push(Math.round(((retry_at?.getTime() ?? 0) - Date.now()) / 60_000))
      await endPause(_id)
    }
    expect(pauses).toEqual([15, 30, 60, 120])
    relay.accept()
    expect(await send(_id)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('when a kept connection was closed and no other could be made', async () => {
    await send((await queue('ben'))._id)
    const { _id } = await queue()
    relay.refuse('connect', null)
    expect(await sendInVain(_id)).toMatchObject({ state: 'queued', attempts: 0 })
  })
})

test('A login that is refused counts no mail as refused, and the error that stops the run says what to check', async () => {
  const sealed_password = product.secrets.seal('right', 'mail-password')
  await useAsMailServer(relay, { user: 'digest', sealed_password })
  relay.refuse('login', '535 5.7.8 Authentication credentials invalid')
  const sentence = expect.stringMatching(/^Login refused by 127\.0\.0\.1\. Check user and password\. Its reply: 535 /)
  const { _id } = await queue()
  for (const code of ['unavailable', 'unavailable', 'conflict'])
    await expect(send(_id)).rejects.toMatchObject({ code, message: sentence })
  expect(await findMail(_id)).toMatchObject({ state: 'queued', attempts: 0, error: sentence })
  const refusals = await findMailRefusal()
  expect(refusals && describeRefusals('127.0.0.1', refusals)).toBe(
    '127.0.0.1 refused the connection or the login: 535 5.7.8 Authentication credentials invalid',
  )
})

test('A mail that an admin requested has no next try in the outbox: only its own run tries it again', async () => {
  relay.refuse('rcpt-to', '451 4.7.1 Greylisted')
  await send((await queue('ada', 'top-papers'))._id)
  await send((await queue('ben'))._id)
  const rows = (await listOutbox({})).items.map(({ kind, state, retry_at }) => [kind, state, retry_at !== null])
  expect(rows.toSorted()).toEqual([
    ['digest', 'failed', true],
    ['top-papers', 'failed', false],
  ])
})

describe('A welcome mail', () => {
  test('is not given up in an outage, however long', async () => {
    const { _id } = await queue('ada', 'welcome')
    await useAsMailServer(stopped)
    for (let time = 0; time < 12; time++) await sendInVain(_id)
    await useAsMailServer(relay)
    relay.refuse('mail-from', null)
    for (let time = 0; time < 12; time++) {
      expect(await send(_id)).toMatchObject({ state: 'failed', attempts: 0, retry_at: expect.any(Date) })
      await endPause(_id)
    }
    relay.refuse('rcpt-to', '451 4.7.1 Greylisted')
    expect(await send(_id)).toMatchObject({ state: 'failed', attempts: 1, retry_at: expect.any(Date) })
  })

  test('is given up after ten replies', async () => {
    const { _id } = await queue('ada', 'welcome')
    relay.refuse('rcpt-to', '451 4.7.1 Greylisted')
    for (let time = 1; time < 10; time++) {
      expect(await send(_id)).toMatchObject({ attempts: time, retry_at: expect.any(Date) })
      await endPause(_id)
    }
    expect(await send(_id)).toMatchObject({ state: 'failed', attempts: 10, retry_at: null })
  })
})

test('A mail that an admin requests again begins with the shortest pause, and is not given up as one of an earlier day', async () => {
  const { _id } = await queue()
  await useAsMailServer(stopped)
  await sendInVain(_id)
  expect(await giveUpDigestsBefore('2026-11-17')).toHaveLength(1)
  await reopenMailFor('first', _id, RESENDABLE)
  expect(await giveUpDigestsBefore('2026-11-17')).toEqual([])
  await useAsMailServer(relay)
  relay.refuse('mail-from', null)
  await send(_id)
  await endPause(_id)
  await send(_id)
  await reopenMailFor('second', _id, RESENDABLE)
  const { retry_at } = await send(_id)
  expect(Math.round(((retry_at?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(15)
})
