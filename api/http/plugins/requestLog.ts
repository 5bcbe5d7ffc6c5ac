import { Elysia } from 'elysia'
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { log } from '../../platform/log.ts'
import { callerIdOf } from './auth.ts'
import { requestIdOf } from './requestId.ts'

/** The numbers of this process in Prometheus' text form. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics })

const requests = new Counter({
  name: 'paperdawn_http_requests_total',
  help: 'Requests answered, by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  registers: [metrics],
})
const seconds = new Histogram({
  name: 'paperdawn_http_request_seconds',
  help: 'Time to answer, by method and route.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
})

const startedAt = new WeakMap<Request, number>()

/** One line and one count for each answer; neither query nor body, since they hold what people look for. */
export const requestLog = new Elysia({ name: 'requestLog' })
  .onRequest(({ request, set }) => {
    startedAt.set(request, performance.now())
    set.headers['x-request-id'] = requestIdOf(request)
  })
  .onAfterResponse({ as: 'global' }, ({ request, route, set, responseValue }) => {
    const { method } = request
    const status = responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)
    const took = performance.now() - (startedAt.get(request) ?? performance.now())
    const pattern = route || 'unknown'
    requests.inc({ method, route: pattern, status: String(status) })
    seconds.observe({ method, route: pattern }, took / 1000)
    log.info(
      {
        request_id: requestIdOf(request),
        method,
        route: pattern,
        status,
        ms: Math.round(took),
        user_id: callerIdOf(request),
      },
      'request',
    )
  })
