import type { TargetKind } from '../../contract/limits.ts'
import { now } from '../../platform/clock.ts'
import { Outbox, type OutboxRecord } from './outboxModel.ts'

/** Leases and retry delays use the database server's clock. */
const inFuture = (ms: number) => ({ $add: ['$$NOW', ms] })
export const isPast = (field: string) => ({ $lte: [`$${field}`, '$$NOW'] })

/** Identifies a mail that this worker sends. Writes with an older fence are rejected. */
export type MailClaim = Pick<OutboxRecord, '_id' | 'fence'>

/** Targets that drop a message which they have already: one that may have been accepted is sent again. */
const REPEATABLE: readonly TargetKind[] = ['matrix', 'webhook']

/**
 * Filter for mails that may be claimed: queued, due for a retry, or claimed with an expired lease; a message to a target
 * that may be repeated also if it was being handed over.
 */
export const claimable = () => [
  { state: 'queued' as const },
  { state: 'failed' as const, retry_at: { $ne: null }, $expr: isPast('retry_at') },
  { state: 'claimed' as const, $expr: isPast('lease_until') },
  { state: 'handing-off' as const, kind: { $in: [...REPEATABLE] }, $expr: isPast('lease_until') },
]

type Update = { filter: object; update: object }
/** Not through mongoose: its casting would take longer than the rest of the sending. */
const writeAll = (updates: readonly Update[], { ordered = false } = {}) =>
  Outbox.collection.bulkWrite(updates.map((updateOne) => ({ updateOne })) as never, { ordered })

/** Claims mails for sending. The result has null for one that is claimed already, sent or not due. */
export async function claimMails(
  wanted: readonly { id: string; jobId: string }[],
  { sender, leaseMs }: { sender: string; leaseMs: number },
): Promise<(OutboxRecord | null)[]> {
  const claims = wanted.map(({ id, jobId }) => ({ id, jobId, claim: crypto.randomUUID() }))
  await writeAll(
    claims.map(({ id, jobId, claim }) => ({
      filter: { _id: id, $or: claimable() },
      update: [
        {
          $set: {
            state: 'claimed',
            job_id: jobId,
            sender,
            claim,
            lease_until: inFuture(leaseMs),
            fence: { $add: ['$fence', 1] },
          },
        },
      ],
    })),
  )
  const rows = await Outbox.find({ _id: { $in: wanted.map(({ id }) => id) } }).lean()
  const byClaim = new Map(rows.map((row) => [row.claim, row]))
  return claims.map(({ claim }) => byClaim.get(claim) ?? null)
}

/** What happened to a claimed mail: its handover to the mail server begins, or the server accepted it. */
export type HandoverChange = MailClaim & { receipt?: string }

/**
 * Records begun handovers, and acceptances with the server's reply. An acceptance also ends the uncertainty about a mail
 * that was marked uncertain in the meantime. The acceptances are written first, so that no more mails are being handed
 * over than there are connections. The result has false for a change that was not recorded because the claim is lost: a
 * handover must not begin then.
 */
export async function recordHandovers(changes: readonly HandoverChange[], leaseMs: number): Promise<boolean[]> {
  const accepted = changes.filter(({ receipt }) => receipt !== undefined)
  const begun = changes.filter(({ receipt }) => receipt === undefined)
  const result = await writeAll(
    [
      ...accepted.map(({ _id, fence, receipt }) => ({
        filter: { _id, fence, state: { $in: ['handing-off', 'uncertain'] } },
        update: { $set: { ...SENT, receipt, sent_at: now() } },
      })),
      ...begun.map(({ _id, fence }) => ({
        // Again after a kept connection turned out to be closed.
        filter: { _id, fence, state: { $in: ['claimed', 'handing-off'] } },
        update: [
          {
            $set: {
              state: 'handing-off',
              lease_until: inFuture(leaseMs),
              attempts: { $add: ['$attempts', { $cond: [{ $eq: ['$state', 'claimed'] }, 1, 0] }] },
            },
          },
        ],
      })),
    ],
    { ordered: true },
  )
  if (result.matchedCount === changes.length) return changes.map(() => true)
  const rows = await Outbox.find({ _id: { $in: changes.map(({ _id }) => _id) } }, { fence: 1, state: 1 }).lean()
  const stored = new Map(rows.map((row) => [row._id, row]))
  return changes.map(({ _id, fence, receipt }) => {
    const row = stored.get(_id)
    return row?.fence === fence && row.state === (receipt === undefined ? 'handing-off' : 'sent')
  })
}

/** What changes with every acceptance. */
const SENT = { state: 'sent', error: null, lease_until: null, retry_at: null } as const

/** The row of a mail after `recordHandovers` recorded its acceptance; `begun` is the one after its handover began. */
export const toSent = (begun: OutboxRecord, receipt: string): OutboxRecord => ({
  ...begun,
  ...SENT,
  receipt,
  sent_at: now(),
})

/** Why a mail was not sent, or may not have been. */
interface Unsent {
  state: 'queued' | 'failed' | 'uncertain' | 'suppressed'
  error: string
  /** It is retried after this time; null: not automatically. */
  retryMs?: number | null
  /** When the server refused the address for good. */
  refusedAt?: Date
  /** False if no server was given the mail: a begun handover is not counted. */
  isTried?: boolean
}

/** Records that the mail was not sent, or may not have been. */
export async function markUnsent(
  { _id, fence }: MailClaim,
  { state, error, retryMs = null, refusedAt, isTried = true }: Unsent,
): Promise<void> {
  const retry_at = retryMs === null ? null : inFuture(retryMs)
  await Outbox.updateOne(
    { _id, fence, state: { $in: ['claimed', 'handing-off'] } },
    [
      {
        $set: {
          state,
          error: { $literal: error },
          lease_until: null,
          retry_at,
          ...(retryMs !== null && { retry_ms: retryMs }),
          ...(refusedAt && { refused_at: refusedAt }),
          ...(!isTried && {
            attempts: { $subtract: ['$attempts', { $cond: [{ $eq: ['$state', 'handing-off'] }, 1, 0] }] },
          }),
        },
      },
    ],
    { updatePipeline: true },
  )
}

/** Records why a mail that waits was not tried, unless that is known. */
export async function keepReason(id: string, error: string): Promise<void> {
  await Outbox.updateOne({ _id: id, state: 'queued', error: null }, { $set: { error } })
}

/**
 * Marks mails as uncertain whose sending process ended during the handover: they may have been sent, so they are not
 * retried automatically. Returns the mails that this call changed.
 */
export async function markExpiredHandoversUncertain(): Promise<OutboxRecord[]> {
  const changed: OutboxRecord[] = []
  for (;;) {
    // One at a time, so that each mail is returned to one caller only.
    const row = await Outbox.findOneAndUpdate(
      { state: 'handing-off', kind: { $nin: [...REPEATABLE] }, $expr: isPast('lease_until') },
      { $set: { state: 'uncertain', lease_until: null, error: 'The sender ended before the server answered.' } },
      { returnDocument: 'after' },
    ).lean()
    if (row === null) return changed
    changed.push(row)
  }
}

/**
 * Ends the claims of a sender that was killed: mails that it had only claimed can be claimed again at once, and those
 * that it was handing over are marked uncertain. Returns the latter.
 */
export async function releaseClaimsOf(sender: string): Promise<OutboxRecord[]> {
  const mine = { sender, state: { $in: ['claimed' as const, 'handing-off' as const] } }
  await Outbox.updateMany(mine, { $set: { lease_until: new Date(0) } })
  return markExpiredHandoversUncertain()
}
