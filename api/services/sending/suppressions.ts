import type { List } from '../../contract/lists.ts'
import type { SuppressionCause, SuppressionRelease, SuppressionRow } from '../../contract/mail.ts'
import { findSuppressions, removeSuppressions } from '../../store/mail/suppressions.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'

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
