import { afterAll, afterEach, expect, test } from 'bun:test'
import { setClock } from '#api/platform/clock.ts'
import { announce, MORNING, passDelays, rows, useConnections } from '#tests/api/support/connections.ts'
import { HUGE, REFUSALS, startOutgoingSimulator, tooFast, type Fault } from '#tests/simulators/outgoing.ts'
import { waitUntil } from '#tests/support/waitUntil.ts'
import { useApp } from '#tests/support/app.ts'

const simulator = await startOutgoingSimulator()
const dead = await startOutgoingSimulator()
await dead.stop()
const app = useApp()
const { connect, save, runAt, connectionsOf } = useConnections(app, simulator)

afterAll(() => simulator.stop())
afterEach(() => setClock(null))

/** What each receiver does, and what the outbox and the simulator have afterwards: state, whether it is tried again, posts. */
const RECEIVERS: Record<
  string,
  { kind: 'slack' | 'matrix' | 'webhook' | 'ntfy'; fault?: Fault; end: [string, boolean, number] }
> = {
  plain: { kind: 'slack', end: ['sent', false, 1] },
  silent: { kind: 'slack', fault: { silent: true }, end: ['uncertain', false, 1] },
  silentmatrix: { kind: 'matrix', fault: { silent: true }, end: ['failed', true, 1] },
  silentwebhook: { kind: 'webhook', fault: { silent: true }, end: ['failed', true, 1] },
  silentntfy: { kind: 'ntfy', fault: { silent: true }, end: ['uncertain', false, 1] },
  lost: { kind: 'slack', fault: { lost: true }, end: ['uncertain', false, 1] },
  lostmatrix: { kind: 'matrix', fault: { lost: true }, end: ['failed', true, 1] },
  redirect: { kind: 'slack', fault: REFUSALS.refused.slack[5]!, end: ['failed', false, 0] },
  redirecthook: { kind: 'webhook', fault: REFUSALS.later.webhook[2]!, end: ['failed', true, 0] },
  toofast: { kind: 'slack', fault: tooFast('30'), end: ['failed', true, 0] },
  toofastdate: { kind: 'slack', fault: tooFast(new Date(Date.now() + 90_000).toUTCString()), end: ['failed', true, 0] },
  toofastplain: { kind: 'ntfy', fault: REFUSALS.later.ntfy[0]!, end: ['failed', true, 0] },
  gone: { kind: 'slack', fault: REFUSALS.gone.slack[6]!, end: ['failed', false, 0] },
  gonewebhook: { kind: 'webhook', fault: REFUSALS.gone.webhook[0]!, end: ['failed', false, 0] },
  broken: { kind: 'slack', fault: REFUSALS.later.slack[2]!, end: ['failed', true, 0] },
  huge: { kind: 'slack', fault: HUGE, end: ['uncertain', false, 0] },
  hugematrix: { kind: 'matrix', fault: HUGE, end: ['uncertain', false, 0] },
  cutslack: { kind: 'slack', fault: { cut: true }, end: ['sent', false, 1] },
  mistaken: { kind: 'matrix', fault: REFUSALS.refused.matrix[1]!, end: ['failed', false, 0] },
}

test('Twenty receivers that hang, fail, refuse or answer too much have the right states, and delay no other host', async () => {
  await announce()
  for (const [name, { kind, fault }] of Object.entries(RECEIVERS)) {
    await connect(name, kind)
    if (fault) simulator.faults.set(name, [fault])
  }
  await connect('unreachable', 'slack')
  await save('unreachable', 'slack', dead.valuesOf.slack('unreachable'))
  await runAt(MORNING, { limitMs: 3_000 })
  const stored = await rows()
  const names = new Map(
    await Promise.all(
      [...Object.keys(RECEIVERS), 'unreachable'].map(async (name): Promise<[string, string]> => [
        (await app.as(name).auth.me.get()).data!.id,
        name,
      ]),
    ),
  )
  const ends = Object.fromEntries(
    stored.map(({ user_id, state, retry_at }) => {
      const name = names.get(user_id)!
      return [name, [state, retry_at !== null, simulator.receivedBy(name).length]]
    }),
  )
  const expected = Object.fromEntries(Object.entries(RECEIVERS).map(([name, { end }]) => [name, end]))
  expect(ends).toEqual({ ...expected, unreachable: ['failed', true, 0] })
  expect(stored.find(({ user_id }) => names.get(user_id) === 'unreachable')).toMatchObject({
    error: 'it refused the connection',
  })
  // Nothing looks healthy that was not accepted.
  for (const name of Object.keys(RECEIVERS)) {
    const connection = (await connectionsOf(name).get()).data?.items[0]
    const isSent = ends[name]?.[0] === 'sent'
    expect({ name, failing: connection?.failing_since !== null }).toEqual({ name, failing: !isSent })
    expect({ name, on: connection?.on }).toEqual({ name, on: !name.startsWith('gone') })
  }
})

test('A message to Matrix or an own webhook that got no answer is repeated, and shown once', async () => {
  await announce()
  await connect('room', 'matrix')
  await connect('program', 'webhook')
  simulator.received.length = 0
  for (const name of ['room', 'program']) simulator.faults.set(name, [{ lost: true }])
  await runAt(MORNING)
  expect(await rows()).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
  await passDelays()
  await runAt('2026-11-16T06:32:00Z')
  expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  expect(simulator.receivedBy('room').map(({ isNew }) => isNew)).toEqual([true, false])
  const ids = simulator.receivedBy('program').map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

const countSent = async () => (await rows()).filter(({ state }) => state === 'sent').length

test('A host that does not answer does not delay the others', async () => {
  await announce()
  const release = Promise.withResolvers<void>()
  const slow = await startOutgoingSimulator()
  await connect('waiting', 'slack')
  await save('waiting', 'slack', slow.valuesOf.slack('waiting'))
  for (let index = 0; index < 5; index += 1) await connect(`other${index}`, 'slack')
  slow.faults.set('waiting', [{ after: release.promise }])
  simulator.received.length = 0
  const run = runAt(MORNING)
  await waitUntil(async () => (await countSent()) === 5)
  expect((await rows()).filter(({ state }) => state === 'handing-off')).toHaveLength(1)
  release.resolve()
  await run
  expect(await countSent()).toBe(6)
  await slow.stop()
})
