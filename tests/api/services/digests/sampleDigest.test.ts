import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { startWorker, type Worker } from '#api/jobs/worker.ts'
import { setClock } from '#api/platform/clock.ts'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const sink = await startSmtpSink()
const { as, product } = useApp({ sink })
let worker: Worker | undefined
afterAll(() => sink.stop())
beforeEach(async () => {
  await setUpMail(as, sink)
  setClock(new Date('2026-11-16T08:00:00Z'))
})
afterEach(async () => {
  await worker?.stop()
  setClock(null)
})
const sample = () => as('ada').users.me.mail.sample.post()

describe('A sample of the digest', () => {
  test('is mailed to the reader who asks for it, with their number of papers, once in five minutes', async () => {
    await subscribe(as, 'ada', { enabled: false, max_papers: 1 })
    expect((await sample()).error).toMatchObject({ status: 409 })
    await announceTitles('2026-11-16', ['Lanterns', 'Ropes'])
    worker = startWorker(product, { pollMs: 20 })
    expect(await sample()).toMatchObject({ status: 202, data: { to: 'ada@example.org' } })
    await waitUntil(() => sink.messages().length === 1)
    const [message] = sink.messages()
    expect(message?.to).toEqual(['ada@example.org'])
    expect(message?.text).toContain('1 more paper on the site')
    expect(message?.text).toContain('You get this sample because')
    await waitUntil(async () => (await as('admin').admin.jobs.get({ query: {} })).data?.items[0]?.state === 'succeeded')
    setClock(new Date('2026-11-16T08:01:00Z'))
    expect((await sample()).error).toMatchObject({ status: 429 })
    setClock(new Date('2026-11-16T08:10:00Z'))
    expect((await sample()).status).toBe(202)
  })

  test('is shown to an admin without links that act for the reader', async () => {
    await subscribe(as, 'ada')
    await announceTitles('2026-11-16', ['Lanterns'])
    const { id = '' } = (await as('ada').auth.me.get()).data ?? {}
    const before = sink.messages().length
    const { data } = await as('admin').admin.users({ id }).digest.get()
    expect(data?.subject).toBe('Lanterns')
    expect(data?.text).toContain('1. Lanterns')
    expect(data?.html).toContain('Lanterns')
    for (const part of [data?.html, data?.text]) expect(part).not.toMatch(/\/api\/mail\/(papers|unsubscribe)\//)
    expect((await as('admin').admin.users({ id: 'nobody' }).digest.get()).error?.status).toBe(404)
    expect(sink.messages().length).toBe(before)
  })
})
