/**
 * A worker in its own process, which a test can kill. Reads MONGODB_URI, ZOTERO_URL and PAPERDAWN_SECRET from the
 * environment, as the product does. Prints "ready" when it polls for jobs.
 */
import { startWorker } from '#api/jobs/worker.ts'
import { readConfig } from '#api/platform/config.ts'
import { createSecrets } from '#api/platform/secrets.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import type { Product } from '#api/services/product.ts'
import { Sources } from '#api/sources/sources.ts'
import { createZotero } from '#api/sources/zotero/zotero.ts'
import { openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { FAST_RETRIES } from './pipeline.ts'

const config = readConfig(process.env)
const zotero = createZotero({
  apiUrl: config.sources.zotero,
  contactEmail: config.contactEmail,
  rateLimit: mongoRateLimit({ heldMs: 200 }),
  retries: FAST_RETRIES,
})
await openDatabase(config.database.uri ?? '')
const product = {
  config,
  zotero,
  secrets: createSecrets(config.secret ?? ''),
  sources: new Sources(),
  index: openSqliteIndex({ folder: ':memory:' }),
}
startWorker(product as unknown as Product, { leaseMs: 300, pollMs: 20, retryMs: 1 })
console.log('ready')
