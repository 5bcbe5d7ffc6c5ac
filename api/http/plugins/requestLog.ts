import { Elysia } from 'elysia'
import { log } from '../../platform/log.ts'
import { httpRequests, httpSeconds } from '../../platform/metrics.ts'
import { callerOf } from './auth.ts'
import { requestIdOf } from './requestId.ts'

const startedAt = new WeakMap<Request, number>()

/** Logs and counts each response. Never logs query or body, because they contain what users search for. */
export const requestLog = new Elysia({ name: 'requestLog' })
  .onRequest(({ request, set }) => {
    startedAt.set(request, performance.now())
    set.headers['x-request-id'] = requestIdOf(request)
  })
  .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
    const { method } = request
    const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)
    const durationMs = performance.now() - (startedAt.get(request) ?? performance.now())
    const pattern = route || 'unknown'
    httpRequests.inc({ method, route: pattern, status: String(status) })
    httpSeconds.observe({ method, route: pattern }, durationMs / 1000)
    log.info(
      {
        request_id: requestIdOf(request),
        method,
        route: pattern,
        status,
        ms: Math.round(durationMs),
        user_id: callerOf(request)?.user._id,
      },
      'request',
    )
  })
