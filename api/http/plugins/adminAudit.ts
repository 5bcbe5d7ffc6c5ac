import { Elysia } from 'elysia'
import { log } from '../../platform/log.ts'
import { recordAdminCall } from '../../services/accounts/audit.ts'
import { callerOf } from './auth.ts'
import { requestIdOf } from './requestId.ts'

const ADMIN_ROUTE = /^\/api\/(admin\/|metrics$)/

/**
 * Records each call of an admin route whose caller is known in the audit log, with its object and outcome: also refused
 * and failed ones. Without a valid token there is no person to record.
 */
export const adminAudit = new Elysia({ name: 'adminAudit' }).onAfterResponse(
  { as: 'global' },
  async ({ request, route, params, set, responseValue }) => {
    const caller = callerOf(request)
    if (caller === undefined || !ADMIN_ROUTE.test(route)) return
    const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)
    const target = (params as { id?: string } | undefined)?.id ?? null
    try {
      await recordAdminCall(caller.user, { call: `${request.method} ${route}`, target, status })
    } catch (error) {
      log.error({ error, request_id: requestIdOf(request), route, status }, 'a call of an admin could not be recorded')
    }
  },
)
