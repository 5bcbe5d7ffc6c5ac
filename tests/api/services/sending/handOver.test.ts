import { describe, expect, test } from 'bun:test'
import { callbackify } from 'node:util'
import type { SMTPServerAddress, SMTPServerSession } from 'smtp-server'
import { closeConnections } from '#api/mail/connectionPool.ts'
import { composeMessage } from '#api/mail/message.ts'
import { handOver } from '#api/services/sending/handOver.ts'
import { requireMailSettings, type MailSettings } from '#api/services/sending/mailSettings.ts'
import { requireAcceptance } from '#api/services/sending/unsent.ts'
import { findMailRefusal } from '#api/store/mail/mailRefusals.ts'
import { findMail, type OutboxRecord } from '#api/store/mail/outbox.ts'
import { claimMails } from '#api/store/mail/outboxClaims.ts'
import { refusal } from '#tests/api/support/mailServer.ts'
import { useOutbox } from '#tests/api/support/outboxes.ts'

const { product, ended, useServer, queue } = useOutbox()
let settings: MailSettings

/** A mail server that counts its connections, from 1, and the mails begun over all of them, from 1. */
async function startCountingServer({
  onConnect = () => Promise.resolve(),
  onMail = () => undefined,
}: { onConnect?: (count: number) => Promise<void>; onMail?: (count: number) => Error | undefined } = {}) {
  const seen = { connections: 0, mails: 0 }
  const { ids } = await useServer({
    onConnect: callbackify((_session: SMTPServerSession) => onConnect((seen.connections += 1))),
    onMailFrom: callbackify(async (_address: SMTPServerAddress, _session: SMTPServerSession) => {
      const error = onMail((seen.mails += 1))
      if (error !== undefined) throw error
    }),
  })
  settings = await requireMailSettings(product)
  ended.push(closeConnections)
  return { seen, ids }
}

async function claim({ _id }: OutboxRecord, leaseMs = 60_000): Promise<OutboxRecord> {
  const [claimed] = await claimMails([{ id: _id, jobId: 'job' }], { sender: 'here', leaseMs })
  if (!claimed) throw new Error('the mail could not be claimed')
  return claimed
}

/** Claimed before any is sent: a connection is kept for two seconds only. */
const prepare = (...names: string[]) => Promise.all(names.map(async (name) => claim(await queue(name))))

const pass = (claimed: OutboxRecord, signal = new AbortController().signal) =>
  handOver(product, claimed, {
    settings,
    compose: () =>
      composeMessage({
        from: { name: 'Paperdawn', address: 'digest@papers.example.org' },
        to: claimed.to,
        subject: 'Papers',
        html: '<p>rich</p>',
        text: 'plain',
        messageId: `<${claimed.user_id}@papers.example.org>`,
      }),
    signal,
  })

