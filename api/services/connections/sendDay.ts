import { setTimeout as sleep } from 'node:timers/promises'
import { targets } from '../../outgoing/targets.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { markUnsent } from '../../store/mail/outboxClaims.ts'
import { beginPart } from '../../store/mail/targetMessages.ts'
import { findTarget, recordTargetEvent, type TargetRecord } from '../../store/mail/targets.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { DigestReads } from '../digests/digestReads.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { isTargetKind, reportMail } from '../sending/mailReport.ts'
import { claim, findMailAfter, keepAccepted, notePartAccepted } from '../sending/sender.ts'
import { describeEnd } from '../sending/unsent.ts'
import { composeMessages, getsMessage } from './composeMessages.ts'
import { createHost, type Host } from './sendByHost.ts'
import { sendToTarget } from './sendToTarget.ts'
import { storeFailure } from './storeOutcome.ts'
import { openValues } from './targetValues.ts'

/** Longer than one message can take with its check and its look-ups: see the limits in `sendToTarget.ts`. */
const LEASE_MS = 120_000

export interface SendOptions {
  run: JobContext
  reads: DigestReads
  /** Pause between two messages to a target. */
  gapMs: number
  /** Of each request; by default that of `post`. */
  limitMs?: number
  /** The host, if others send to it in the same run. */
  host?: Host
}

/**
 * Sends the messages of an outbox row at most once each, beginning with the first that the target has not accepted, and
 * returns the row afterwards; null if its reader's account was erased or the target removed. A message that the target may
 * have accepted is only sent again where the target drops repetitions.
 */
export async function sendDay(product: Product, id: string, options: SendOptions): Promise<OutboxRecord | null> {
  const { run, gapMs, host = createHost(run.signal) } = options
  // Claimed in its turn: a claim that waited for a slow host would expire.
  let left = await host.turn(async () => {
    const row = host.signal.aborted ? null : await claim({ id, jobId: run.id })
    const parts = row && (await composeParts(product, row, options))
    return { claimed: row, parts: parts && (await sendPart(product, parts, { ...options, host })) }
  })
  const { claimed } = left
  while (left.parts !== null) {
    // Others use the host meanwhile. Recovered: the next message notices that this has ended, and is queued.
    await sleep(gapMs, undefined, { signal: host.signal }).catch(() => undefined)
    const { parts } = left
    left = await host.turn(async () => ({ claimed, parts: await sendPart(product, parts, { ...options, host }) }))
  }
  const after = await findMailAfter(id)
  return after && reportMail(after, run.log, { isOurs: claimed !== null && after.fence === claimed.fence })
}

interface Parts {
  row: OutboxRecord
  user: UserRecord
  target: TargetRecord
  values: ReturnType<typeof openValues>
  bodies: readonly unknown[]
  /** Of the bodies, the one that is sent next. */
  next: number
}

/** Composes the messages of a claimed row. Returns null if there is nothing to send, and stores why. */
async function composeParts(product: Product, row: OutboxRecord, { run, reads }: SendOptions): Promise<Parts | null> {
  const found = await findReceiver(product, row)
  if (found === null) {
    const error = 'Not sent: the connection was removed, is off, or does not get this any more.'
    await markUnsent(row, { state: 'failed', error })
    return null
  }
  const { user, target } = found
  let values
  try {
    values = openValues(product, target)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Recovered: the row of the connection shows the reason.
    await storeFailure({ row, user, target, verdict: { outcome: 'refused', reason: error.message } })
    return null
  }
  const messages = await composeMessages(product, { user, target, row }, { log: run.log, reads })
  const bodies = targets[target.kind].write(messages)
  if (bodies.length === 0) {
    await markUnsent(row, { state: 'failed', error: 'Not sent: nothing of it is left.' })
    return null
  }
  // Fewer papers may be left than when the first messages were sent.
  return { row, user, target, values, bodies, next: Math.min(row.parts_done ?? 0, bodies.length - 1) }
}

async function findReceiver(
  product: Pick<Product, 'config'>,
  row: OutboxRecord,
): Promise<{ user: UserRecord; target: TargetRecord } | null> {
  if (!isTargetKind(row.kind)) return null
  const [user, target] = await Promise.all([findUser(row.user_id), findTarget(row.user_id, row.kind)])
  return user !== null && target !== null && getsMessage(product, { user, target, row }) ? { user, target } : null
}

/** Sends the next message. Returns what is left; null if that was the last one, or it was not accepted. */
async function sendPart(
  product: Product,
  parts: Parts,
  { host: { signal, note }, limitMs }: SendOptions & { host: Host },
): Promise<Parts | null> {
  const { row, user, target, values, bodies, next } = parts
  if (signal.aborted) {
    await markUnsent(row, { state: 'queued', error: describeEnd(signal.reason) })
    return null
  }
  // From here until the result is stored, the target may have accepted it: no sender may treat it as unsent.
  if (!(await beginPart(row, LEASE_MS))) return null
  const verdict = await sendToTarget(product, {
    kind: target.kind,
    values,
    body: bodies[next],
    key: { id: `${row._id}-${next + 1}`, seconds: Math.floor(now().getTime() / 1_000) },
    ...(limitMs !== undefined && { limitMs }),
  })
  note(verdict)
  if (verdict.outcome !== 'sent') {
    await storeFailure({ row, user, target, verdict })
    return null
  }
  const isLast = next === bodies.length - 1
  const part = { before: row.parts_done ?? 0, done: next + 1, isLast }
  const acceptance = { id: row._id, fence: row.fence, receipt: verdict.receipt, part }
  // Before the database, which a kill may leave without it: only one between the request and the answer leaves a doubt.
  keepAccepted(acceptance)
  const stored = await notePartAccepted(acceptance)
  if (stored === null) return null
  if (!isLast) return { ...parts, row: stored, next: next + 1 }
  await recordTargetEvent(target, { at: now(), outcome: 'sent', sentence: `${row.subject}.` })
  return null
}
