import { Elysia } from 'elysia'
import type { Product } from '../services/product.ts'
import { address } from './plugins/address.ts'
import { adminAudit } from './plugins/adminAudit.ts'
import { bodies } from './plugins/bodies.ts'
import { errors } from './plugins/errors.ts'
import type { RoutePath } from './plugins/methods.ts'
import { requestLog } from './plugins/requestLog.ts'
import { securityHeaders, type InlineTexts } from './plugins/securityHeaders.ts'
import { accountRoutes } from './routes/accountRoutes.ts'
import { adminRoutes } from './routes/adminRoutes.ts'
import { authRoutes } from './routes/reader/auth.ts'
import { categoriesRoutes } from './routes/reader/categories.ts'
import { configRoutes } from './routes/system/webConfig.ts'
import { dashboardRoutes } from './routes/reader/dashboard.ts'
import { deviceRoutes } from './routes/reader/device.ts'
import { devOutboxRoutes } from './routes/system/devOutbox.ts'
import { apiDescription, docsRoutes } from './routes/system/docs.ts'
import { feedsRoutes } from './routes/reader/feeds.ts'
import { healthRoutes } from './routes/system/health.ts'
import { mailRoutes } from './routes/reader/mail.ts'
import { mcpRoutes } from './routes/reader/mcp.ts'
import { paperChangesRoutes } from './routes/reader/paperChanges.ts'
import { papersRoutes } from './routes/reader/papers.ts'
import { peopleRoutes } from './routes/reader/people.ts'
import { questionsRoutes } from './routes/reader/questions.ts'
import { readingListRoutes } from './routes/reader/readingList.ts'
import { reviewRoutes } from './routes/reader/review.ts'
import { searchRoutes } from './routes/reader/search.ts'
import { strandRoutes } from './routes/reader/strands.ts'
import { tasteRoutes } from './routes/reader/taste.ts'

/** Encoding visits each value of a response for what its schema transforms. No schema of ours transforms anything. */
export const ENCODE_RESPONSES = false

/**
 * Creates the HTTP API without listening on a port: `index.ts` listens, tests call `handle`.
 * To add a resource, add its routes here.
 */
export function createApp(product: Product, options: { inline?: InlineTexts } = {}) {
  let routes: readonly RoutePath[] = []
  const app = new Elysia({ prefix: '/api', encodeSchema: ENCODE_RESPONSES })
    .use(securityHeaders(product.config, options))
    .use(requestLog)
    .use(adminAudit)
    .use(errors(() => routes))
    .use(address)
    .use(bodies)
    .use(apiDescription)
    .use(adminRoutes(product))
    .use(authRoutes(product))
    .use(configRoutes(product))
    .use(deviceRoutes(product))
    .use(devOutboxRoutes(product))
    .use(docsRoutes(product))
    .use(healthRoutes(product))
    .use(accountRoutes(product))
    .use(categoriesRoutes(product))
    .use(dashboardRoutes(product))
    .use(feedsRoutes(product))
    .use(mailRoutes(product))
    .use(mcpRoutes(product))
    .use(papersRoutes(product))
    .use(paperChangesRoutes(product))
    .use(peopleRoutes(product))
    .use(questionsRoutes(product))
    .use(readingListRoutes(product))
    .use(reviewRoutes(product))
    .use(searchRoutes(product))
    .use(tasteRoutes(product))
    .use(strandRoutes(product))
  routes = app.routes
  return app
}

export type App = ReturnType<typeof createApp>
