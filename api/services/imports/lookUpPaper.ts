import type { LookupInput, LookupWaiting } from '../../contract/lookup.ts'
import type { Paper } from '../../contract/papers.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { parseLookUpId, parsePaperReference } from '../../search/query/idQuery.ts'
import { addSaver, enqueueJob, findJob, findOpenJob, type JobRecord } from '../../store/jobs/jobs.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findPaper, toPaper, type PaperRecord } from '../../store/papers/papers.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { isPrivateFeedAddress } from '../../text/feedAddress.ts'
import { requireFinder } from '../ingestion/finding.ts'
import { nameOfPage, shownId } from '../papers/paperReference.ts'
import type { Product } from '../product.ts'
import { saveToList } from '../readingList/readingList.ts'
import { checkpointOf, referenceOf, type LookUpInput } from './runLookUp.ts'

export type LookUpAnswer = { paper: Paper } | { waiting: LookupWaiting }

/**
 * Returns the paper that a reader means by an id, DOI or address, from the library; else a job asks its source for it, one
 * for all readers who want this paper, and the answer says when to ask again. An address without an id in it is that of a
 * page, which the job reads before, to find out which paper it is about. `countRequest` is called before a job is queued,
 * and may throw. With `save` the paper comes on the reader's list, now or when the job has it: such a job is kept
 * while the source cannot be read. Throws "invalid-input" for other text, "not-found" when the source has no such paper,
 * the page names none, or there is no source for it, "conflict" when that is switched off, and "source-unavailable" when
 * the job `job_id` could not read it.
 */
export async function lookUpPaper(
  product: Pick<Product, 'sources'>,
  user: UserRecord,
  { ref, save = false, job_id }: LookupInput,
  countRequest: () => void,
): Promise<LookUpAnswer> {
  const reference = parsePaperReference(ref)
  const finish = async (paper: PaperRecord): Promise<LookUpAnswer> => {
    if (save) await saveToList(user, { paper_id: paper._id, found_by: 'look_up' })
    return { paper: toPaper(paper) }
  }
  const stored = reference === null ? await findPaper(ref) : await findReferredPaper(reference)
  // Who waits for a look-up gets the paper when it is processed: it may be another record of one that the reader has.
  if (stored !== null && (stored.processed_at !== null || job_id === undefined)) return finish(stored)
  const id = parseLookUpId(ref)
  if (id === null) throw invalidField('ref', 'Enter an arXiv id, a DOI, a PMID or the address of a paper.')
  if (reference === null) await requirePage(product, id)
  else await requireSource(product, id)

  const asked = job_id === undefined ? null : await findLookUp(job_id, id)
  const job = asked ?? (await findOrQueue(id, user, save, countRequest))
  // Read again: the job may have stored the paper meanwhile, without having seen a reader who was added last.
  const found = await findReferredPaper(referenceOf(inputOf(job), job.checkpoint))
  if (found !== null && (found.processed_at !== null || !job.open)) return finish(found)
  if (!job.open) throw describeEnd(product, job)
  return { waiting: toWaiting(product, job, user) }
}

/** Throws "not-found" when no source looks the paper up, and "conflict" while that is switched off. */
async function requireSource({ sources }: Pick<Product, 'sources'>, id: string): Promise<void> {
  const source = sources.findLookUp(id)
  if (source === undefined) throw new AppError('not-found', 'Papers are looked up by their arXiv id, DOI or PMID.')
  if (!(await findSourceState(source.id)).enabled)
    throw new AppError('conflict', `${source.name} is switched off in this library: its papers cannot be looked up.`)
}

/** Throws "conflict" when pages are not read, and "invalid-input" for an address that only one person may read. */
async function requirePage({ sources }: Pick<Product, 'sources'>, address: string): Promise<void> {
  await requireFinder(sources, 'pages')
  if (isPrivateFeedAddress(address))
    throw invalidField('ref', 'The address has a key for one person in it. Enter it without the key, or enter the DOI.')
}

/** The job with this id if it looks the paper up; null otherwise. */
async function findLookUp(jobId: string, paperId: string): Promise<JobRecord | null> {
  const job = await findJob(jobId)
  return job?.kind === 'look-up-paper' && inputOf(job).id === paperId ? job : null
}

/** The open job that looks the paper up, with the reader among those whom it saves the paper for if `save`. */
async function findOrQueue(id: string, user: UserRecord, save: boolean, countRequest: () => void): Promise<JobRecord> {
  const dedupe_key = `look-up:${id}`
  const open = save ? await addSaver(dedupe_key, user._id) : await findOpenJob(dedupe_key)
  if (open !== null) return open
  countRequest()
  const input: LookUpInput = { id, save_for: save ? [user._id] : [] }
  try {
    return await enqueueJob({ kind: 'look-up-paper', input: { ...input }, dedupe_key, requested_by: user._id })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'already-running') throw error
    // Another reader asked for the same paper at this moment.
    return findOrQueue(id, user, save, countRequest)
  }
}

const inputOf = ({ input }: JobRecord) => input as unknown as LookUpInput

/** How it stands with a job that is open. */
const toWaiting = (product: Pick<Product, 'sources'>, job: JobRecord, user: UserRecord): LookupWaiting => ({
  job_id: job._id,
  source: nameOfAsked(product, job),
  // In the time of the database server, like `run_at`; a difference of clocks only moves the next question.
  retry_after: Math.max(1, Math.ceil((job.run_at.getTime() - Date.now()) / 1000)),
  ...(job.error !== null && { reason: job.error }),
  saves: inputOf(job).save_for.includes(user._id),
})

/** What a job asks now: the page, until it has named its paper, and then the source of the paper. */
function nameOfAsked({ sources }: Pick<Product, 'sources'>, job: JobRecord): string {
  const { id } = referenceOf(inputOf(job), job.checkpoint)
  return sources.findLookUp(id)?.name ?? nameOfPage(id)
}

/** Why a job has ended without the paper. */
function describeEnd({ sources }: Pick<Product, 'sources'>, job: JobRecord): AppError {
  const { refusal } = checkpointOf(job.checkpoint)
  if (refusal !== undefined) return new AppError('not-found', refusal)
  if ((job.counters['unknown'] ?? 0) === 0)
    return new AppError('source-unavailable', job.error ?? 'The look-up was cancelled.')
  const { id } = referenceOf(inputOf(job), job.checkpoint)
  const source = sources.findLookUp(id)
  return new AppError('not-found', `${source?.name} has no paper ${shownId(id)}.`)
}
