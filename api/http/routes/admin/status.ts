import { Elysia } from 'elysia'
import { version } from '../../../../package.json'
import { ProcessingStats, SourcesStatus, StatsQuery, SystemHealth } from '../../../contract/admin.ts'
import { failures } from '../../../contract/errors.ts'
import { checkHealth } from '../../../services/operations/health.ts'
import { countProcessing } from '../../../services/operations/processingStats.ts'
import type { Product } from '../../../services/product.ts'
import { describeSources } from '../../../services/operations/sourcesStatus.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')

export const adminStatusRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminStatus', prefix: '/admin', tags: ['status'] })
    .use(auth(product))
    .get('/paper-sources-status', () => describeSources(product), {
      role: 'admin',
      response: { 200: SourcesStatus, ...denied },
      detail: { summary: 'How each source of papers is' },
    })
    .get('/system-health', () => checkHealth(product, version), {
      role: 'admin',
      response: { 200: SystemHealth, ...denied },
      detail: {
        summary: 'How everything is that the product leans on',
        description: 'Asked now, eight seconds at most.',
      },
    })
    .get('/processing-stats', ({ query }) => countProcessing(query.days_back), {
      role: 'admin',
      query: StatsQuery,
      response: { 200: ProcessingStats, ...denied, ...failures('invalid-input') },
      detail: { summary: 'What was fetched, delivered and mailed on each of the last days' },
    })
