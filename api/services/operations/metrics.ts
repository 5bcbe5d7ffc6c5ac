import { log } from '../../platform/log.ts'
import { indexLag, metrics } from '../../platform/metrics.ts'
import { findNewestSeq } from '../../store/papers/papers.ts'
import type { Product } from '../product.ts'

/** Returns the metrics of this process in the Prometheus text format, with the current lag of the search index. */
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
    // Without the database the other metrics are still returned. The lag is removed, since an old value looks current.
    indexLag.remove()
    log.warn({ error }, 'the lag of the search index could not be measured')
  }
}
