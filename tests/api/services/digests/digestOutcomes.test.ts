import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { useApp } from '#tests/support/app.ts'

const server = await startRefusingServer()
const { as, product } = useApp()
afterAll(server.stop)
beforeEach(async () => {
  server.accept()
  await setUpMail(as, server)
  await announceTitles('2026-11-16', ['Lanterns'])
  setClock(new Date('2026-11-16T08:00:00Z'))
})
afterEach(() => setClock(null))

/** Runs the digests as a job with this id, and returns its end and its counters above zero. */
async function run(id: string, changes: Partial<JobContext> = {}) {
  const counters: Record<string, number> = {}
  const count = (name: string, by: number) => {
    if (by > 0) counters[name] = (counters[name] ?? 0) + by
  }
  const end = await sendDigests(product, {}, { ...loneRun(), id, count, ...changes })
  return { partial: end?.partial ?? null, counters }
}
const outbox = () => mongoose.connection.db?.collection('outbox')

describe('A job that sends digests', () => {
  test('counts every outcome once when another worker takes it over', async () => {
    for (const name of ['ada', 'ben', 'cleo']) await subscribe(as, name)
    const stop = new AbortController()
    const first = run('job-1', { signal: stop.signal, progress: async ({ done }) => void (done === 1 && stop.abort()) })
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.accepted).toHaveLength(1)
    // The first worker was killed while it handed the first mail over.
    const second = { to: server.accepted[0] }
    await outbox()?.updateOne(second, { $set: { state: 'handing-off', lease_until: new Date(0), sent_at: null } })

    const { counters, partial } = await run('job-1')
    expect(counters).toEqual({ due: 3, sent: 2, uncertain: 1 })
    expect(partial).toBe('Digests: 1 perhaps sent. The outbox lists them.')
    expect(server.accepted.toSorted()).toEqual(['ada@example.org', 'ben@example.org', 'cleo@example.org'])
    // Another job has nothing to count.
    expect(await run('job-2')).toEqual({ counters: {}, partial: null })
  })

  test('is partial while a reader waits for a retry, and ends the retry with its day', async () => {
    await subscribe(as, 'ada')
    server.refuse('rcpt-to', '451 4.7.1 Greylisted')
    expect(await run('job-1')).toEqual({
      counters: { due: 1, deferred: 1 },
      partial: 'Digests: 1 not accepted now, will be tried again. The outbox lists them.',
    })
    const [deferred] = (await as('admin').admin.outbox.get()).data?.items ?? []
    expect(Date.parse(deferred?.retry_at ?? '') - Date.now()).toBeGreaterThan(14 * 60_000)

    server.accept()
    await announceTitles('2026-11-17', ['Ropes'])
    // Monday has ended in all time zones.
    setClock(new Date('2026-11-17T12:30:00Z'))
    expect(await run('job-2')).toEqual({
      counters: { due: 1, sent: 1, given_up: 1 },
      partial: 'Digests: 1 of earlier days, not sent before the next digest. The outbox lists them.',
    })
    expect((await as('admin').admin.outbox.get({ query: { state: 'failed' } })).data?.items).toMatchObject([
      { day: '2026-11-16', retry_at: null, error: 'A newer digest is due. 451 4.7.1 Greylisted' },
    ])
  })

  test('is partial when digests are due while mail is paused', async () => {
    await setUpMail(as, server, { enabled: false })
    expect((await run('job-1')).partial).toBe(null)
    await subscribe(as, 'ada')
    expect(await run('job-2')).toEqual({
      counters: { due: 1, not_tried: 1 },
      partial: 'No digests were sent: mail is not set up or paused. Due: 1.',
    })
  })
})
