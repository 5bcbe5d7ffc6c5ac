import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const { as, app, product } = useApp({ sink })
afterAll(() => sink.stop())
beforeEach(() => setUpMail(as, sink))
afterEach(() => setClock(null))

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const status = async () => (await as('ada').users.me.mail.get()).data
const sendAt = async (instant: string): Promise<void> => {
  setClock(new Date(instant))
  await sendDigests(product, {}, loneRun())
}

describe('The state of the digest in the profile', () => {
  test('is that of the newest mail, also of a late one at the weekend, with the reason for none today', async () => {
    await subscribe(as, 'ada', { weekdays: EVERY_DAY })
    // The papers of Friday became known on Saturday.
    await announceTitles('2026-11-20', ['Lanterns'])
    setClock(new Date('2026-11-21T05:30:00Z'))
    expect((await status())?.digest).toMatchObject({
      state: null,
      reason: 'the hour of your digest has not been reached',
    })
    setClock(new Date('2026-11-21T08:00:00Z'))
    expect((await status())?.digest).toMatchObject({ day: '2026-11-21', state: null, reason: 'it is due' })
    await setUpMail(as, sink, { enabled: false })
    expect((await status())?.digest?.reason).toBe('mail is not set up or paused')
    await setUpMail(as, sink)
    await sendAt('2026-11-21T08:00:00Z')
    expect((await status())?.digest).toMatchObject({ day: '2026-11-21', state: 'sent', absence: null })
    setClock(new Date('2026-11-22T08:00:00Z'))
    expect((await status())?.digest).toMatchObject({
      day: '2026-11-21',
      state: 'sent',
      absence: 'no announcement is expected on this day',
    })
  })

  test('says that an announcement without papers for the reader makes no mail', async () => {
    await announceTitles('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    await as('ada').users.me.put({ interests: { muted_terms: ['Lanterns'] } })
    await sendAt('2026-11-16T08:00:00Z')
    expect((await status())?.digest).toMatchObject({ state: null, reason: 'the digest would be empty' })
  })

  test('says when the link in a mail switched it off, until the reader changes it', async () => {
    await announceTitles('2026-11-16', ['Lanterns'])
    await subscribe(as, 'ada')
    await sendAt('2026-11-16T08:00:00Z')
    expect(await status()).toMatchObject({ unsubscribed_at: null, digest: { state: 'sent' } })
    const [, path = ''] =
      /<[^>]+(\/api\/mail\/[^>]+)>/.exec(sink.messages().at(-1)?.headers['list-unsubscribe'] ?? '') ?? []
    const openLink = () => app.handle(new Request(`http://localhost${path}`, { method: 'POST' }))
    setClock(new Date('2026-11-17T09:00:00Z'))
    await openLink()
    setClock(new Date('2026-11-18T09:00:00Z'))
    await openLink()
    expect(await status()).toMatchObject({ digest: null, unsubscribed_at: expect.stringMatching(/^2026-11-17T09:00/) })
    await subscribe(as, 'ada', { enabled: true })
    expect(await status()).toMatchObject({ unsubscribed_at: null, digest: { state: 'sent' } })
    await subscribe(as, 'ada', { enabled: false })
    expect(await status()).toMatchObject({ unsubscribed_at: null, digest: null })
  })
})
