import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { setClock } from '#api/platform/clock.ts'
import { sendDigests } from '#api/services/digests/digest.ts'
import { resendRow } from '#api/services/digests/singleMail.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import { announceTitles } from '#tests/api/support/announce.ts'
import { loneRun, setUpMail, subscribe } from '#tests/api/support/digests.ts'
import { useAsMailServer } from '#tests/api/support/outboxes.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { useApp } from '#tests/support/app.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'

const servers = [await startRefusingServer(), await startRefusingServer()] as const
const [server, other] = servers
const { as, product } = useApp()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))
beforeEach(async () => {
  for (const { accept, accepted } of servers) {
    accept()
    accepted.length = 0
  }
  await setUpMail(as, server)
  await announceTitles('2026-11-16', ['Lanterns'])
  setClock(new Date('2026-11-16T08:00:00Z'))
})
afterEach(() => setClock(null))

const collection = (name: string) => mongoose.connection.db?.collection(name)
const moveTo = (name: string, email: string) =>
  collection('users')?.updateOne({ email: `${name}@example.org` }, { $set: { email } })
const outbox = async () => (await as('admin').admin.outbox.get()).data?.items ?? []

async function run(changes: Partial<JobContext> = {}) {
  const counters: Record<string, number> = {}
  const count = (name: string, by: number) => {
    if (by > 0) counters[name] = (counters[name] ?? 0) + by
  }
  const end = await sendDigests(product, {}, { ...loneRun(), count, ...changes })
  return { partial: end?.partial ?? null, counters }
}

/** Does something when the first digest of a run was sent. */
const afterFirst = (act: () => Promise<void>): Partial<JobContext> => ({
  progress: async ({ done }) => (done === 1 ? act() : undefined),
})

/** Runs the digests, and does something while the first one waits for the limit of mails per minute. */
async function runWhileWaiting(act: () => Promise<unknown> | undefined) {
  await useAsMailServer(server, { max_per_minute: 0 })
  const running = run()
  await Promise.race([running, waitUntil(async () => (await collection('mail_rate')?.countDocuments()) === 1)])
  await act()
  await setUpMail(as, server)
  return running
}

describe('While digests are sent', () => {
  test('mail that is paused stops at once; the others are sent when it goes on', async () => {
    for (const name of ['ada', 'ben', 'cleo', 'dora']) await subscribe(as, name)
    const paused = await run(afterFirst(() => setUpMail(as, server, { enabled: false, version: 1 })))
    expect(server.accepted).toHaveLength(1)
    expect(paused).toEqual({
      counters: { due: 4, not_tried: 3, sent: 1 },
      partial: 'Mail was paused during the run: the other digests are due when it goes on.',
    })
    await setUpMail(as, server, { version: 2 })
    expect(await run()).toEqual({ counters: { due: 3, sent: 3 }, partial: null })
    expect(server.accepted).toHaveLength(4)
  })

  test('the next ones go to the server that an admin saves', async () => {
    for (const name of ['ada', 'ben', 'cleo']) await subscribe(as, name)
    await run(afterFirst(() => setUpMail(as, other, { version: 1 })))
    expect([server.accepted.length, other.accepted.length]).toEqual([1, 2])
  })

  test('a reader who unsubscribes gets none, also while it waits for the limit of mails', async () => {
    await subscribe(as, 'ben')
    const { counters } = await runWhileWaiting(() => subscribe(as, 'ben', { enabled: false }))
    expect(server.accepted).toEqual([])
    expect(counters).toEqual({ due: 1, unsubscribed: 1 })
  })

  test('a reader who changes the address gets it there, also while it waits for the limit of mails', async () => {
    await subscribe(as, 'cleo')
    const { counters } = await runWhileWaiting(() => moveTo('cleo', 'cleo@new.example.org'))
    expect(server.accepted).toEqual(['cleo@new.example.org'])
    expect(counters).toEqual({ due: 1, sent: 1 })
  })
})

describe('A mail that was not sent, of a reader who has another address since', () => {
  test('goes to the new address when it is retried', async () => {
    await subscribe(as, 'ada')
    server.refuse('rcpt-to', '451 4.7.1 Greylisted')
    await run()
    await moveTo('ada', 'ada@new.example.org')
    await collection('outbox')?.updateOne({}, { $set: { retry_at: new Date(0) } })
    server.accept()
    await run()
    expect(server.accepted).toEqual(['ada@new.example.org'])
    expect(await outbox()).toMatchObject([{ to: 'ada@new.example.org', state: 'sent', attempts: 2 }])
  })

  test('goes to the new address when an admin sends it again', async () => {
    await subscribe(as, 'ada')
    server.refuse('data', '554 5.6.0 Bad content')
    await run()
    await moveTo('ada', 'ada@new.example.org')
    server.accept()
    const [{ id = '' } = {}] = await outbox()
    await resendRow(product, id, loneRun())
    expect(server.accepted).toEqual(['ada@new.example.org'])
    expect(await outbox()).toMatchObject([{ to: 'ada@new.example.org', state: 'sent' }])
  })
})
