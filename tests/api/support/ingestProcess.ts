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
import { releaseLeases } from '#api/store/jobs/jobClaims.ts'
import { mongoRateLimit, releaseSlots } from '#api/store/sources/rateLimit.ts'
import { FAST_RETRIES } from './pipeline.ts'
import { Sources } from '#api/sources/sources.ts'

const config = readConfig(process.env)
const installation = 'killed'
const arxiv = createArxivSource({
  ...config.sources.arxiv,
  retries: FAST_RETRIES,
  contactEmail: config.contactEmail,
  rateLimit: mongoRateLimit({ installation }),
})
setClock(config.clockStart ?? null)
await openDatabase(config.database.uri ?? '')
// As the product does at its start: what the process that was killed before has held.
await Promise.all([releaseLeases(installation), releaseSlots(installation, 0)])
const index = openSqliteIndex({ folder: ':memory:' })
startWorker({ config, sources: new Sources([arxiv]), index } as unknown as Product, {
  installation,
  pollMs: 20,
  retryMs: 1,
})
console.log('ready')
