import { expect, test } from 'bun:test'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { AppError } from '#api/platform/errors.ts'
import { listOutbox } from '#api/services/sending/outbox.ts'
import { closeConnections } from '#api/mail/connectionPool.ts'
import { useAsMailServer, useOutbox } from '#tests/api/support/outboxes.ts'
import { FAULT_NAMES, startFaultProxy, type FaultName, type FaultSide } from '#tests/support/faultProxy.ts'
import { sized } from '#tests/support/longRun.ts'

/** When the fault begins: before the connection, on one that sent a mail before, in its session, or after the message. */
type Moment = 'before the connection' | 'on a kept connection' | 'after the sender' | 'after the message'
type Cell = readonly [fault: FaultName, side: FaultSide, moment: Moment]

const MOMENTS: Moment[] = ['before the connection', 'on a kept connection', 'after the sender', 'after the message']
/** The faults of the short run. */
const SHORT = new Set<FaultName>(['a reset', 'refused', 'closed before'])
/**
 * Faults that wait for a time limit of the sending, up to a minute, unless they begin before the connection. The long run
 * has each at one other moment.
 */
const WAITING: Partial<Record<FaultName, Moment>> = {
  'a stall': 'on a kept connection',
  'half-open': 'after the sender',
  garbage: 'after the message',
}

const isTried = sized<(fault: FaultName, moment: Moment) => boolean>({
  short: (fault) => SHORT.has(fault),
  long: (fault, moment) => moment === 'before the connection' || (WAITING[fault] ?? moment) === moment,
  everything: () => true,
})
const cells = FAULT_NAMES.flatMap((fault) =>
  MOMENTS.filter((moment) => isTried(fault, moment)).flatMap((moment): Cell[] => {
    // No connection is made: it has no sides.
    if (fault === 'refused') return moment === 'before the connection' ? [[fault, 'request', moment]] : []
    // The client has sent everything.
    if (moment === 'after the message') return [[fault, 'answer', moment]]
    return [
      [fault, 'request', moment],
      [fault, 'answer', moment],
    ]
  }),
)

const { ended, useServer, queue, send, change } = useOutbox()

test.each(cells)('%s (%s) %s: a mail is neither lost nor sent twice', async (fault, side, moment) => {
  const ids: string[] = []
  let awaited: Moment | null = null
  const reach = async (at: Moment) => {
    if (at !== awaited) return
    awaited = null
    await proxy.begin(fault, side)
  }
  const server = await useServer({
    onMailFrom: callbackify((_address: SMTPServerAddress, _session: SMTPServerSession) => reach('after the sender')),
    onData: callbackify(async (stream: SMTPServerDataStream, _session: SMTPServerSession) => {
      ids.push((await PostalMime.parse(await buffer(stream))).messageId ?? '')
      await reach('after the message')
    }),
  })
  const proxy = await startFaultProxy(server.port)
  ended.push(closeConnections, proxy[Symbol.asyncDispose])
  await useAsMailServer({ host: '127.0.0.1', port: proxy.port })
  // Not a digest: those are tried again after a quarter of an hour.
  const attempt = async (id: string) =>
    send(id).catch((error: unknown) => {
      expect(error).toBeInstanceOf(AppError)
      expect((error as AppError).code).toBe('unavailable')
      return null
    })
  if (moment === 'on a kept connection') {
    expect(await send((await queue('ben', 'top-papers'))._id)).toMatchObject({ state: 'sent' })
    ids.length = 0
  }
  awaited = moment
  const { _id } = await queue('ada', 'top-papers')
  for (const at of ['before the connection', 'on a kept connection'] as const) await reach(at)
  await attempt(_id)
  await proxy.end()
  expect(proxy.faults).toBeGreaterThan(0)

  await change(_id, { retry_at: new Date(0) })
  await attempt(_id)
  const row = (await listOutbox({})).items.find(({ id }) => id === _id)
  expect(row?.state).toBeOneOf(['sent', 'uncertain'])
  expect(ids.length).toBeLessThanOrEqual(1)
  if (row?.state === 'sent') expect(ids).toHaveLength(1)
  // All is well for the next mail.
  expect(await send((await queue('eve', 'top-papers'))._id)).toMatchObject({ state: 'sent' })
})
