import type { AdminUser, AdminUserChanges, AuditAction } from '../../contract/admin.ts'
import { NEW_SIGN_IN_DAYS, TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import type { Job } from '../../contract/jobs.ts'
import type { List } from '../../contract/lists.ts'
import { DAY_MS, now } from '../../platform/clock.ts'
import { isAdmin } from '../../platform/identity/adminRule.ts'
import { AppError } from '../../platform/errors.ts'
import { countDelivered } from '../../store/readers/deliveries.ts'
import { countReading } from '../../store/readers/readingList.ts'
import { allowNewSignIn, setDisabled } from '../../store/readers/userAccess.ts'
import { findAddresses, findUser, findUsers, type UserRecord } from '../../store/readers/users.ts'
import { isDormant, mayBeTakenOver } from './accounts.ts'
import { recordAdminAction } from './audit.ts'
import type { Product } from '../product.ts'

/** Returns the users whose name or e-mail address contains `q`, newest first. */
export async function listUsers(
  product: Pick<Product, 'config'>,
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
 * Disables or enables an account, or allows a new sign-in with its address to take it over. Disabling takes effect with
 * the next request of the user. Throws "not-found", and "conflict" for an admin's own account.
 */
export async function changeUserAccess(
  product: Pick<Product, 'config'>,
  admin: UserRecord,
  id: string,
  { disabled, allow_new_sign_in: allowed }: AdminUserChanges,
): Promise<AdminUser> {
  if (disabled && id === admin._id) throw new AppError('conflict', 'You cannot disable your own account.')
  const record = (action: AuditAction, deed: string, { email }: UserRecord) =>
    recordAdminAction(admin, { action, target: id, details: `${deed} the account of ${email}.` })
  let user = await findUser(id)
  if (disabled !== undefined) {
    user = await setDisabled(id, disabled)
    await record(disabled ? 'user-disabled' : 'user-enabled', disabled ? 'Disabled' : 'Enabled', user)
  }
  if (allowed !== undefined) {
    user = await allowNewSignIn(id, allowed ? new Date(now().getTime() + NEW_SIGN_IN_MS) : null)
    const deed = `${allowed ? 'Allowed' : 'No longer allows'} a new sign-in to take over`
    await record(allowed ? 'new-sign-in-allowed' : 'new-sign-in-refused', deed, user)
  }
  if (user === null) throw new AppError('not-found', 'There is no such user.')
  return toAdminUser(product, user)
}

const NEW_SIGN_IN_MS = NEW_SIGN_IN_DAYS * DAY_MS

async function toAdminUser({ config }: Pick<Product, 'config'>, user: UserRecord): Promise<AdminUser> {
  const [{ to_read, reading, done }, delivered] = await Promise.all([countReading(user._id), countDelivered(user._id)])
  return {
    id: user._id,
    name: user.name,
    email: user.email,
    is_admin: isAdmin(user, config),
    disabled: user.disabled,
    dormant: isDormant(user),
    new_sign_in_until: mayBeTakenOver(user) ? user.new_sign_in_until!.toISOString() : null,
    created_at: user.created_at.toISOString(),
    last_seen_at: user.last_seen_at?.toISOString() ?? null,
    categories: user.category_ids.length,
    saved: to_read + reading + done,
    delivered,
    digest: user.preferences.digest.enabled,
  }
}

/** Adds to each job the address of the user who requested it. */
export async function nameRequesters(jobs: readonly Job[]): Promise<Job[]> {
  const addresses = await findAddresses([...new Set(jobs.map(({ requested_by }) => requested_by))])
  return jobs.map((job) => {
    const requester = addresses.get(job.requested_by)
    return requester === undefined ? job : { ...job, requester }
  })
}
