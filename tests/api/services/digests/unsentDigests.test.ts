import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { useApp } from '#tests/support/app.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'

const [sink, refusing] = await Promise.all([startSmtpSink(), startRefusingServer()])
const { as, product } = useApp({ sink })
afterAll(() => Promise.all([sink.stop(), refusing.stop()]))
beforeEach(() => {
  refusing.accept()
})
afterEach(() => setClock(null))

const TITLES = { 16: 'Lanterns', 17: 'Ropes', 18: 'Sails', 19: 'Keels', 20: 'Masts' }
type Date = keyof typeof TITLES

/** Announces a paper on a day of November 2026 and sends the digests of it over `server`. Returns those that arrived. */
async function sendOn(date: Date, server: { host: string; port: number } = sink) {
  const day = `2026-11-${date}`
  setClock(new Date(`${day}T08:00:00Z`))
  await announceTitles(day, [TITLES[date]])
  await setUpMail(as, server)
  const before = sink.messages().length
  await sendDigests(product, {}, loneRun())
  return sink.messages().slice(before)
}
const resume = () => as('ada').users.me.mail.resume.post()

describe('A digest after ones that were not sent', () => {
  test('says which, why, and lists their days, once', async () => {
    await subscribe(as, 'ada')
    expect(await sendOn(16)).toHaveLength(1)
    refusing.refuse('rcpt-to', '550 5.1.1 No such user <here>')
    await sendOn(17, refusing)
    await sendOn(18, refusing)
    await resume()
    const [back] = await sendOn(19)
    expect(back?.subject).toBe('Keels')
    expect(back?.text).toContain(
      '2 digests, from Tuesday, 17 November 2026 to Wednesday, 18 November 2026, were not sent: the mail server of ada@example.org refused them (550 5.1.1 No such user <here>).',
    )
    expect(back?.html).toContain('No such user &lt;here&gt;')
    expect(back?.text).toMatch(/Wednesday, 18 November 2026, 1 paper: .*\nTuesday, 17 November 2026, 1 paper: /)
    expect(back?.text).not.toContain('16 November')
    const [next] = await sendOn(20)
    expect(next?.subject).toBe('Masts')
    expect(next?.text).not.toMatch(/not sent|since your last mail/)
  })

  test('lists the day of the first digest, if that was refused', async () => {
    await subscribe(as, 'ada')
    refusing.refuse('rcpt-to', '550 5.1.1 No such user')
    await sendOn(16, refusing)
    const [first] = await sendOn(17)
    expect(first?.text).toContain('The digest of Monday, 16 November 2026 was not sent: the mail server of ada@')
    expect(first?.text).toMatch(/since your last mail\nMonday, 16 November 2026, 1 paper: /)
  })

  test('does not say why, if the mail was refused for its content', async () => {
    await subscribe(as, 'ada')
    await sendOn(16)
    refusing.refuse('data', '554 Spam')
    await sendOn(17, refusing)
    const [back] = await sendOn(18)
    expect(back?.text).toContain('The digest of Tuesday, 17 November 2026 could not be delivered.')
    expect(back?.text).toMatch(/since your last mail\nTuesday, 17 November 2026, 1 paper: /)
  })

  // In the morning of the next day in Berlin the day before has not ended in all time zones.
  test('lists the day of one that the server deferred until its day ended, once', async () => {
    await subscribe(as, 'ada')
    await sendOn(16)
    refusing.refuse('rcpt-to', '451 4.7.1 Greylisted')
    await sendOn(17, refusing)
    const [back] = await sendOn(18)
    expect(back?.text).toContain('The digest of Tuesday, 17 November 2026 could not be delivered.')
    expect(back?.text).toMatch(/since your last mail\nTuesday, 17 November 2026, 1 paper: /)
    expect((await sendOn(19))[0]?.text).not.toMatch(/could not be|since your last mail/)
  })

  test('lists the day of one whose mail server did not answer until its day ended', async () => {
    await subscribe(as, 'ada')
    await sendOn(16)
    refusing.refuse('connect', null)
    await expect(sendOn(17, refusing)).rejects.toMatchObject({ code: 'unavailable' })
    const [back] = await sendOn(18)
    expect(back?.text).toContain('The digest of Tuesday, 17 November 2026 could not be delivered.')
    expect(back?.text).toMatch(/since your last mail\nTuesday, 17 November 2026, 1 paper: /)
  })

  test('is silent about one that an admin sent again', async () => {
    await subscribe(as, 'ada')
    await sendOn(16)
    refusing.refuse('rcpt-to', '550 5.1.1 No such user')
    await sendOn(17, refusing)
    await setUpMail(as, sink)
    const { data } = await as('admin').admin.outbox.get({ query: { state: 'failed' } })
    const outbox_id = data?.items[0]?.id ?? ''
    await as('admin').admin.outbox({ id: outbox_id }).resend.post()
    await sendDigests(product, { outbox_id }, loneRun())
    const [back] = await sendOn(18)
    expect(back?.text).not.toMatch(/not sent|since your last mail/)
  })
})
