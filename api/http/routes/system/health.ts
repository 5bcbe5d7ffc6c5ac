import { Elysia } from 'elysia'
import { failures } from '../../../contract/errors.ts'
import { Liveness, Readiness } from '../../../contract/health.ts'
import { textOf } from '../../../contract/stringSchemas.ts'
import { readMetrics } from '../../../services/health/readMetrics.ts'
import { checkReadiness } from '../../../services/health/readiness.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

export const healthRoutes = (product: Product) =>
  new Elysia({ name: 'routes.health', tags: ['health'] })
    .use(auth(product))
    .get('/health/live', () => ({ status: 'ok' as const }), {
      role: 'public',
      response: { 200: Liveness },
      detail: { summary: 'Liveness probe: whether the process runs' },
    })
    .get(
      '/health/ready',
      async ({ set }) => {
        const readiness = await checkReadiness(product)
        set.status = readiness.status === 'ready' ? 200 : 503
        return readiness
      },
      {
        role: 'public',
        response: { 200: Readiness, 503: Readiness },
        detail: {
          summary: 'Readiness probe: whether this process can take requests',
          description: '503 while starting or stopping.',
        },
      },
    )
    .get(
      '/metrics',
      async ({ set }) => {
        const { contentType, text } = await readMetrics(product)
        set.headers['content-type'] = contentType
        return text
      },
      {
        role: 'admin',
        scope: 'admin:read',
        response: {
          200: textOf('text/plain'),
          ...failures('unauthenticated', 'forbidden', 'not-found', 'unavailable'),
        },
        detail: { summary: 'Prometheus metrics of this process' },
      },
    )
