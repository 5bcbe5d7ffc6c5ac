import { TARGET_KINDS } from '../../contract/limits.ts'
import type { OutboxState } from '../../contract/mail.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { isDuplicate } from '../duplicateKeys.ts'
import { claimable, isPast } from './outboxClaims.ts'
import { Outbox, type OutboxRecord } from './outboxModel.ts'

export type { OutboxRecord } from './outboxModel.ts'

type NewMail = Pick<OutboxRecord, 'user_id' | 'kind' | 'day' | 'announced_on' | 'to' | 'subject' | 'papers'>

/**
 * Queues a mail. Returns the existing one when there is one for the same user, kind and day; if that one was not sent, it
 * gets the address `to`.
 */
export async function queueMail(mail: NewMail): Promise<OutboxRecord> {
  const { user_id, kind, day } = mail
  const row: Omit<OutboxRecord, '_id'> = {
    ...mail,
    state: 'queued',
    fence: 0,
    lease_until: null,
    retry_at: null,
    attempts: 0,
    job_id: null,
    sender: null,
    resent_by: null,
    error: null,
    refused_at: null,
    receipt: null,
    queued_at: now(),
    sent_at: null,
  }
  const insert = () =>
    Outbox.findOneAndUpdate(
      { user_id, kind, day },
      { $setOnInsert: { ...row, _id: crypto.randomUUID() } },
      { upsert: true, returnDocument: 'after' },
    )
      .orFail()
      .lean()
  const queued = await insert().catch((error: unknown) => {
    // Another worker inserted it at the same moment: this time it is found.
    if (isDuplicate(error)) return insert()
    throw error
  })
  return addressMail(queued, mail.to)
}

/** Gives a mail that was not sent the present address of its reader. Returns its row; unchanged if a sender has it. */
export async function addressMail(row: OutboxRecord, to: string): Promise<OutboxRecord> {
  if (row.to === to) return row
  const unsent = { _id: row._id, state: { $in: ['queued' as const, 'failed' as const] } }
  return (await Outbox.findOneAndUpdate(unsent, { $set: { to } }, { returnDocument: 'after' }).lean()) ?? row
}

/** Throws "not-found". */
export async function findMail(id: string): Promise<OutboxRecord> {
  const row = await Outbox.findById(id).lean()
  if (row === null) throw new AppError('not-found', 'There is no such mail.')
  return row
}

/** Returns the mails with these ids, in this order; null for one that was erased. */
export async function findMailsById(ids: readonly string[]): Promise<(OutboxRecord | null)[]> {
  const rows = new Map((await Outbox.find({ _id: { $in: ids } }).lean()).map((row) => [row._id, row]))
  return ids.map((id) => rows.get(id) ?? null)
}

/** Returns the mail of this user, kind and day, or null. */
export const findMailOf = (key: Pick<OutboxRecord, 'user_id' | 'kind' | 'day'>): Promise<OutboxRecord | null> =>
  Outbox.findOne(key).lean().exec()

/** Newest first. */
export async function findMails({ skip, limit, state }: { skip: number; limit: number; state?: OutboxState }) {
  const filter = state ? { state } : {}
  const [items, total] = await Promise.all([
    Outbox.find(filter).sort({ queued_at: -1, _id: -1 }).skip(skip).limit(limit).lean(),
    Outbox.countDocuments(filter),
  ])
  return { items, total }
}

/**
 * User id -> id of the job that sent the mail, for users whose mail of this kind and day needs nothing now: it has ended,
 * or is not due for a retry. A mail that is being sent is not included, because its sender may have crashed.
 */
export async function findEndedMails(kind: OutboxRecord['kind'], day: string): Promise<Map<string, string | null>> {
  const inProgress = { state: { $in: ['claimed', 'handing-off'] as const } }
  const rows = await Outbox.find({ kind, day, $nor: [...claimable(), inProgress] }, { user_id: 1, job_id: 1 }).lean()
  return new Map(rows.map(({ user_id, job_id }) => [user_id, job_id]))
}

/** The mails that this job was the last to claim. */
export const findMailsOfJob = (jobId: string): Promise<Pick<OutboxRecord, 'kind' | 'state' | 'retry_at'>[]> =>
  Outbox.find({ job_id: jobId }, { kind: 1, state: 1, retry_at: 1 }).lean().exec()

