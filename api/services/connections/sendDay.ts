import { setTimeout as sleep } from 'node:timers/promises'
import { targets } from '../../outgoing/targets.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { OutboxRecord } from '../../store/mail/outbox.ts'
import { markUnsent } from '../../store/mail/outboxClaims.ts'
import { beginPart, endPart } from '../../store/mail/targetMessages.ts'
import { findTarget, recordTargetEvent, type TargetRecord } from '../../store/mail/targets.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { DigestReads } from '../digests/digestReads.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { isTargetKind, reportMail } from '../sending/mailReport.ts'
import { claim, findMailAfter } from '../sending/sender.ts'
import { describeEnd } from '../sending/unsent.ts'
import { composeMessages, getsMessage } from './composeMessages.ts'
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
}

/**
 * Sends the messages of an outbox row at most once each, beginning with the first that the target has not accepted, and
 * returns the row afterwards; null if its reader's account was erased or the target removed. A message that the target may
 * have accepted is only sent again where the target drops repetitions.
 */
export async function sendDay(product: Product, id: string, options: SendOptions): Promise<OutboxRecord | null> {
  const { run } = options
  const claimed = await claim({ id, jobId: run.id })
  if (claimed !== null) await sendClaimed(product, claimed, options)
  const after = await findMailAfter(id)
  return after && reportMail(after, run.log, { isOurs: claimed !== null && after.fence === claimed.fence })
}

async function sendClaimed(product: Product, row: OutboxRecord, options: SendOptions): Promise<void> {
  const found = await findReceiver(product, row)
  if (found === null)
    return markUnsent(row, {
      state: 'failed',
      error: 'Not sent: the connection was removed, is off, or does not get this any more.',
    })
  const { user, target } = found
  let values
  try {
    values = openValues(product, target)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Recovered: the row of the connection shows the reason.
    return storeFailure({ row, user, target, verdict: { outcome: 'refused', reason: error.message } })
  }
  const { run, reads } = options
  const messages = await composeMessages(product, { user, target, row }, { log: run.log, reads })
  const bodies = targets[target.kind].write(messages)
  if (bodies.length === 0) return markUnsent(row, { state: 'failed', error: 'Not sent: nothing of it is left.' })
  await sendParts(product, { row, user, target, values, bodies }, options)
}

async function findReceiver(
  product: Pick<Product, 'config'>,
  row: OutboxRecord,
): Promise<{ user: UserRecord; target: TargetRecord } | null> {
  if (!isTargetKind(row.kind)) return null
  const [user, target] = await Promise.all([findUser(row.user_id), findTarget(row.user_id, row.kind)])
  return user !== null && target !== null && getsMessage(product, { user, target, row }) ? { user, target } : null
}

interface Parts {
  row: OutboxRecord
  user: UserRecord
  target: TargetRecord
  values: ReturnType<typeof openValues>
  bodies: readonly unknown[]
}

async function sendParts(
  product: Product,
  { row, user, target, values, bodies }: Parts,
  { run, gapMs, limitMs }: SendOptions,
): Promise<void> {
  const { kind } = target
  // Fewer papers may be left than when the first messages were sent.
  const start = Math.min(row.parts_done ?? 0, bodies.length - 1)
  for (let part = start; part < bodies.length; part += 1) {
    if (run.signal.aborted) return markUnsent(row, { state: 'queued', error: describeEnd(run.signal.reason) })
    if (part > start) await sleep(gapMs)
    // From here until the result is stored, the target may have accepted it: no sender may treat it as unsent.
    if (!(await beginPart(row, LEASE_MS))) return
    const key = { id: `${row._id}-${part + 1}`, seconds: Math.floor(now().getTime() / 1_000) }
    const verdict = await sendToTarget(product, {
      kind,
      values,
      body: bodies[part],
      key,
      ...(limitMs !== undefined && { limitMs }),
    })
    if (verdict.outcome !== 'sent') return storeFailure({ row, user, target, verdict })
    const isLast = part === bodies.length - 1
    const stored = await endPart(row, { done: part + 1, isLast, receipt: verdict.receipt, leaseMs: LEASE_MS })
    if (stored === null) return
  }
  await recordTargetEvent(target, { at: now(), outcome: 'sent', sentence: `${row.subject}.` })
}
