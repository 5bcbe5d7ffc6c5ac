import { setTimeout as sleep } from 'node:timers/promises'
import { INDEX_REBUILD, raiseCounter, readCounter } from '../../store/papers/counters.ts'
import { countFeatures } from '../../store/papers/features.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { findIndexProblem } from './indexing.ts'

/** In ms: how often the progress is stored. */
const PROGRESS_MS = 500

const LACKS_SPACE = 'There is too little space for a second index: the health says where.'

/** Why a rebuild waits; `lack` is that of `findLack`. */
export const describeLack = (lack: string): string =>
  `It cannot be built again yet: ${lack}. Free space there, and the rebuild goes on by itself. Searches and new papers use ` +
  'the old index.'

/**
 * Asks every process that fills a search index to build it again (`paperReader.ts`), and returns when the index that this
 * process searches is whole. A repeated attempt goes on with the same rebuild. A job that is cancelled ends the waiting, not the
 * rebuild.
 */
export async function rebuildIndex({ index }: Pick<Product, 'index'>, run: JobContext): Promise<void> {
  const asked = run.checkpoint as { rebuild: number } | null
  const rebuild = asked?.rebuild ?? (await readCounter(INDEX_REBUILD)) + 1
  await run.save({ rebuild })
  await raiseCounter(INDEX_REBUILD, rebuild)
  const { papers: total } = await countFeatures()
  let reported: string | null = null
  for (;;) {
    const state = await index.state()
    const isBegun = state.rebuild === rebuild
    const progress = { unit: 'papers', step: 'building the search index' }
    // Records that are joined into another paper are not in the index.
    if (isBegun && state.indexedThrough !== null)
      return run.progress({ ...progress, done: state.size, total: state.size })
    const problem = findIndexProblem(index)
    const sentence: string | null =
      problem !== null
        ? `The search index cannot be updated: ${problem}`
        : !isBegun && (reported === LACKS_SPACE || (await index.findLack()) !== null)
          ? LACKS_SPACE
          : null
    if (sentence !== null && sentence !== reported) run.problem(sentence)
    reported = sentence
    await run.progress({ ...progress, done: isBegun ? state.size : 0, total })
    await sleep(PROGRESS_MS, undefined, { signal: run.signal })
  }
}
