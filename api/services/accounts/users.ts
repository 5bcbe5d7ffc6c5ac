import type { AdminUser } from '../../contract/admin.ts'
import { TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import type { List } from '../../contract/lists.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import { AppError } from '../../platform/errors.ts'
import { countDelivered } from '../../store/readers/deliveries.ts'
import { countReading } from '../../store/readers/readingList.ts'
import { findUsers, setDisabled, type UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from './audit.ts'
import type { Product } from '../product.ts'

/** Returns the users whose name or e-mail address contains `q`, newest first. */
export async function listUsers(
  product: Product,
  { q, skip = 0, limit = 50 }: { q?: string; skip?: number; limit?: number },
): Promise<List<AdminUser>> {
  const { items, total } = await findUsers({ ...(q && { q }), skip, limit })
  const isLowerBound = total > TOTAL_EXACT_MAX
  return {
    items: await Promise.all(items.map((user) => toAdminUser(product, user))),
    total: Math.min(total, TOTAL_EXACT_MAX),
    ...(isLowerBound && { total_is_lower_bound: true }),
    skip,
    limit,
  }
}

/**
 * Disables or enables an account. Disabling takes effect with the next request of the user. Throws "not-found", and
 * "conflict" for an admin's own account.
 */
export async function changeUserAccess(
  product: Product,
  admin: UserRecord,
  { id, disabled }: { id: string; disabled: boolean },
): Promise<AdminUser> {
  if (disabled && id === admin._id) throw new AppError('conflict', 'You cannot disable your own account.')
  const user = await setDisabled(id, disabled)
  await recordAdminAction(admin, {
    action: disabled ? 'user-disabled' : 'user-enabled',
    target: id,
    details: `${disabled ? 'Disabled' : 'Enabled'} the account of ${user.email}.`,
  })
  return toAdminUser(product, user)
}

async function toAdminUser({ config }: Product, user: UserRecord): Promise<AdminUser> {
  const [{ to_read, reading, done }, delivered] = await Promise.all([countReading(user._id), countDelivered(user._id)])
  return {
    id: user._id,
    name: user.name,
    email: user.email,
    is_admin: isAdmin(user, config),
    disabled: user.disabled,
    created_at: user.created_at.toISOString(),
    last_seen_at: user.last_seen_at?.toISOString() ?? null,
    categories: user.category_ids.length,
    saved: to_read + reading + done,
    delivered,
    digest: user.preferences.digest.enabled,
  }
}
