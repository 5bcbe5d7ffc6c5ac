import type { Paper } from '../../contract/papers.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findPapers, toPaper } from '../../store/papers/papers.ts'
import { findListImport, renameWaiting, settleFound, settleMissing } from '../../store/readers/listImports.ts'
import { findItemsOf } from '../../store/readers/readingList.ts'
import { addSeeds, findSeeds, removeSeeds } from '../../store/readers/tasteSeeds.ts'
import { parsePaperReference } from '../../search/query/idQuery.ts'
import { requireFinder } from '../ingestion/finding.ts'
import { categorisePapers } from '../ingestion/processing.ts'
import { storePage } from '../ingestion/readStep.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { markTasteChanged } from '../ranking/tasteSignals.ts'
import { addImported } from './importedItem.ts'
import { nameOfPage } from '../papers/paperReference.ts'
import { readOnDemand } from './readOnDemand.ts'

export interface FetchPapersInput {
  /**
   * Natural ids: "arxiv:2611.90001", "doi:10.5555/…"; or addresses of pages, for an import into the list. Those of jobs of
   * earlier versions are arXiv ids without "arxiv:".
   */
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
  /** Addresses of the pages that are done. */
  pages?: string[]
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
  const { cursors = {}, finished = [], pages = [] } = (run.checkpoint as Checkpoint | null) ?? {}
  let failure: AppError | null = null
  const settle = async (settled: Settled) => {
    if (import_id !== undefined) await settleListImport(user_id, import_id, settled)
  }
  for (const [source, own] of bySource) {
    if (source === undefined || finished.includes(source.id)) continue
    try {
      for await (const page of readOnDemand(source, own, { signal: run.signal, after: cursors[source.id] })) {
        await storePage(source.id, page, run)
        const { prefix } = source.lookUp
        await settle({ unusable: page.rejected.flatMap(({ source_id }) => (source_id ? `${prefix}${source_id}` : [])) })
        cursors[source.id] = page.cursor
        await run.save({ cursors, finished, pages } satisfies Checkpoint)
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
    await run.save({ cursors, finished, pages } satisfies Checkpoint)
  }
  const named = new Set(wanted)
  for (const address of wanted.filter((id) => isAddress(id) && !pages.includes(id))) {
    try {
      await fetchByPage(product, address, { import_id, run, settle, named })
    } catch (error) {
      run.signal.throwIfAborted()
      if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
      failure ??= error
      continue
    }
    pages.push(address)
    await run.save({ cursors, finished, pages } satisfies Checkpoint)
  }
  await categorisePapers(product, run)
  await renameSeeds(user_id, wanted)
  await markTasteChanged(user_id)
  if (failure !== null) throw failure
}

const isAddress = (id: string) => /^https?:/.test(id)

interface ByPage extends Pick<FetchPapersInput, 'import_id'> {
  run: JobContext
  settle: (settled: Settled) => Promise<void>
  /** The ids that the job asks for, and those of the papers that pages named. */
  named: Set<string>
}

/** Reads a page for the paper that it names, for which the import waits from then on, and asks the source of that. */
async function fetchByPage(
  { sources }: Pick<Product, 'sources'>,
  address: string,
  { import_id, run, settle, named }: ByPage,
): Promise<void> {
  await run.progress({ done: 0, total: 1, unit: 'papers', step: `asking ${nameOfPage(address)}` })
  const reference = await readPage(sources, address, run.signal)
  const source = reference === null ? undefined : sources.findLookUp(reference.id)
  if (reference === null || source === undefined) return settle({ lacking: [address] })
  const stored = await findReferredPaper(reference)
  const id = stored?._id ?? reference.id
  if (import_id !== undefined)
    await renameWaiting(import_id, address, { paper_id: id, source: source.name, isRepeated: named.has(id) })
  named.add(id)
  if (stored === null)
    for await (const page of readOnDemand(source, [id], { signal: run.signal })) {
      await storePage(source.id, page, run)
      if (page.rejected.length > 0) await settle({ unusable: [id] })
    }
  await settle({ lacking: [id] })
}

/** The paper that a page names; null when it names none. */
async function readPage(sources: Product['sources'], address: string, signal: AbortSignal) {
  try {
    const { pages } = await requireFinder(sources, 'pages')
    return parsePaperReference(await pages.findReference(address, { signal }))
  } catch (error) {
    // Recovered: the import says that the page has no such paper.
    if (error instanceof AppError && error.code === 'invalid-input') return null
    throw error
  }
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
  for (const { kind, key, added_at: at, half } of seeds) {
    const id = papers.get(key)?.id
    if (kind === 'topic' || id === undefined || id === key || !key.startsWith('pmc:')) continue
    await addSeeds(userId, [{ kind, key: id }], { at, half: half === true })
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
