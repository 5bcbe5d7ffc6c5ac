import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink, type SinkMessage } from '#api/platform/embedded/smtpSink.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { useApp } from '#tests/support/app.ts'

const sink = await startSmtpSink()
const { as, app, product } = useApp({ sink })
afterAll(() => sink.stop())
beforeEach(() => setUpMail(as, sink))
afterEach(() => setClock(null))

const sendAt = async (instant: string): Promise<SinkMessage[]> => {
  const sentBefore = sink.messages().length
  setClock(new Date(instant))
  await sendDigests(product, {}, loneRun())
  return sink.messages().slice(sentBefore)
}
const digest = async () => (await as('ada').auth.me.get()).data?.preferences.digest

/** Sends a digest and returns its unsubscribe URL. */
const sendAndGetUnsubscribeUrl = async () => {
  await announceTitles('2026-11-16', ['Lanterns'])
  await subscribe(as, 'ada')
  const [message] = await sendAt('2026-11-16T08:00:00Z')
  const url = /^<(.*)>$/.exec(message?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(message?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(message?.text).toContain(url)
  return url.replace(product.config.publicUrl, 'http://localhost')
}

describe('The unsubscribe link', () => {
  test('accepts the one-click POST of a mail program, without sign-in or confirmation', async () => {
    const url = await sendAndGetUnsubscribeUrl()
    const response = await app.handle(
      new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      }),
    )
    expect(response.status).toBe(200)
    expect(await digest()).toMatchObject({ enabled: false, hour: 7, time_zone: 'Europe/Berlin' })
    await announceTitles('2026-11-17', ['Ropes'])
    expect(await sendAt('2026-11-17T08:00:00Z')).toEqual([])
    // The page has a button that undoes it.
    const undo = /action="([^"]+)"/.exec(await response.text())?.[1] ?? ''
    expect((await app.handle(new Request(new URL(undo, url), { method: 'POST' }))).status).toBe(200)
    expect(await sendAt('2026-11-17T08:30:00Z')).toMatchObject([{ to: ['ada@example.org'] }])
  })

  test('changes nothing on GET, because mail scanners open links', async () => {
    const url = await sendAndGetUnsubscribeUrl()
    const response = await app.handle(new Request(url))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('action="/api/mail/unsubscribe/')
    expect(await digest()).toMatchObject({ enabled: true })
  })

  test('and the page that undoes it say on GET whether the digest is on, for a reader who loads them again', async () => {
    const url = await sendAndGetUnsubscribeUrl()
    const read = async (address: string) => (await app.handle(new Request(address))).text()
    const undoUrl = url.replace('/unsubscribe/', '/resubscribe/')
    for (const address of [url, undoUrl])
      expect(await read(address)).toContain('The daily digest goes to ada@example.org.')
    await app.handle(new Request(url, { method: 'POST' }))
    for (const address of [url, undoUrl]) {
      const page = await read(address)
      expect(page).toContain('The daily digest to ada@example.org is off.')
      expect(page).toContain('action="/api/mail/resubscribe/')
    }
    expect(await digest()).toMatchObject({ enabled: false })
  })

  test('has a token that is valid for nothing else, and accepts no other token', async () => {
    const token = (await sendAndGetUnsubscribeUrl()).split('/').at(-1) ?? ''
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.handle(new Request('http://localhost/api/auth/me', { headers }))).status).toBe(401)
    const terminal = await product.tokens.sign('terminal', 'ada', { seconds: 60, session: 'x' })
    for (const bad of [terminal, `${token.slice(0, -3)}abc`, 'garbage']) {
      const response = await app.handle(new Request(`http://localhost/api/mail/unsubscribe/${bad}`, { method: 'POST' }))
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('not valid any more')
    }
    expect(await digest()).toMatchObject({ enabled: true })
  })
})
