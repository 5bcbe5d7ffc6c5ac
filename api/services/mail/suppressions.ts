import type { List } from '../../contract/lists.ts'
import type { MailStatus, SuppressionCause, SuppressionRelease, SuppressionRow } from '../../contract/mail.ts'
import { findMailOf } from '../../store/mail/outbox.ts'
import { findSuppression, findSuppressions, removeSuppressions } from '../../store/mail/suppressions.ts'
import { findNewestAnnouncement } from '../../store/papers/announcements.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { whyNotDue } from './digestDue.ts'

/** Returns the addresses to which nothing is sent, newest first. */
export async function listSuppressions(query: {
  skip?: number
  limit?: number
  cause?: SuppressionCause
}): Promise<List<SuppressionRow>> {
  const { skip = 0, limit = 20, cause } = query
  const { items, total } = await findSuppressions({ skip, limit, ...(cause && { cause }) })
  return {
    items: items.map(({ _id, cause: why, reason, since, last_refused_at }) => ({
      id: _id,
      cause: why,
      reason,
      since: since.toISOString(),
      last_refused_at: last_refused_at.toISOString(),
    })),
    total,
    skip,
    limit,
  }
}

/**
 * Releases addresses, by id or all of a cause: the next mail to them is sent again. Addresses that are not suppressed are
 * ignored. Mails that were held back before stay so; an admin can send them again from the outbox.
 */
export async function releaseSuppressions(admin: UserRecord, which: SuppressionRelease): Promise<{ released: number }> {
  const isCause = 'cause' in which
  const released = await removeSuppressions(isCause ? which : { addresses: which.ids })
  const details = `Released ${released === 1 ? '1 address' : `${released} addresses`} ${isCause ? `(${which.cause})` : `(${which.ids.join(', ')})`}.`
  if (released > 0) await recordAdminAction(admin, { action: 'mail-released', details })
  return { released }
}

/** Returns whether mail is sent to the reader, and what became of the newest digest. */
export async function getMailStatus(user: UserRecord): Promise<MailStatus> {
  const suppression = await findSuppression(user.email)
  return {
    returned: suppression && {
      cause: suppression.cause,
      reason: suppression.reason,
      since: suppression.since.toISOString(),
    },
    digest: user.preferences.digest.enabled ? await findDigest(user) : null,
  }
}

async function findDigest(user: UserRecord): Promise<MailStatus['digest']> {
  const announcement = await findNewestAnnouncement()
  if (announcement === null || announcement.sample) return null
  const { day } = announcement
  const mail = await findMailOf({ user_id: user._id, kind: 'digest', day })
  if (mail === null) {
    const reason = whyNotDue(user, announcement)?.reason ?? null
    return { day, state: null, reason, sent_at: null, retry_at: null }
  }
  const { state, error, sent_at, retry_at } = mail
  return {
    day,
    state,
    reason: error,
    sent_at: sent_at?.toISOString() ?? null,
    retry_at: retry_at?.toISOString() ?? null,
  }
}

/** Lets mail be sent to the reader's address again, from the next digest on. */
export async function resumeMail(user: UserRecord): Promise<MailStatus> {
  await removeSuppressions({ addresses: [user.email] })
  return getMailStatus(user)
}
