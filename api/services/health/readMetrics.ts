import { log } from '../../platform/log.ts'
import {
  failingTargets,
  indexLag,
  jobsDue,
  jobsDueSeconds,
  metrics,
  papersWithoutVector,
  readersWithoutMail,
} from '../../platform/metrics.ts'
import { measureDueJobs } from '../../store/jobs/jobLists.ts'
import { countUnencoded } from '../../store/papers/paperEncoding.ts'
import { countFailingTargets } from '../../store/mail/targets.ts'
import { findNewestSeq } from '../../store/papers/papers.ts'
import { reportDigests } from '../digests/readersWithoutMail.ts'
import type { Product } from '../product.ts'

/** Returns the metrics of this process in the Prometheus text format, with the current lags. */
export async function readMetrics(product: Product): Promise<{ contentType: string; text: string }> {
  await Promise.all([
    measureIndexLag(product),
    measureEncoding(product),
    measureMails(),
    measureTargets(),
    measureQueue(),
  ])
  return { contentType: metrics.contentType, text: await metrics.metrics() }
}

async function measureIndexLag({ config, index }: Pick<Product, 'config' | 'index'>): Promise<void> {
  // A process that only runs jobs does not keep its index up to date.
  if (!config.roles.has('web')) return indexLag.remove()
  try {
    const { seq } = await index.state()
    indexLag.set(Math.max(0, (await findNewestSeq()) - seq))
  } catch (error) {
    // Without the database the other metrics are still returned. The lag is removed, since an old value looks current.
    indexLag.remove()
    log.warn({ error }, 'the lag of the search index could not be measured')
  }
}

async function measureEncoding({ embedding }: Pick<Product, 'embedding'>): Promise<void> {
  if (embedding.current().state !== 'ready') return papersWithoutVector.remove()
  try {
    papersWithoutVector.set((await countUnencoded()).unencoded)
  } catch (error) {
    papersWithoutVector.remove()
    log.warn({ error }, 'the papers without a vector could not be counted')
  }
}

async function measureMails(): Promise<void> {
  try {
    const { total: _total, ...causes } = (await reportDigests()).readers
    for (const [cause, count] of Object.entries(causes)) readersWithoutMail.set({ cause }, count)
  } catch (error) {
    readersWithoutMail.reset()
    log.warn({ error }, 'the readers without mail could not be counted')
  }
}

async function measureQueue(): Promise<void> {
  try {
    const { due, seconds } = await measureDueJobs()
    jobsDue.set(due)
    jobsDueSeconds.set(seconds)
  } catch (error) {
    jobsDue.remove()
    jobsDueSeconds.remove()
    log.warn({ error }, 'the jobs that wait for a worker could not be counted')
  }
}

async function measureTargets(): Promise<void> {
  try {
    // A kind without a target any more has no value.
    const kinds = await countFailingTargets()
    failingTargets.reset()
    for (const { kind, failing, off } of kinds) failingTargets.set({ kind }, failing + off)
  } catch (error) {
    failingTargets.reset()
    log.warn({ error }, 'the failing connections could not be counted')
  }
}
