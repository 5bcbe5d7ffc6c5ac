import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findListImport, settleFound, settleMissing } from '../../store/readers/listImports.ts'
import { findItemsOf } from '../../store/readers/readingList.ts'
import { categorisePapers } from '../ingestion/processing.ts'
import { storePage } from '../ingestion/readStep.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { markTasteChanged } from '../ranking/tasteChanges.ts'
import { addImported } from './importedItem.ts'

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
export async function fetchPapers(
  product: Pick<Product, 'index' | 'sources'>,
  { ids, user_id, import_id }: FetchPapersInput,
  run: JobContext,
) {
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

/**
 * Adds those papers of an import that were waited for and are in the library now. At the `end` the others are missing.
 * Safe to repeat.
 */
async function settleListImport(userId: string, importId: string, { end }: { end: boolean }): Promise<void> {
  const record = await findListImport(userId, importId)
  if (record === null) return
  const papers = await findPapers(record.waiting.map(({ paper_id }) => paper_id))
  const found = record.waiting.flatMap(({ paper_id, notes, tags, status }) => {
    const paper = papers.get(paper_id)
    return paper === undefined ? [] : [{ paper, words: { notes, tags, ...(status && { status }) }, at: now() }]
  })
  await addImported(userId, found)
  const items = await findItemsOf(userId, [...papers.keys()])
  for (const { paper_id, added_at } of items)
    // Added by an earlier attempt of the job counts, too.
    await settleFound(importId, paper_id, added_at > record.created_at ? 'added' : 'existing')
  if (!end) return
  for (const paper of record.waiting.filter(({ paper_id }) => !papers.has(paper_id)))
    await settleMissing(importId, paper)
}
