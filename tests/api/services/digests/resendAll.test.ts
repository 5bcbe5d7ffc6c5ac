import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import type { OutboxResendInput } from '#api/contract/mail.ts'
import { resendMails } from '#api/services/digests/resendAll.ts'
import { reopenMailFor } from '#api/store/mail/outboxResend.ts'
import { useApp } from '#tests/support/app.ts'
import { loneRun, subscribe } from '#tests/api/support/digests.ts'
import { startRefusingServer } from '#tests/api/support/refusingServer.ts'
import { endOf, runDigests, useDueReaders } from '#tests/api/support/digestRuns.ts'

const NAMES = ['ada', 'ben', 'cleo', 'dora']
const addressesOf = (names: readonly string[]) => names.map((name) => `${name}@example.org`)

const server = await startRefusingServer()
const { as, product } = useApp()
afterAll(server.stop)
beforeEach(() => {
  server.accept()
  server.accepted.length = 0
})
useDueReaders({ as, product }, server, NAMES)

const outbox = async () => (await as('admin').admin.outbox.get()).data?.items ?? []
const resendAll = (state: OutboxResendInput['state']) => as('admin').admin.outbox.resend.post({ state })

/**
 * Runs the digests while the server refuses each message, or drops the connection after it: twice, as the first run stops
 * after three connections that were dropped.
 */
async function failDigests(reply: string | null): Promise<void> {
  server.refuse('data', reply)
  for (let run = 0; run < 2; run++) await runDigests()
}

describe('Sending all mails in a state again', () => {
  test('sends those that failed, except to readers who want none, and each once', async () => {
    await failDigests('554 5.6.0 Malformed')
    await subscribe(as, 'ben', { enabled: false })
    const again = await resendAll('failed')
    expect(again.status).toBe(202)
    const counters = { refused: 3, unwanted: 1 }
    expect(await endOf(again.data?.id)).toMatchObject({ state: 'partial', counters })
    expect((await outbox()).map(({ attempts }) => attempts).toSorted()).toEqual([1, 2, 2, 2])
    server.accept()
    const { data } = await resendAll('failed')
    expect(await endOf(data?.id)).toMatchObject({ state: 'partial', counters: { sent: 3, unwanted: 1 } })
    expect(server.accepted.toSorted()).toEqual(addressesOf(['ada', 'cleo', 'dora']))
    expect((await outbox()).find(({ state }) => state === 'failed')?.to).toBe('ben@example.org')
    const audit = await as('admin').admin.audit.get()
    const actions = audit.data?.items.filter(({ action }) => action === 'mail-resent')
    expect(actions?.map(({ details }) => details)).toEqual(Array(2).fill('Sent all failed mails once more: 4.'))
  })

  test('sends those that were perhaps sent, and nothing else', async () => {
    expect((await resendAll('uncertain')).error).toMatchObject({ status: 409 })
    await failDigests(null)
    expect((await outbox()).map(({ state }) => state)).toEqual(NAMES.map(() => 'uncertain'))
    server.accept()
    expect((await resendAll('failed')).error).toMatchObject({ status: 409 })
    expect(server.accepted).toEqual([])
    expect(await endOf((await resendAll('uncertain')).data?.id)).toMatchObject({ state: 'succeeded' })
    expect(server.accepted.toSorted()).toEqual(addressesOf(NAMES))
  })

  test('leaves no mail waiting whose reader unsubscribed after an interruption', async () => {
    await failDigests(null)
    server.accept()
    // An attempt that ended when it had queued ada's mail again.
    const run = loneRun()
    const { id = '' } = (await outbox()).find(({ to }) => to === 'ada@example.org') ?? {}
    await reopenMailFor(run.id, id, ['uncertain'])
    await subscribe(as, 'ada', { enabled: false })
    await resendMails(product, { state: 'uncertain' }, run)
    const states = (await outbox()).map(({ to, state }) => `${to} ${state}`)
    expect(states.toSorted()).toEqual([
      'ada@example.org uncertain',
      'ben@example.org sent',
      'cleo@example.org sent',
      'dora@example.org sent',
    ])
    expect(server.accepted).not.toContain('ada@example.org')
  })

  test('goes on after an interruption without sending one twice', async () => {
    await failDigests(null)
    server.accept()
    const first = loneRun()
    let checkpoint: unknown = null
    const interrupted = {
      ...first,
      save: async (saved: unknown) => void (checkpoint = saved),
      progress: async () => {
        throw new Error('interrupted')
      },
    }
    await expect(resendMails(product, { state: 'uncertain' }, interrupted)).rejects.toThrow('interrupted')
    expect(server.accepted).toHaveLength(1)
    // The next one is uncertain again: this run must not take it for one of those to send.
    server.refuse('data', null)
    await expect(resendMails(product, { state: 'uncertain' }, { ...interrupted, checkpoint })).rejects.toThrow()
    server.accept()
    // That of the attempt before is one of this run, too.
    expect(await resendMails(product, { state: 'uncertain' }, { ...first, checkpoint })).toEqual({
      partial: 'Mails: 1 perhaps sent. The outbox lists them.',
    })
    expect(server.accepted).toHaveLength(3)
    expect((await outbox()).map(({ state }) => state).toSorted()).toEqual(['sent', 'sent', 'sent', 'uncertain'])
  })
})
