import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { clearMailRefusals } from '#api/store/mail/mailRefusals.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { useApp } from '#tests/support/app.ts'

const server = await startRefusingServer()
const { as, product } = useApp()
afterAll(server.stop)
beforeEach(async () => {
  server.accept()
  server.accepted.length = 0
  await setUpMail(as, server)
})
afterEach(() => setClock(null))

/** Announces a paper on this day and sends the digests of it; the mail server refuses these readers with `reply`. */
async function sendDay(day: string, reply?: string, names: readonly string[] = []): Promise<void> {
  await announceTitles(day, ['Lanterns'])
  setClock(new Date(`${day}T08:00:00Z`))
  if (reply === undefined) server.accept()
  else server.refuse('rcpt-to', reply, { to: names.map((name) => `${name}@example.org`) })
  await sendDigests(product, {}, loneRun())
}
const admin = () => as('admin').admin.suppressions
const listed = async (query = {}) =>
  ((await admin().get({ query })).data?.items ?? []).map(({ id, cause, reason }) => [id, cause, reason])

describe('An address that the mail server refuses on two days', () => {
  test('is listed with cause, reply and dates, and is released alone or with all of its cause', async () => {
    await subscribe(as, 'ada')
    await sendDay('2026-11-13', '550 5.1.1 No such user', ['ada'])
    expect(await listed()).toEqual([])
    await sendDay('2026-11-16', '550 5.1.1 No such user', ['ada'])
    for (const name of ['ben', 'cleo']) await subscribe(as, name)
    await clearMailRefusals()
    await sendDay('2026-11-17', '550 5.2.1 Disabled', ['ben', 'cleo'])
    await clearMailRefusals()
    await sendDay('2026-11-18', '550 5.2.1 Disabled', ['ben', 'cleo'])
    expect((await listed()).toSorted()).toEqual([
      ['ada@example.org', 'no-mailbox', '550 5.1.1 No such user'],
      ['ben@example.org', 'mailbox-disabled', '550 5.2.1 Disabled'],
      ['cleo@example.org', 'mailbox-disabled', '550 5.2.1 Disabled'],
    ])
    expect((await admin().get({ query: { cause: 'no-mailbox' } })).data?.items).toMatchObject([
      {
        since: expect.stringMatching(/^2026-11-16T08:00/),
        last_refused_at: expect.stringMatching(/^2026-11-16T08:00/),
      },
    ])
    const release = async (which: { ids: string[] } | { cause: 'mailbox-disabled' }) =>
      (await admin().release.post(which)).data
    expect(await release({ ids: ['ADA@example.org', 'nobody@example.org'] })).toEqual({ released: 1 })
    expect(await release({ cause: 'mailbox-disabled' })).toEqual({ released: 2 })
    expect(await listed()).toEqual([])
    const { data } = await as('admin').admin.audit.get({ query: { action: 'mail-released' } })
    expect(data?.items.filter(({ action }) => action === 'mail-released').map(({ details }) => details)).toContain(
      'Released 2 addresses (mailbox-disabled).',
    )
    await sendDay('2026-11-19')
    expect(server.accepted.toSorted()).toEqual(['ada@example.org', 'ben@example.org', 'cleo@example.org'])
  })

  test('is shown to its reader, who resumes the mail; it stops again if it is refused again', async () => {
    await subscribe(as, 'ada')
    await subscribe(as, 'ben')
    expect((await as('ada').users.me.mail.get()).data).toEqual({
      returned: null,
      digest: null,
      review: null,
      targets: 0,
      unsubscribed_at: null,
    })
    await sendDay('2026-11-13', '550 5.1.1 No such user', ['ada', 'ben'])
    expect((await as('ada').users.me.mail.get()).data).toMatchObject({ returned: null, digest: { state: 'failed' } })
    await clearMailRefusals()
    await sendDay('2026-11-16', '550 5.1.1 No such user', ['ada', 'ben'])
    expect((await as('ada').users.me.mail.get()).data).toEqual({
      returned: {
        cause: 'no-mailbox',
        reason: '550 5.1.1 No such user',
        since: expect.stringMatching(/^2026-11-16T08:00/),
      },
      digest: {
        day: '2026-11-16',
        state: 'suppressed',
        reason: '550 5.1.1 No such user',
        sent_at: null,
        retry_at: null,
        absence: null,
      },
      review: null,
      targets: 0,
      unsubscribed_at: null,
    })
    expect((await as('ada').users.me.mail.resume.post()).data).toMatchObject({ returned: null })
    expect(await listed()).toEqual([['ben@example.org', 'no-mailbox', '550 5.1.1 No such user']])
    await sendDay('2026-11-17')
    expect(server.accepted).toEqual(['ada@example.org'])
    expect((await as('ada').users.me.mail.get()).data?.digest).toMatchObject({ day: '2026-11-17', state: 'sent' })
    await sendDay('2026-11-18', '550 5.1.1 No such user', ['ada'])
    await sendDay('2026-11-19', '550 5.1.1 No such user', ['ada'])
    expect((await as('ada').users.me.mail.get()).data?.returned?.since).toStartWith('2026-11-19T08:00')
  })

  test('that is not refused shows its reader why there is no digest', async () => {
    await subscribe(as, 'ada', { weekdays: [5] })
    await sendDay('2026-11-16')
    expect((await as('ada').users.me.mail.get()).data?.digest).toMatchObject({
      state: null,
      reason: 'you did not choose this weekday',
    })
  })
})
