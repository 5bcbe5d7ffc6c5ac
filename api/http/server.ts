import { Elysia } from 'elysia'
import { IMPORT_BODY_MAX_BYTES } from '../contract/limits.ts'
import type { Product } from '../services/product.ts'
import { createApp, ENCODE_RESPONSES } from './app.ts'
import { withOrderlyStop } from './orderlyStop.ts'
import { address } from './plugins/address.ts'
import { withCompression } from './plugins/compression.ts'
import { withDeadline } from './plugins/deadline.ts'
import { toUnhandledErrorResponse, errors } from './plugins/errors.ts'
import type { RoutePath } from './plugins/methods.ts'
import { withRevalidation } from './plugins/revalidation.ts'
import { requestLog } from './plugins/requestLog.ts'
import { securityHeaders } from './plugins/securityHeaders.ts'
import { healthRoutes } from './routes/system/health.ts'
import { openSite } from './site.ts'

/**
 * Bun itself rejects larger bodies. Bodies between the limits of `bodies` and this one get the error response of the API.
 */
const HARD_BODY_MAX_BYTES = IMPORT_BODY_MAX_BYTES + 1024 * 1024
const serve = { maxRequestBodySize: HARD_BODY_MAX_BYTES, error: toUnhandledErrorResponse }

/** Creates the server: the API and, outside `/api`, the web app built in `webFolder`. Does not listen yet. */
export async function createServer(product: Product, webFolder: string) {
  const { routes, inline } = await openSite(webFolder)
  return (
    new Elysia({ serve, encodeSchema: ENCODE_RESPONSES })
      .wrap(withDeadline)
      // The last one is the outermost: the tag is that of the text before it is compressed.
      .wrap(withRevalidation)
      .wrap(withCompression)
      .wrap(withOrderlyStop)
      .use(createApp(product, { inline }))
      .use(routes)
  )
}

/** The probes and metrics of a process that only runs jobs: no other call of the API and no pages. Not yet listening. */
export function createProbeServer(product: Product) {
  let routes: readonly RoutePath[] = []
  const server = new Elysia({ prefix: '/api', serve })
    .wrap(withDeadline)
    .wrap(withOrderlyStop)
    .use(securityHeaders(product.config))
    .use(requestLog)
    .use(errors(() => routes))
    .use(address)
    .use(healthRoutes(product))
  routes = server.routes
  return server
}