describe('A server that ends a kept connection', () => {
  const idle = refusal(421, 'Idle for too long')

  test('gets the mail once, over a new connection that is kept in turn', async () => {
    const { seen, ids } = await startCountingServer({ onMail: (count) => (count === 2 ? idle : undefined) })
    for (const mail of await prepare('ada', 'ben', 'cleo'))
      expect(await pass(mail)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(ids).toEqual(['ada', 'ben', 'cleo'].map((name) => `<${name}@papers.example.org>`))
    expect(seen).toEqual({ connections: 2, mails: 4 })
  })

  test('and refuses the next one leaves the mail queued, and counts as a refusal of this site', async () => {
    const { ids } = await startCountingServer({
      onConnect: async (count) => {
        if (count === 2) throw refusal(554, 'No service for you')
      },
      onMail: (count) => (count === 2 ? idle : undefined),
    })
    const [ada, ben] = await prepare('ada', 'ben')
    await pass(ada!)
    await expect(pass(ben!)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await findMail(ben!._id)).toMatchObject({ state: 'queued', lease_until: null })
    expect(await findMailRefusal()).toMatchObject({ count: 1, reason: expect.stringContaining('No service for you') })
    expect(ids).toHaveLength(1)
  })

  test('is asked again later if the connection was new', async () => {
    const { seen } = await startCountingServer({ onMail: () => idle })
    const [ada] = await prepare('ada')
    expect(await pass(ada!)).toBeNull()
    expect(await findMail(ada!._id)).toMatchObject({ state: 'failed', retry_at: expect.any(Date) })
    expect(seen).toEqual({ connections: 1, mails: 1 })
  })
})

test('A server that defers a mail over a kept connection is not asked over another one', async () => {
  const { seen } = await startCountingServer({
    onMail: (count) => (count === 2 ? refusal(451, 'Greylisted') : undefined),
  })
  const [ada, ben] = await prepare('ada', 'ben')
  await pass(ada!)
  expect(await pass(ben!)).toBeNull()
  expect(await findMail(ben!._id)).toMatchObject({ state: 'failed', error: expect.stringContaining('Greylisted') })
  expect(seen).toEqual({ connections: 1, mails: 2 })
})

test('A mail whose job ends while it waits for the server is queued with the reason, and the connection is kept', async () => {
  const greeting = Promise.withResolvers<void>()
  const connected = Promise.withResolvers<void>()
  const { seen, ids } = await startCountingServer({
    onConnect: () => {
      connected.resolve()
      return greeting.promise
    },
  })
  const stop = new AbortController()
  const [ada, ben] = await prepare('ada', 'ben')
  const passing = pass(ada!, stop.signal)
  await connected.promise
  const reason = 'stopping'
  stop.abort(reason)
  greeting.resolve()
  await expect(passing).rejects.toBe(reason)
  expect(await findMail(ada!._id)).toMatchObject({
    state: 'queued',
    error: 'The run ended before this mail was sent.',
    lease_until: null,
  })
  expect(await pass(ben!)).toMatchObject({ state: 'sent' })
  expect({ ...seen, ids }).toEqual({ connections: 1, mails: 1, ids: ['<ben@papers.example.org>'] })
})

test('A mail that another sender claimed meanwhile is not sent, and the connection is kept', async () => {
  const { seen, ids } = await startCountingServer()
  const mail = await queue('ada')
  const first = await claim(mail, -1)
  const second = await claim(mail)
  expect(await pass(first)).toBeNull()
  expect(ids).toEqual([])
  expect(await findMail(mail._id)).toMatchObject({ state: 'claimed', fence: second.fence })
  expect(await pass(second)).toMatchObject({ state: 'sent' })
  expect(seen).toEqual({ connections: 1, mails: 1 })
})

describe('A mail that an admin requested', () => {
  test('is left to its job if the server defers it: it can be claimed at once', async () => {
    await startCountingServer({ onMail: () => refusal(451, 'Greylisted') })
    const mail = await queue('ada', 'top-papers')
    expect(await pass(await claim(mail))).toBeNull()
    expect(await claim(mail)).toMatchObject({ attempts: 1 })
  })

  test('is not sent again by itself after a refusal of this site', async () => {
    await startCountingServer({ onMail: () => refusal(554, '5.7.1 Client host blocked') })
    const mail = await queue('ada', 'top-papers')
    expect(await pass(await claim(mail))).toBeNull()
    expect(await findMail(mail._id)).toMatchObject({ state: 'failed', retry_at: null })
  })
})

test('A refusal of this site is a conflict with its reason until the server accepts a mail', async () => {
  await startCountingServer({
    onMail: (count) => (count === 2 ? refusal(554, '5.7.1 Client host blocked') : undefined),
  })
  const [ada, ben, cleo] = await prepare('ada', 'ben', 'cleo')
  await pass(ada!)
  await requireAcceptance()
  await pass(ben!)
  await expect(requireAcceptance()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Client host blocked'),
  })
  await pass(cleo!)
  await requireAcceptance()
})
