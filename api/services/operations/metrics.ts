import { log } from '../../platform/log.ts'
import { indexLag, metrics } from '../../platform/metrics.ts'
import { findNewestSeq } from '../../store/papers/papers.ts'
import type { Product } from '../product.ts'

/** The metrics of this process as Prometheus reads them, with the lag of the search index at this moment. */
export async function readMetrics(product: Product): Promise<{ contentType: string; text: string }> {
  await measureIndexLag(product)
  return { contentType: metrics.contentType, text: await metrics.metrics() }
}

async function measureIndexLag({ config, index }: Product): Promise<void> {
  // A process that only runs jobs does not keep its index up to date.
  if (!config.roles.has('web')) return indexLag.remove()
  try {
    indexLag.set(Math.max(0, (await findNewestSeq()) - index.seq))
  } catch (error) {
    // The other metrics are worth reading without the database; an old lag would look like a current one.
    indexLag.remove()
    log.warn({ error }, 'the lag of the search index could not be measured')
  }
}
