import { afterAll, afterEach, beforeEach } from 'bun:test'
import { startSmtpSink } from '#api/platform/embedded/smtpSink.ts'
import { setClock } from '#api/platform/clock.ts'
import { sendMessages } from '#api/services/connections/dayMessages.ts'
import type { ConnectionInput } from '#api/contract/connections.ts'
import type { TargetKind } from '#api/contract/limits.ts'
import { Outbox } from '#api/store/mail/outboxModel.ts'
import type { OutboxRecord } from '#api/store/mail/outbox.ts'
import { useApp } from '#tests/support/app.ts'
import { startOutgoingSimulator, type OutgoingSimulator } from '#tests/simulators/outgoing.ts'
import { announceTitles } from './announce.ts'
import { loneRun, subscribe } from './digests.ts'

/** The announcement day of the tests, and 07:30 in Berlin on it. */
export const DAY = '2026-11-16'
export const MORNING = '2026-11-16T06:30:00Z'

/** The outbox. */
export const rows = (): Promise<OutboxRecord[]> => Outbox.find().sort({ user_id: 1, kind: 1, day: 1 }).lean()

/** Lets the delay before the next attempt of all messages pass. */
export const passDelays = () => Outbox.updateMany({ retry_at: { $ne: null } }, { $set: { retry_at: new Date(0) } })

/** Stores invented papers of cs.LG and their announcement. */
export const announce = (count = 3, day = DAY) =>
  announceTitles(
    day,
    Array.from({ length: count }, (_, index) => `Lantern ${index + 1} of ${day}`),
  )

/** Readers whose days are posted to a simulator. */
export function useConnections(
  { as, product }: Pick<ReturnType<typeof useApp>, 'as' | 'product'>,
  simulator: OutgoingSimulator,
) {
  const connectionsOf = (name: string) => as(name).users.me.connections

  async function save(name: string, kind: TargetKind, input: ConnectionInput) {
    const { data, error } = await connectionsOf(name)({ kind }).put(input)
    if (error) throw new Error(JSON.stringify(error.value))
    return data
  }

  /** Makes a reader of cs.LG without a digest by mail, with a target of this kind. Returns the id. */
  async function connect(name: string, kind: TargetKind, key = name): Promise<string> {
    const id = await subscribe(as, name, { enabled: false })
    await save(name, kind, simulator.valuesOf[kind](key))
    return id
  }

  /** Runs the job that posts the days, at this instant. */
  async function runAt(instant: string, limits: { limitMs?: number } = {}) {
    setClock(new Date(instant))
    return sendMessages(product, {}, loneRun(), { gapMs: 0, ...limits })
  }

  return { connectionsOf, save, connect, runAt }
}

/** An app that posts days to a simulator and mails to a sink. What they received is that of the test alone. */
export async function useConnectedApp() {
  const simulator = await startOutgoingSimulator()
  const sink = await startSmtpSink()
  const app = useApp({ sink })
  const connections = useConnections(app, simulator)
  let mailsBefore = 0
  afterAll(() => Promise.all([simulator.stop(), sink.stop()]))
  beforeEach(() => {
    simulator.received.splice(0)
    simulator.faults.clear()
    mailsBefore = sink.messages().length
  })
  afterEach(() => setClock(null))
  return {
    simulator,
    sink,
    ...app,
    ...connections,
    connectionOf: async (name: string) => (await connections.connectionsOf(name).get()).data?.items[0],
    mails: () => sink.messages().slice(mailsBefore),
  }
}
