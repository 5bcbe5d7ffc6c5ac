import { TARGET_KINDS, TARGET_SENDS } from '../../contract/limits.ts'
import { dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findMail, type OutboxRecord } from '../../store/mail/outbox.ts'
import { RESENDABLE, reopenMailFor } from '../../store/mail/outboxResend.ts'
import { findDueMessages, hasDueMessages } from '../../store/mail/targetMessages.ts'
import { hasTargets } from '../../store/mail/targets.ts'
import { createDigestReads } from '../digests/digestReads.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { requestJob, requestNewWork } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'
import { mayLeave } from '../digests/gatherDigest.ts'
import { ignoreErased, markInterruptedMails } from '../sending/outbox.ts'
import { countOutcomes, describeOutcomes } from '../sending/mailOutcomes.ts'
import { queueDueDays } from './queueDays.ts'
import { queueDueReviews } from './queueReviews.ts'
import { sendByHost, type Host } from './sendByHost.ts'
import { sendDay, type SendOptions } from './sendDay.ts'

/** Services ask for a message a second at most. */
const GAP_MS = 1_000
const MESSAGES_MAX = 10_000

export interface MessagesInput {
  outbox_id?: string
}
type Limits = Partial<Pick<SendOptions, 'gapMs' | 'limitMs'>>

const RUN = { kind: 'send-messages' as const, input: {}, dedupe_key: 'send-messages', requested_by: 'schedule' }

/** Queues the job that posts the days that are due, unless no reader has a target. */
export async function requestMessages(): Promise<void> {
  if (await hasTargets(TARGET_SENDS)) await requestJob(RUN)
}

/** The same when a target was saved: a run that has begun may have passed it. */
export async function requestMessagesOfSaved(): Promise<void> {
  if (await hasTargets(TARGET_SENDS)) await requestNewWork(RUN)
}

/** Queues it if a message is due again. */
export async function requestMessageRetries(): Promise<void> {
  if (await hasDueMessages()) await requestJob(RUN)
}

/**
 * Posts to every reader's targets the day that is due, at most once per target and day, also after a crash, and the
 * messages that are due again. Hosts have no effect on each other: one that does not answer delays its own
 * messages only. With `outbox_id`, posts that day again at the request of an admin. The job counts the outcomes and is
 * partial when a message was not sent.
 */
export async function sendMessages(
  product: Product,
  { outbox_id }: MessagesInput,
  run: JobContext,
  { gapMs = GAP_MS, limitMs }: Limits = {},
): Promise<PartialResult | undefined> {
  const options = { run, reads: createDigestReads(), gapMs, ...(limitMs !== undefined && { limitMs }) }
  if (outbox_id !== undefined) return resend(product, outbox_id, options)
  await markInterruptedMails(run.log)
  if (await mayLeave(product)) {
    await queueDueDays(product, options)
    await queueDueReviews(product, options)
  }
  const rows = await findDueMessages(MESSAGES_MAX)
  let done = 0
  let outcomes: Awaited<ReturnType<typeof countOutcomes>>
  const sendOne = async ({ _id }: OutboxRecord, host: Host) => {
    const row = await sendDay(product, _id, { ...options, host }).catch(ignoreErased)
    if (row?.state === 'queued') return
    done += 1
    await run.progress({ done, total: rows.length, unit: 'messages', step: `days of ${dayIn('UTC', now())}` })
  }
  try {
    await sendByHost(rows, sendOne, { gapMs, signal: run.signal })
  } finally {
    run.count('not_tried', rows.length - done)
    outcomes = await countOutcomes(run, TARGET_KINDS)
  }
  const missed = describeOutcomes(outcomes, MISSED)
  return missed === '' ? undefined : { partial: `Messages: ${missed}. The outbox lists them.` }
}

const MISSED = {
  deferred: 'not accepted now, will be tried again',
  refused: 'refused, not tried again',
  uncertain: 'perhaps sent',
}

/** Throws "conflict" if the message is not accepted. */
async function resend(product: Product, id: string, options: SendOptions): Promise<PartialResult | undefined> {
  const { run } = options
  await reopenMailFor(run.id, id, RESENDABLE)
  try {
    const row = (await sendDay(product, id, options)) ?? (await findMail(id))
    const reason = row.error ?? 'it did not answer'
    if (row.state === 'uncertain') return { partial: `Perhaps sent to ${row.to}: ${reason}. It is not sent again.` }
    if (row.state === 'failed' && row.retry_at !== null)
      return { partial: `Not sent to ${row.to} yet, it is tried again: ${reason}` }
    if (row.state !== 'sent') throw new AppError('conflict', `Not sent to ${row.to}: ${reason}`)
    return undefined
  } finally {
    await countOutcomes(run)
  }
}
