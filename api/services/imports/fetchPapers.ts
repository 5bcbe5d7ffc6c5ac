import type { Paper } from '../../contract/papers.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findPapers, toPaper } from '../../store/papers/papers.ts'
import { findListImport, settleFound, settleMissing } from '../../store/readers/listImports.ts'
import { findItemsOf } from '../../store/readers/readingList.ts'
import { addSeeds, findSeeds, removeSeeds } from '../../store/readers/tasteSeeds.ts'
import { categorisePapers } from '../ingestion/processing.ts'
import { storePage } from '../ingestion/readStep.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { markTasteChanged } from '../ranking/tasteChanges.ts'
import { addImported } from './importedItem.ts'
import { readOnDemand } from './readOnDemand.ts'

export interface FetchPapersInput {
  /** Natural ids: "arxiv:2611.90001", "doi:10.5555/…". Those of jobs of earlier versions are arXiv ids without "arxiv:". */
  ids: string[]
  /** The reader who imported them. */
  user_id: string
  /** The import into the reading list that waits for these papers. */
  import_id?: string
}

interface Checkpoint {
  /** By id of the source: behind its last stored page. */
  cursors?: Record<string, string>
  /** Ids of the sources that were read to the end. */
  finished?: string[]
}

/**
 * Fetches imported papers that the library lacks, from one source after the other, and adds them to the list of their
 * reader if an import waits for them; the model of the reader learns from them afterwards. Ids without a paper are
 * skipped. A source that cannot be read does not hold back the papers of the others. Resumes behind the last stored page.
 * Throws "source-unavailable".
 */
export async function fetchPapers(
  product: Pick<Product, 'index' | 'sources'>,
  { ids, user_id, import_id }: FetchPapersInput,
  run: JobContext,
): Promise<void> {
  const wanted = ids.map((id) => (/^[a-z]+:/.test(id) ? id : `arxiv:${id}`))
  const bySource = Map.groupBy(wanted, (id) => product.sources.findLookUp(id))
  const { cursors = {}, finished = [] } = (run.checkpoint as Checkpoint | null) ?? {}
  let failure: AppError | null = null
  for (const [source, own] of bySource) {
    if (source === undefined || finished.includes(source.id)) continue
    const settle = async (settled: Settled) => {
      if (import_id !== undefined) await settleListImport(user_id, import_id, settled)
    }
    try {
      for await (const page of readOnDemand(source, own, { signal: run.signal, after: cursors[source.id] })) {
        await storePage(source.id, page, run)
        const { prefix } = source.lookUp
        await settle({ unusable: page.rejected.flatMap(({ source_id }) => (source_id ? `${prefix}${source_id}` : [])) })
        cursors[source.id] = page.cursor
        await run.save({ cursors, finished } satisfies Checkpoint)
        await run.progress({
          done: page.done,
          total: own.length,
          unit: 'papers',
          step: `${source.name}: ${page.step}`,
        })
      }
    } catch (error) {
      run.signal.throwIfAborted()
      if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
      failure ??= error
      continue
    }
    await settle({ lacking: own })
    finished.push(source.id)
    await run.save({ cursors, finished } satisfies Checkpoint)
  }
  await categorisePapers(product, run)
  await renameSeeds(user_id, wanted)
  await markTasteChanged(user_id)
  if (failure !== null) throw failure
}

/** What is known of papers that an import waits for, besides those that are in the library now. */
interface Settled {
  /** The source has a record of them that cannot be used. */
  unusable?: readonly string[]
  /** Their source was asked for all of them: it lacks those that are not in the library. */
  lacking?: readonly string[]
}

/** Adds those papers of an import that were waited for and are in the library now. Safe to repeat. */
async function settleListImport(
  userId: string,
  importId: string,
  { unusable = [], lacking = [] }: Settled,
): Promise<void> {
  const record = await findListImport(userId, importId)
  if (record === null) return
  const papers = await findAsked(record.waiting.map(({ paper_id }) => paper_id))
  const found = record.waiting.flatMap(({ paper_id, notes, tags, status }) => {
    const paper = papers.get(paper_id)
    return paper === undefined ? [] : [{ paper, words: { notes, tags, ...(status && { status }) }, at: now() }]
  })
  await addImported(userId, found)
  const ids = [...new Set([...papers.values()].map(({ id }) => id))]
  const { paperOf, withRecords } = await findAliases(ids)
  const items = await findItemsOf(userId, withRecords(ids))
  for (const { paper_id, added_at } of items)
    // It may be on the list as another record of the paper. Added by an earlier attempt of the job counts, too.
    for (const [asked, paper] of papers)
      if (paperOf(paper.id) === paperOf(paper_id))
        await settleFound(importId, asked, added_at > record.created_at ? 'added' : 'existing')
  for (const paper of record.waiting.filter(({ paper_id }) => !papers.has(paper_id))) {
    if (unusable.includes(paper.paper_id)) await settleMissing(importId, paper, 'unusable')
    else if (lacking.includes(paper.paper_id)) await settleMissing(importId, paper, 'not-at-source')
  }
}

/** Gives what the reader's model starts from the ids of the papers that were found by other ids. */
async function renameSeeds(userId: string, ids: readonly string[]): Promise<void> {
  const papers = await findAsked(ids)
  const seeds = await findSeeds(userId)
  for (const { kind, key, added_at } of seeds) {
    const id = papers.get(key)?.id
    if (kind === 'topic' || id === undefined || id === key || !key.startsWith('pmc:')) continue
    await addSeeds(userId, [{ kind, key: id }], added_at)
    await removeSeeds(userId, [{ kind, key }])
  }
}

/** The papers by the ids that were asked for, which are those of the papers or others that these have besides: PMC ids. */
async function findAsked(ids: readonly string[]): Promise<Map<string, Paper>> {
  const papers = await findPapers(ids)
  for (const id of ids.filter((one) => !papers.has(one))) {
    const stored = await findReferredPaper({ id, doi: null })
    if (stored !== null) papers.set(id, toPaper(stored))
  }
  return papers
}
