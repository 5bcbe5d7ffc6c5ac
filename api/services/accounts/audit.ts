import type { AuditRow } from '../../contract/admin.ts'
import type { List } from '../../contract/lists.ts'
import { findAudit, insertAudit } from '../../store/readers/audit.ts'
import type { UserRecord } from '../../store/readers/users.ts'

/** Stores an admin's action in the audit log. `details` is a sentence that must not contain secrets. */
export async function recordAdminAction(
  admin: UserRecord,
  { action, target = null, details }: { action: AuditRow['action']; target?: string | null; details: string },
): Promise<void> {
  await insertAudit({ by: admin._id, by_email: admin.email, action, target, details })
}

/** Returns the audit log, newest first. */
export async function listAudit({ skip = 0, limit = 50 }: { skip?: number; limit?: number }): Promise<List<AuditRow>> {
  const { items, total } = await findAudit({ skip, limit })
  return {
    items: items.map(({ _id, at, action, target = null, ...rest }) => ({
      ...rest,
      id: _id,
      at: at.toISOString(),
      action: action as AuditRow['action'],
      target,
    })),
    total,
    skip,
    limit,
  }
}
