import { Outbox, type OutboxRecord } from './outboxModel.ts'

/** A digest that was queued: its day and the announcement day of its papers, null for one without papers. */
export interface MailedDigest {
  day: string
  announced_on: string | null
  queued_at: Date
  /** Why the reader does not have it, and to which address it was; null if it was sent, may have been, or is sent again. */
  unsent: { to: string; cause: 'suppressed' | 'failed'; error: string | null } | null
}

/**
 * The reader's digests of days from `since` on and before `before`, newest first. `before`: the reader's present day or an
 * earlier one. Digests of the days before it are not retried any more, also while `giveUpDigestsBefore` waits for the end
 * of their day in the other time zones.
 */
export async function findMailedDigests(
  userId: string,
  { since, before }: { since: string; before: string },
): Promise<MailedDigest[]> {
  const rows = await Outbox.find(
    { user_id: userId, kind: 'digest' as const, day: { $gte: since, $lt: before } },
    { day: 1, announced_on: 1, queued_at: 1, to: 1, state: 1, attempts: 1, error: 1 },
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

function whyUnsent({ to, state, attempts, error }: OutboxRecord): MailedDigest['unsent'] {
  if (state === 'suppressed' || state === 'failed') return { to, cause: state, error }
  // Those that an admin requested again were claimed before, and have no error.
  return state === 'queued' && (attempts === 0 || error !== null) ? { to, cause: 'failed', error } : null
}

/** The reader's digest of the newest day that is not after `until`, or null. */
export const findNewestDigest = (userId: string, until: string): Promise<OutboxRecord | null> =>
  Outbox.findOne({ user_id: userId, kind: 'digest' as const, day: { $lte: until } })
    .sort({ day: -1 })
    .lean()
    .exec()
