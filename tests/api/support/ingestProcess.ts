/**
 * A worker in its own process, which a test can kill. Reads MONGODB_URI, the URLs of arXiv and PAPERDAWN_CLOCK from the
 * environment, as the product does. Prints "ready" when it polls for jobs.
 */
import { startWorker } from '#api/jobs/worker.ts'
import { readConfig } from '#api/platform/config.ts'
import { setClock } from '#api/platform/clock.ts'
import { openSqliteIndex } from '#api/search/sqliteIndex.ts'
import type { Product } from '#api/services/product.ts'
import { createArxivSource } from '#api/sources/arxiv/arxiv.ts'
import { openDatabase } from '#api/store/database.ts'
import { mongoRateLimit } from '#api/store/sources/rateLimit.ts'
import { FAST_RETRIES } from './pipeline.ts'
import { Sources } from '#api/sources/sources.ts'

const config = readConfig(process.env)
const arxiv = createArxivSource({
  ...config.sources.arxiv,
  retries: FAST_RETRIES,
  contactEmail: config.contactEmail,
  rateLimit: mongoRateLimit({ heldMs: 200 }),
})
setClock(config.clockStart ?? null)
await openDatabase(config.database.uri ?? '')
const index = openSqliteIndex({ folder: ':memory:' })
startWorker({ config, sources: new Sources([arxiv]), index } as unknown as Product, {
  leaseMs: 300,
  pollMs: 20,
  retryMs: 1,
})
console.log('ready')