/** The jobs that last claimed those of these digests that are in the outbox, whatever became of them; null for none. */
export async function findJobsOfDigests(
  digests: readonly { user_id: string; day: string }[],
): Promise<(string | null)[]> {
  const byDay = [...Map.groupBy(digests, ({ day }) => day)]
  const rows = byDay.map(([day, ofDay]) =>
    Outbox.find(
      { kind: 'digest' as const, day, user_id: { $in: ofDay.map(({ user_id }) => user_id) } },
      { job_id: 1 },
    ).lean(),
  )
  return (await Promise.all(rows)).flat().map(({ job_id }) => job_id)
}

const SINGLE = ['welcome', 'connection-off', 'alarm', 'ereader-test'] as const

/** Welcome mails, alarms, mails about targets that are off, and tests of e-readers that were not sent yet or are due for a retry. */
export const findDueWelcomes = (): Promise<OutboxRecord[]> =>
  Outbox.find({ kind: { $in: SINGLE }, $or: claimable() })
    .lean()
    .exec()

/**
 * Stops the retries of the unsent digests of days before `day`, which have ended for every reader. Those that an admin
 * requested again (queued, with a fence, without an error) stay queued for their job. Returns the changed mails.
 */
export const giveUpDigestsBefore = (day: string): Promise<OutboxRecord[]> =>
  giveUp({ kind: 'digest', day: { $lt: day } })

/** Stops the retries of the unsent reviews of one reader of weeks that ended before `day`, in the same way. */
export const giveUpReviewsBefore = (userId: string, day: string): Promise<OutboxRecord[]> =>
  giveUp({ user_id: userId, kind: 'review', day: { $lt: day } })

/** Stops the retries of the unsent books of one reader of days before `day`, in the same way. */
export const giveUpEreaderDaysBefore = (userId: string, day: string): Promise<OutboxRecord[]> =>
  giveUp({ user_id: userId, kind: 'ereader', day: { $lt: day } })

async function giveUp(older: { user_id?: string; kind: 'digest' | 'review' | 'ereader'; day: { $lt: string } }) {
  const unsent = [
    { state: 'failed' as const, retry_at: { $ne: null } },
    { state: 'queued' as const, $or: [{ fence: 0 }, { error: { $ne: null } }] },
    { state: 'claimed' as const, $expr: isPast('lease_until') },
  ]
  const error = {
    $concat: [
      `A newer ${older.kind === 'ereader' ? 'day' : older.kind} is due. `,
      { $ifNull: ['$error', 'It was not sent in time.'] },
    ],
  }
  const changed: OutboxRecord[] = []
  for (;;) {
    // One at a time, so that each mail is returned to one caller only.
    const row = await Outbox.findOneAndUpdate(
      { ...older, $or: unsent },
      [{ $set: { state: 'failed', error, retry_at: null, lease_until: null, fence: { $add: ['$fence', 1] } } }],
      { returnDocument: 'after', updatePipeline: true },
    ).lean()
    if (row === null) return changed
    changed.push(row)
  }
}

/**
 * Whether a review was sent to the reader, or may have been, of a week that ended after the day `before`; that of the week
 * that ended on `day` does not count.
 */
export const hasOtherReview = async (
  userId: string,
  { day, before }: { day: string; before: string },
): Promise<boolean> =>
  (await Outbox.exists({
    user_id: userId,
    kind: 'review' as const,
    day: { $gt: before, $ne: day },
    state: { $in: ['claimed', 'handing-off', 'sent', 'uncertain'] as const },
  })) !== null

/** Number of mails sent per day (UTC) from `since` on. */
export async function countSentByDay(since: Date): Promise<Map<string, number>> {
  const days = await Outbox.aggregate<{ _id: string; count: number }>([
    { $match: { sent_at: { $gte: since }, kind: { $nin: [...TARGET_KINDS] } } },
    { $group: { _id: { $dateToString: { date: '$sent_at', format: '%Y-%m-%d' } }, count: { $sum: 1 } } },
  ])
  return new Map(days.map(({ _id, count }) => [_id, count]))
}
