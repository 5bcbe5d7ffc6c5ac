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
import { releaseLeases } from '#api/store/jobs/jobClaims.ts'
import { mongoRateLimit, releaseSlots } from '#api/store/sources/rateLimit.ts'
import { FAST_RETRIES } from './pipeline.ts'

const config = readConfig(process.env)
const installation = 'killed'
const zotero = createZotero({
  apiUrl: config.sources.zotero,
  contactEmail: config.contactEmail,
  rateLimit: mongoRateLimit({ installation }),
  retries: FAST_RETRIES,
})
await openDatabase(config.database.uri ?? '')
// As the product does at its start: what the process that was killed before has held.
await Promise.all([releaseLeases(installation), releaseSlots(installation, 0)])
const product = {
  config,
  zotero,
  secrets: createSecrets(config.secret ?? ''),
  sources: new Sources(),
  index: openSqliteIndex({ folder: ':memory:' }),
}
startWorker(product as unknown as Product, { installation, pollMs: 20, retryMs: 1 })
console.log('ready')
