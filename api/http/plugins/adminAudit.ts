import { setImmediate } from 'node:timers/promises'
import { Elysia } from 'elysia'
import { log } from '../../platform/log.ts'
import { recordAdminCall } from '../../services/accounts/audit.ts'
import { callerOf } from './auth.ts'
import { requestIdOf } from './requestId.ts'

const ADMIN_ROUTE = /^\/api\/(admin\/|metrics$)/

/** Records that are being written. */
const pending = new Set<Promise<void>>()

/** Waits until every call that was answered so far is recorded, or logged as one that could not be. */
export async function waitForAudit(): Promise<void> {
  // A response is followed by its record in the next turn of the event loop.
  await setImmediate()
  await Promise.all(pending)
}

/**
 * Records each call of an admin route whose caller is known in the audit log, with its object and outcome: also refused
 * and failed ones. Without a valid token there is no person to record.
 */
export const adminAudit = new Elysia({ name: 'adminAudit' }).onAfterResponse(
  { as: 'global' },
  ({ request, route, params, set, responseValue }) => {
    const caller = callerOf(request)
    if (caller === undefined || !ADMIN_ROUTE.test(route)) return
    const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)
    const target = (params as { id?: string } | undefined)?.id ?? null
    const record = recordAdminCall(caller.user, { call: `${request.method} ${route}`, target, status })
      .catch((error: unknown) => {
        log.error(
          { error, request_id: requestIdOf(request), route, status },
          'a call of an admin could not be recorded',
        )
      })
      .finally(() => pending.delete(record))
    pending.add(record)
  },
)
