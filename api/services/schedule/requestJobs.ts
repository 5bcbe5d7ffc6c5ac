import { FETCH_RESULTS_DEFAULT } from '../../contract/limits.ts'
import type { JobKind } from '../../contract/jobKinds.ts'
import type { Job } from '../../contract/jobs.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { INGEST_KEY } from '../../store/jobs/jobs.ts'
import { findAllCategories } from '../../store/papers/categories.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { checkArxivQuery, type FetchArxivInput } from '../ingestion/fetchArxiv.ts'
import type { IngestInput } from '../ingestion/ingestCheckpoint.ts'
import { NOTICES_KEY, type NoticesInput } from '../enrichment/readNotices.ts'
import { ENRICH_KEY, type EnrichInput } from '../enrichment/enrich.ts'
import { startJob } from '../jobs/jobs.ts'
import type { Sources } from '../product.ts'
import { hasOnlyNotices } from './sourcesStatus.ts'

/** Time limit for arXiv to validate a query, because an admin waits. After it the job is queued without validation. */
const CHECK_MS = 8_000

/** Queues a job. Throws "already-running" with the id of the open job while one with the same key is open. */
const start = (admin: UserRecord, kind: JobKind, input: object = {}, key: string = kind): Promise<Job> =>
  startJob({ kind, input: { ...input }, dedupe_key: key, requested_by: admin._id })

export const startProcessing = (admin: UserRecord): Promise<Job> => start(admin, 'process-papers')

/** Fetches all papers again, then deletes those that were not found again: see `wipeAndRefetch`. */
export const startWipe = (admin: UserRecord): Promise<Job> => start(admin, 'wipe-and-refetch')

/** Builds the search index again, while the old one is searched where the engine can. */
export const startRebuildIndex = (admin: UserRecord): Promise<Job> => start(admin, 'rebuild-index')

export const startLoadSamples = (admin: UserRecord): Promise<Job> => start(admin, 'load-samples')

/**
 * Fetches from every enabled source that announces papers, or from one source: one that knows more about papers of others is
 * asked about those that are due, and one that only knows of notices is read at once. Throws "invalid-input" for a category that does not exist and for a source
 * that does neither, and "conflict" for one that is switched off.
 */
export async function startFetchAll(
  sources: Sources,
  admin: UserRecord,
  { category, source, days_back = 1 }: { category?: string; source?: string; days_back?: number },
): Promise<Job> {
  if (category !== undefined) await checkCategory(category)
  if (source !== undefined) await checkSource(sources, source)
  if (sources.enriching().some(({ id }) => id === source))
    return start(admin, 'enrich', { source } satisfies EnrichInput, ENRICH_KEY)
  if (sources.noticing().some((one) => one.id === source && hasOnlyNotices(one)))
    return start(admin, 'read-notices', { source } satisfies NoticesInput, NOTICES_KEY)
  const input: IngestInput = {
    days_back,
    ...(category !== undefined && { categories: [category] }),
    ...(source !== undefined && { source }),
  }
  return start(admin, 'ingest', input, INGEST_KEY)
}

/** Fetches the results of an arXiv query. Throws "invalid-input" with arXiv's message for a query that it rejects. */
export async function startFetchArxiv(
  sources: Sources,
  admin: UserRecord,
  { query = '', max_results = FETCH_RESULTS_DEFAULT }: Partial<FetchArxivInput>,
): Promise<Job> {
  if (query.trim() === '') throw invalidField('query', 'Write what to search for.')
  await checkArxivQuery(sources, query, CHECK_MS)
  return start(admin, 'fetch-arxiv', { query, max_results })
}

async function checkSource(sources: Sources, id: string): Promise<void> {
  const others = [...sources.enriching(), ...sources.noticing().filter(hasOnlyNotices)]
  const source = sources.findAnnouncing(id) ?? others.find((one) => one.id === id)
  if (source === undefined)
    throw invalidField('source', `There is no source “${id}” that announces papers or knows more about them.`)
  if (!(await findSourceState(id)).enabled)
    throw new AppError('conflict', `${source.name} is switched off in this library: nothing is fetched from it.`)
}

async function checkCategory(category: string): Promise<void> {
  if (canonicalCategory(category) !== null) return
  if ((await findAllCategories()).some(({ _id }) => _id === category)) return
  throw invalidField('category', `There is no category “${category}”.`)
}
