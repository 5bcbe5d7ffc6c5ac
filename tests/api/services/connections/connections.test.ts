import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import mongoose from 'mongoose'
import { TARGET_KINDS } from '#api/contract/limits.ts'
import { setClock } from '#api/platform/clock.ts'
import { saveConnection, testConnection } from '#api/services/connections/connections.ts'
import { findUser } from '#api/store/readers/users.ts'
import { subscribe } from '#tests/api/support/digests.ts'
import { announce, DAY, MORNING, rows, useConnections } from '#tests/api/support/connections.ts'
import { HUGE, REFUSALS, startOutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { useApp } from '#tests/support/app.ts'

const simulator = await startOutgoingSimulator()
const tls = await startOutgoingSimulator({ secure: true })
const app = useApp()
const { as, product } = app
const { connectionsOf, connect, save, runAt } = useConnections(app, simulator)
const stored = () => mongoose.connection.collection('targets').find().toArray()

afterAll(() => Promise.all([simulator.stop(), tls.stop()]))
beforeEach(() => {
  simulator.received.length = 0
  simulator.requests.length = 0
  simulator.faults.clear()
  simulator.encrypted.clear()
})
afterEach(() => setClock(null))

const testWebhook = () => connectionsOf('ada')({ kind: 'webhook' }).test.post({})
const testSlack = () => connectionsOf('ada')({ kind: 'slack' }).test.post(simulator.valuesOf.slack('key1'))

describe('A connection', () => {
  test.each(TARGET_KINDS)('to %s is tested before it is saved, and never shows its secrets', async (kind) => {
    await subscribe(as, 'ada', { enabled: false })
    const values = simulator.valuesOf[kind]('privatekey12345')
    const tested = await connectionsOf('ada')({ kind }).test.post(values)
    expect(tested.data).toMatchObject({ ok: true })
    expect(simulator.receivedBy('privatekey12345')).toHaveLength(1)
    expect((await connectionsOf('ada').get()).data).toEqual({ items: [], total: 0 })
    const saved = await save('ada', kind, values)
    const host = new URL(simulator.origin).host
    const expected = { kind, host, on: true, last: null, failing_since: null, sends: { day: true, updates: true } }
    expect(saved).toMatchObject(expected)
    const { data } = await connectionsOf('ada').get()
    expect(data?.items).toMatchObject([expected])
    for (const text of [JSON.stringify(data), JSON.stringify(await stored())])
      expect(text).not.toMatch(/privatekey12345|syt_|whsec_/)
    expect(saved.secret === undefined).toBe(kind !== 'webhook')
  })

  test('is shown by the last four characters of what is secret', async () => {
    await connect('ada', 'slack', 'Xyz0123456789wxyz')
    expect((await connectionsOf('ada').get()).data?.items[0]?.last_four).toBe('wxyz')
  })

  test('of another reader is neither shown nor used', async () => {
    await connect('ada', 'slack', 'adakey')
    expect((await connectionsOf('ben').get()).data?.items).toEqual([])
    expect((await connectionsOf('ben')({ kind: 'slack' }).test.post({})).status).toBe(422)
    expect((await connectionsOf('ben')({ kind: 'slack' }).delete()).status).toBe(404)
    expect(simulator.received).toEqual([])
  })

  test('that is removed leaves nothing', async () => {
    await announce()
    await connect('ada', 'ntfy', 'topic1234')
    await runAt(MORNING)
    expect(await rows()).toHaveLength(1)
    expect((await connectionsOf('ada')({ kind: 'ntfy' }).delete()).status).toBe(204)
    expect(await rows()).toEqual([])
    expect(await stored()).toEqual([])
  })

  test('keeps its values when only what it sends is changed, and mixes no saved token with a new address', async () => {
    await connect('ada', 'matrix')
    expect(await save('ada', 'matrix', { sends: { day: false, updates: true } })).toMatchObject({
      sends: { day: false },
    })
    expect((await connectionsOf('ada')({ kind: 'matrix' }).test.post({})).data).toMatchObject({ ok: true })
    const moved = await connectionsOf('ada')({ kind: 'matrix' }).put({ address: 'https://other.example.org' })
    expect(moved.status).toBe(422)
    const mixed = await connectionsOf('ada')({ kind: 'matrix' }).put({ room: '!other:example.org' })
    expect(mixed.status).toBe(422)
    const other = await connectionsOf('ada')({ kind: 'matrix' }).test.post({
      address: simulator.origin,
      room: '!a:b.org',
    })
    expect(other.status).toBe(422)
  })

  test('says in a sentence what the service answered', async () => {
    simulator.faults.set('key1', [
      REFUSALS.gone.slack[2]!,
      REFUSALS.refused.slack[0]!,
      REFUSALS.later.slack[0]!,
      HUGE,
      { lost: true },
    ])
    const messages = []
    for (let index = 0; index < 5; index += 1) messages.push((await testSlack()).data)
    expect(messages.map((one) => one?.ok)).toEqual([false, false, false, false, false])
    expect(messages.map((one) => one?.message)).toEqual([
      'Slack does not know this address, or refuses the token: 404 no_service.',
      'Slack refused the message: 400 invalid_payload.',
      'Slack could not be reached or does not accept messages now: 429 rate_limited.',
      expect.stringMatching(/^The message was sent, and Slack did not confirm it: an unexpected answer: 200 x{50}/),
      'The message was sent, and Slack did not confirm it: the connection ended without an answer.',
    ])
    expect(messages.every((one) => (one?.message.length ?? 0) < 400)).toBe(true)
  })

  test('to a host with a wrong certificate is given nothing', async () => {
    const tested = await connectionsOf('ada')({ kind: 'slack' }).test.post(tls.valuesOf.slack('key1'))
    expect(tested.data).toMatchObject({ ok: false, message: expect.stringContaining('its certificate is not valid') })
    expect(tls.requests).toEqual([])
  })

  test('to an encrypted room of Matrix is refused', async () => {
    simulator.encrypted.add('secretroom')
    const tested = await connectionsOf('ada')({ kind: 'matrix' }).test.post(simulator.valuesOf.matrix('secretroom'))
    expect(tested.data).toMatchObject({ ok: false, message: expect.stringContaining('The room is encrypted') })
    expect(simulator.received).toEqual([])
  })
})

const ada = async () => (await findUser(await subscribe(as, 'ada', { enabled: false })))!

describe('In production', () => {
  const strict = { ...product, config: { ...product.config, production: true } }
  const ADDRESSES = [
    'http://chat.example.org/hooks/abc',
    'https://127.0.0.1/hooks/abc',
    'https://[::1]/hooks/abc',
    'https://169.254.169.254/hooks/abc',
    'https://localhost/hooks/abc',
    'https://user:pass@chat.example.org/hooks/abc',
    'ftp://chat.example.org/hooks/abc',
    'not an address',
  ]
  test.each(ADDRESSES)('the address %s is refused, and not repeated', async (address) => {
    const saving = saveConnection(strict, await ada(), 'mattermost', { address })
    await expect(saving).rejects.toMatchObject({ code: 'invalid-input' })
    await saving.catch((error: Error) => expect(error.message).not.toContain('abc'))
  })

  test('a saved address that is private by now gets nothing', async () => {
    const user = await ada()
    await save('ada', 'mattermost', simulator.valuesOf.mattermost('abc'))
    expect(await testConnection(strict, user, 'mattermost')).toMatchObject({
      ok: false,
      message: expect.stringContaining('private network'),
    })
    expect(simulator.requests).toEqual([])
  })

  test('webhooks of Slack and Discord are at Slack and Discord', async () => {
    const user = await ada()
    for (const address of ['https://hooks.slack.com.example.org/services/T/B/C', 'https://hooks.slack.com/other'])
      await expect(saveConnection(strict, user, 'slack', { address })).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(
      saveConnection(strict, user, 'discord', { address: 'https://example.org/api/webhooks/1/abc' }),
    ).rejects.toMatchObject({ code: 'invalid-input' })
  })
})

const signaturesOf = (index: number) => String(simulator.received[index]?.headers['webhook-signature']).split(' ')

describe('An own webhook', () => {
  test('is signed with two secrets for a day after the secret was renewed', async () => {
    setClock(new Date(`${DAY}T06:00:00Z`))
    await subscribe(as, 'ada', { enabled: false })
    const made = await save('ada', 'webhook', simulator.valuesOf.webhook('program'))
    await testWebhook()
    const renewed = await save('ada', 'webhook', { renew_secret: true })
    expect(renewed.secret).not.toBe(made.secret)
    await testWebhook()
    setClock(new Date('2026-11-17T06:00:01Z'))
    await testWebhook()
    expect([0, 1, 2].map((index) => signaturesOf(index).length)).toEqual([1, 2, 1])
  })

  test('keeps its secret when other settings are saved', async () => {
    await subscribe(as, 'ada', { enabled: false })
    const { secret } = await save('ada', 'webhook', simulator.valuesOf.webhook('program'))
    expect((await save('ada', 'webhook', { sends: { day: true, updates: false } })).secret).toBeUndefined()
    await testWebhook()
    const { headers, text } = simulator.received[0]!
    const key = Buffer.from(secret!.replace('whsec_', ''), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
    const expected = new Bun.CryptoHasher('sha256', key).update(signed).digest('base64')
    expect(signaturesOf(0)).toEqual([`v1,${expected}`])
  })
})
