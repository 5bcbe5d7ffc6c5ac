import type { AuditAction, AuditRow } from '../../contract/admin.ts'
import type { List } from '../../contract/lists.ts'
import { countCall, findAudit, insertAudit } from '../../store/readers/audit.ts'
import type { UserRecord } from '../../store/readers/users.ts'

/** Stores an admin's action in the audit log. `details` is a sentence that must not contain secrets. */
export async function recordAdminAction(
  admin: UserRecord,
  { action, target = null, details }: { action: AuditAction; target?: string | null; details: string },
): Promise<void> {
  await insertAudit({ by: admin._id, by_email: admin.email, action, target, details })
}

/** Records a call of an admin route by `user`, who may be refused: `call` is its method and route. */
export async function recordAdminCall(
  user: UserRecord,
  { call, target, status }: { call: string; target: string | null; status: number },
): Promise<void> {
  await countCall({ by: user._id, by_email: user.email, action: call, target, status })
}

/** Returns the audit log, newest first. `person` and `action` filter by a part of the address and of the action. */
export async function listAudit({
  skip = 0,
  limit = 50,
  ...filter
}: {
  skip?: number
  limit?: number
  person?: string
  action?: string
}): Promise<List<AuditRow>> {
  const { items, total } = await findAudit({ skip, limit, ...filter })
  return {
    items: items.map(({ _id, at, target = null, status = null, times = 1, ...rest }) => ({
      ...rest,
      id: _id,
      at: at.toISOString(),
      target,
      status,
      times: times ?? 1,
    })),
    total,
    skip,
    limit,
  }
}
