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

/** Sends a digest of one paper to Ada and returns the addresses of its links by their text. */
async function sendDigest(): Promise<Map<string, string>> {
  await announceTitles('2026-11-16', ['A <b>lantern</b>'])
  await subscribe(as, 'ada')
  setClock(new Date('2026-11-16T08:00:00Z'))
  await sendDigests(product, {}, loneRun())
  const text = sink.messages().at(-1)?.text ?? ''
  return new Map([...text.matchAll(/^(.*): (https?:\S+)$/gm)].map(([, name = '', href = '']) => [name, href]))
}

async function request(method: string, href: string) {
  const response = await app.handle(new Request(href, { method }))
  return { status: response.status, page: await response.text() }
}
const listOf = async (name: string) =>
  ((await as(name).users.me['reading-list'].get({ query: {} })).data?.items ?? []).map(({ paper }) => paper.title)
const cardOf = async (name: string) =>
  (await as(name).users.me.dashboard.get({ query: { day: '2026-11-16' } })).data?.cards[0]?.state

/** Presses the button of the page at `href`, as a browser does. */
async function press(href: string, page: string) {
  const action = /<form method="post"(?: action="([^"]+)")?>/.exec(page)?.[1] ?? href
  const address = new URL(action, href).href
  return { address, ...(await request('POST', address)) }
}

describe('A link of a mail', () => {
  test('saves its paper after a confirmation, and undoes it; opening the link changes nothing', async () => {
    const href = (await sendDigest()).get('Save') ?? ''
    await subscribe(as, 'ben')
    const opened = await request('GET', href)
    expect(opened).toMatchObject({ status: 200, page: expect.stringContaining('A &lt;b&gt;lantern&lt;/b&gt;') })
    expect(await listOf('ada')).toEqual([])

    const saved = await press(href, opened.page)
    await press(href, opened.page)
    expect([await listOf('ada'), await listOf('ben')]).toEqual([['A <b>lantern</b>'], []])
    const undone = await press(saved.address, saved.page)
    expect(undone.status).toBe(200)
    expect(await listOf('ada')).toEqual([])
  })

  test('marks its paper as not for the reader, and undoes it', async () => {
    const href = (await sendDigest()).get('Not for me') ?? ''
    await subscribe(as, 'ben')
    const opened = await request('GET', href)
    expect(await cardOf('ada')).toMatchObject({ dismissed: false })
    const marked = await press(href, opened.page)
    expect([await cardOf('ada'), await cardOf('ben')]).toMatchObject([{ dismissed: true }, { dismissed: false }])
    await press(marked.address, marked.page)
    expect(await cardOf('ada')).toMatchObject({ dismissed: false })
  })

  test('is refused if it is forged, expired, of another kind or of a reader who is gone', async () => {
    const links = await sendDigest()
    const href = links.get('Save') ?? ''
    const token = href.split('/').at(-2) ?? ''
    const { id = '' } = (await as('ada').auth.me.get()).data ?? {}
    const { data } = await as('ada').users.me.dashboard.get({ query: { day: '2026-11-16' } })
    const session = data?.cards[0]?.paper.id ?? ''
    const sign = (subject: string, options: { seconds: number; session?: string }) =>
      product.tokens.sign('digest', subject, options)
    const tokens = [
      'garbage',
      `${token.slice(0, -3)}abc`,
      links.get('Stop these mails')?.split('/').at(-1) ?? '',
      await product.tokens.sign('terminal', id, { seconds: 60, session }),
      await sign(id, { seconds: -1, session }),
      await sign(id, { seconds: 60 }),
      await sign(id, { seconds: 60, session: 'arxiv:2611.99999' }),
      await sign('nobody', { seconds: 60, session }),
    ]
    for (const bad of tokens)
      for (const method of ['GET', 'POST']) {
        const answer = await request(method, href.replace(token, bad))
        expect([bad, answer.status]).toEqual([bad, 404])
        expect(answer.page).toContain('not valid any more')
      }
    expect(await listOf('ada')).toEqual([])
    expect((await request('POST', href.replace(token, await sign(id, { seconds: 60, session })))).status).toBe(200)
    expect(await listOf('ada')).toHaveLength(1)
  })
})
