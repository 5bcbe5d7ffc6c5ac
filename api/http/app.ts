import { Elysia } from 'elysia'
import type { Product } from '../services/product.ts'
import { bodies } from './plugins/bodies.ts'
import { errors } from './plugins/errors.ts'
import { requestLog } from './plugins/requestLog.ts'
import { securityHeaders } from './plugins/securityHeaders.ts'
import { adminJobsRoutes } from './routes/adminJobs.ts'
import { adminMailRoutes } from './routes/adminMail.ts'
import { adminPipelineRoutes } from './routes/adminPipeline.ts'
import { adminStatusRoutes } from './routes/adminStatus.ts'
import { adminUsersRoutes } from './routes/adminUsers.ts'
import { authRoutes } from './routes/auth.ts'
import { categoriesRoutes } from './routes/categories.ts'
import { configRoutes } from './routes/config.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { deviceRoutes } from './routes/device.ts'
import { devOutboxRoutes } from './routes/devOutbox.ts'
import { apiDescription, docsRoutes } from './routes/docs.ts'
import { healthRoutes } from './routes/health.ts'
import { mailRoutes } from './routes/mail.ts'
import { papersRoutes } from './routes/papers.ts'
import { readingListRoutes } from './routes/readingList.ts'
import { searchRoutes } from './routes/search.ts'
import { usersRoutes } from './routes/users.ts'

/**
 * The whole HTTP surface, without a port: `index.ts` listens, tests call `handle`.
 * A new resource is one line in the list of routes.
 */
export const createApp = (product: Product, options: { scriptHashes?: readonly string[] } = {}) =>
  new Elysia({ prefix: '/api' })
    .use(securityHeaders(product.config, options))
    .use(requestLog)
    .use(errors)
    .use(bodies)
    .use(apiDescription)
    .use(adminJobsRoutes(product))
    .use(adminMailRoutes(product))
    .use(adminPipelineRoutes(product))
    .use(adminStatusRoutes(product))
    .use(adminUsersRoutes(product))
    .use(authRoutes(product))
    .use(configRoutes(product))
    .use(deviceRoutes(product))
    .use(devOutboxRoutes(product))
    .use(docsRoutes(product))
    .use(healthRoutes(product))
    .use(usersRoutes(product))
    .use(categoriesRoutes(product))
    .use(dashboardRoutes(product))
    .use(mailRoutes(product))
    .use(papersRoutes(product))
    .use(readingListRoutes(product))
    .use(searchRoutes(product))

export type App = ReturnType<typeof createApp>
