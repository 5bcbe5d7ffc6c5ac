import { Elysia } from 'elysia'
import type { Product } from '../../services/product.ts'
import { adminDuplicatesRoutes } from './admin/duplicates.ts'
import { adminNoticesRoutes } from './admin/notices.ts'
import { adminJobsRoutes } from './admin/jobs.ts'
import { adminMailRoutes } from './admin/mail.ts'
import { adminPipelineRoutes } from './admin/pipeline.ts'
import { adminRankingRoutes } from './admin/ranking.ts'
import { adminSourcesRoutes } from './admin/sources.ts'
import { adminStatusRoutes } from './admin/status.ts'
import { adminUsersRoutes } from './admin/users.ts'

/** The routes for admins. Apart from those of readers, as TypeScript limits the depth of one chain. */
export const adminRoutes = (product: Product) =>
  new Elysia({ name: 'routes.admin' })
    .use(adminDuplicatesRoutes(product))
    .use(adminNoticesRoutes(product))
    .use(adminJobsRoutes(product))
    .use(adminMailRoutes(product))
    .use(adminPipelineRoutes(product))
    .use(adminRankingRoutes(product))
    .use(adminSourcesRoutes(product))
    .use(adminStatusRoutes(product))
    .use(adminUsersRoutes(product))
