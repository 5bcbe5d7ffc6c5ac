import { FETCH_RESULTS_DEFAULT } from '../../contract/limits.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { storePage } from './readStep.ts'
import { categorisePapers } from './processing.ts'
import type { Product, Sources } from '../product.ts'

export interface FetchArxivInput {
  /** In the query language of the arXiv API. */
  query: string
  max_results?: number
}

interface FetchCheckpoint {
  cursor: string
}

/**
 * Stores the results of a search in arXiv. Safe to repeat. Throws "invalid-input" with arXiv's message,
 * "source-unavailable".
 */
export async function fetchArxiv(
  product: Pick<Product, 'index' | 'sources'>,
  input: FetchArxivInput,
  run: JobContext,
): Promise<void> {
  const after = (run.checkpoint as FetchCheckpoint | null)?.cursor
  const maxResults = input.max_results ?? FETCH_RESULTS_DEFAULT
  const source = findArxiv(product.sources)
  let read = 0
  let stored = 0
  for await (const page of source.search(input.query, { maxResults, signal: run.signal, after })) {
    stored += await storePage(source.id, page, run)
    read += page.records.length + page.rejected.length
    await run.save({ cursor: page.cursor } satisfies FetchCheckpoint)
    await run.progress({ done: page.done, total: page.total ?? maxResults, unit: 'papers', step: page.step })
  }
  run.log.info(
    { source: source.id, read, stored },
    stored > 0 ? 'search results stored' : 'the search found nothing new',
  )
  await categorisePapers(product, run)
}

/**
 * Sends `query` to arXiv to check its syntax. Throws "invalid-input" with arXiv's message when arXiv rejects it. Does
 * not throw when arXiv is unavailable or too slow (`withinMs`): the job reports that, and is retried.
 */
export async function checkArxivQuery(sources: Sources, query: string, withinMs: number): Promise<void> {
  const signal = AbortSignal.timeout(withinMs)
  try {
    const pages = findArxiv(sources).search(query, { maxResults: 1, signal })[Symbol.asyncIterator]()
    await pages.next()
    await pages.return?.()
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-input') throw invalidField('query', error.message, error)
    if (signal.aborted || (error instanceof AppError && error.code === 'source-unavailable')) return
    throw error
  }
}

function findArxiv(sources: Sources) {
  const source = sources.get('arxiv')
  if (source?.search === undefined) throw new AppError('unavailable', 'arXiv is not among the sources of this library.')
  return { id: source.id, search: source.search.bind(source) }
}
