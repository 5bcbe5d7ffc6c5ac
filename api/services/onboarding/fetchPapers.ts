import { AppError } from '../../platform/errors.ts'
import { categorisePapers } from '../ingestion/processing.ts'
import { storePage } from '../ingestion/readStep.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { markTasteChanged } from '../taste/changes.ts'
import { settleListImport } from './settleImport.ts'

export interface FetchPapersInput {
  /** arXiv ids without a version. */
  ids: string[]
  /** The reader who imported them. */
  user_id: string
  /** The import into the reading list that waits for these papers. */
  import_id?: string
}

/**
 * Fetches imported papers that the library lacks, 100 per request, and adds them to the list of their reader if an import
 * waits for them; the model of the reader learns from them afterwards. Ids without a paper are skipped. Resumes behind the last stored page. Throws "source-unavailable".
 */
export async function fetchPapers(product: Product, { ids, user_id, import_id }: FetchPapersInput, run: JobContext) {
  const source = product.sources.get('arxiv')
  if (source === undefined) throw new AppError('conflict', 'arXiv is not among the sources of this library.')
  const after = (run.checkpoint as { cursor: string } | null)?.cursor
  for await (const page of source.readByIds(ids, { signal: run.signal, after })) {
    await storePage(source.id, page, run)
    if (import_id !== undefined) await settleListImport(user_id, import_id, { end: false })
    await run.save({ cursor: page.cursor })
    await run.progress({ done: page.done, total: ids.length, unit: 'papers', step: page.step })
  }
  if (import_id !== undefined) await settleListImport(user_id, import_id, { end: true })
  await categorisePapers(product, run)
  await markTasteChanged(user_id)
}
