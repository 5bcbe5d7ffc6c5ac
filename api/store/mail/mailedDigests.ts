import type { TargetKind } from '../../contract/limits.ts'
import { addDays } from '../../platform/clock.ts'
import { Outbox, type OutboxRecord } from './outboxModel.ts'

/** A digest that was queued: its day and the announcement day of its papers, null for one without papers. */
export interface MailedDigest {
  day: string
  announced_on: string | null
  queued_at: Date
  /** Why the reader does not have it, and to which address it was; null if it was sent, may have been, or is sent again. */
  unsent: { to: string; cause: 'address-refused' | 'failed'; error: string | null } | null
}

/** What a reader gets once a day: the digest, a book for the e-reader, or a message to a target. */
export type DayKind = 'digest' | 'ereader' | TargetKind

/**
 * The reader's digests, or messages to a target, of days from `since` on and before `before`, newest first. `before`: the reader's present day or an
 * earlier one. Digests of the days before it are not retried any more, also while `giveUpDigestsBefore` waits for the end
 * of their day in the other time zones.
 */
export async function findMailedDigests(
  userId: string,
  { since, before, kind = 'digest' }: { since: string; before: string; kind?: DayKind },
): Promise<MailedDigest[]> {
  const rows = await Outbox.find(
    { user_id: userId, kind, day: { $gte: since, $lt: before } },
    { day: 1, announced_on: 1, queued_at: 1, to: 1, state: 1, fence: 1, error: 1, refused_at: 1 },
  )
    .sort({ day: -1 })
    .lean<OutboxRecord[]>()
  // Mails of earlier versions have no `announced_on`: their day was that of the announcement.
  return rows.map((row) => ({
    day: row.day,
    announced_on: row.announced_on === undefined ? row.day : row.announced_on,
    queued_at: row.queued_at,
    unsent: whyUnsent(row),
  }))
}

function whyUnsent({ to, state, fence, error, refused_at }: OutboxRecord): MailedDigest['unsent'] {
  if (state === 'suppressed') return { to, cause: 'address-refused', error }
  if (state === 'failed') return { to, cause: refused_at ? 'address-refused' : 'failed', error }
  // Those that an admin requested again have a fence, and no error.
  return state === 'queued' && (fence === 0 || error !== null) ? { to, cause: 'failed', error } : null
}

/** The reader's digest of the newest day that is not after `until`, or the review of the newest week; null without one. */
export const findNewestMail = (
  userId: string,
  { kind, until }: { kind: 'digest' | 'review'; until: string },
): Promise<OutboxRecord | null> =>
  Outbox.findOne({ user_id: userId, kind, day: { $lte: until } })
    .sort({ day: -1 })
    .lean()
    .exec()

/** A digest that its reader does not have, with the state of its mail. */
export type UnsentDigest = Pick<OutboxRecord, 'user_id' | 'to' | 'day' | 'state' | 'error' | 'retry_at' | 'queued_at'>

const UNSENT_FIELDS = { user_id: 1, to: 1, day: 1, state: 1, error: 1, retry_at: 1, queued_at: 1 } as const

/** The welcome mails queued since `since` that were tried and not sent, newest first. */
export const findUnsentWelcomes = (since: Date): Promise<UnsentDigest[]> =>
  Outbox.find(
    {
      kind: 'welcome' as const,
      queued_at: { $gte: since },
      $or: [
        { state: { $in: ['failed', 'uncertain', 'suppressed'] as const } },
        { state: 'queued' as const, error: { $ne: null } },
      ],
    },
    UNSENT_FIELDS,
  )
    .sort({ queued_at: -1 })
    .lean<UnsentDigest[]>()
    .exec()

/** Days without a digest before the newest one that still count: longer than a weekend with a holiday. */
const NEWEST_DAYS = 4

/**
 * The newest day of all digests, null before the first, and the digests that were not sent of the readers who have none
 * of a later day. A mail that is on its way for the first time is not among them.
 */
export async function findUnsentDigests(): Promise<{ newest: string | null; unsent: UnsentDigest[] }> {
  const [last] = await Outbox.find({ kind: 'digest' as const }, { day: 1 })
    .sort({ day: -1 })
    .limit(1)
    .lean()
  if (last === undefined) return { newest: null, unsent: [] }
  const recent = { kind: 'digest' as const, day: { $gte: addDays(last.day, -NEWEST_DAYS) } }
  const rows = await Outbox.find(
    { ...recent, state: { $in: ['queued', 'failed', 'uncertain', 'suppressed'] as const } },
    UNSENT_FIELDS,
  )
    .sort({ queued_at: -1 })
    .lean<UnsentDigest[]>()
  const tried = rows.filter(({ state, error }) => state !== 'queued' || error !== null)
  const digests = await Outbox.find(
    { ...recent, user_id: { $in: tried.map(({ user_id }) => user_id) } },
    { user_id: 1, day: 1 },
  )
    .sort({ day: 1 })
    .lean()
  const newestOf = new Map(digests.map(({ user_id, day }) => [user_id, day]))
  return { newest: last.day, unsent: tried.filter(({ user_id, day }) => newestOf.get(user_id) === day) }
}
