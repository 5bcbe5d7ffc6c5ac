import { Elysia } from 'elysia'
import { version } from '../../../../package.json'
import { ProcessingStats, StatsQuery, SystemHealth } from '../../../contract/admin.ts'
import { failures } from '../../../contract/errors.ts'
import { checkHealth } from '../../../services/health/health.ts'
import { countProcessing } from '../../../services/health/processingStats.ts'
import type { Product } from '../../../services/product.ts'
import { adminBackupRoutes } from './backups.ts'
import { auth } from '../../plugins/auth.ts'

const denied = failures('unauthenticated', 'forbidden')

export const adminStatusRoutes = (product: Product) =>
  new Elysia({ name: 'routes.adminStatus', prefix: '/admin', tags: ['status'] })
    .use(auth(product))
    .use(adminBackupRoutes(product))
    .get('/system-health', () => checkHealth(product, version), {
      role: 'admin',
      scope: 'admin:read',
      response: { 200: SystemHealth, ...denied },
      detail: {
        summary: 'Check the health of everything the product depends on',
        description: 'Runs the checks now, with a limit of eight seconds.',
      },
    })
    .get('/processing-stats', ({ query }) => countProcessing(query.days_back), {
      role: 'admin',
      scope: 'admin:read',
      query: StatsQuery,
      response: { 200: ProcessingStats, ...denied, ...failures('invalid-input') },
      detail: { summary: 'Numbers of papers fetched, delivered and mailed per day' },
    })
