import { AppError } from '../../platform/errors.ts'
import { parsePaperReference, type PaperReference } from '../../search/query/idQuery.ts'
import type { LookUpSource, RejectedRecord } from '../../sources/source.ts'
import { findJob, giveUpKey } from '../../store/jobs/jobs.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findUser } from '../../store/readers/users.ts'
import { findRemainingWait } from '../../store/sources/rateLimit.ts'
import { categorisePapers } from '../ingestion/processing.ts'
import { storePage } from '../ingestion/readStep.ts'
import { requireFinder } from '../ingestion/finding.ts'
import { readOnDemand } from './readOnDemand.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { nameOfPage } from '../papers/paperReference.ts'
import { saveToList } from '../readingList/readingList.ts'
import { catchUp } from '../search/indexing.ts'

export interface LookUpInput {
  /** A natural id: "arxiv:1706.90001"; or the address of a page about the paper. */
  id: string
  /** Readers on whose lists the paper is put. */
  save_for: string[]
}

interface Checkpoint {
  /** Failed requests so far. */
  failures?: number
  /** The reference that the page names. */
  reference?: string
  /** Why the page names no paper that can be asked for, in a sentence. */
  refusal?: string
}

/** What a job has stored. */
export const checkpointOf = (checkpoint: unknown): Checkpoint => (checkpoint as Checkpoint | null) ?? {}

/** The paper that a job asks for, as far as it is known; its id is the address of the page before that was read. */
export function referenceOf({ id }: LookUpInput, checkpoint: unknown): PaperReference {
  const { reference = id } = checkpointOf(checkpoint)
  return parsePaperReference(reference) ?? { id, doi: null }
}

/** A pause of the source up to this length is waited for in the queue of its requests: about the gap of arXiv. */
const WAIT_MAX_MS = 5_000
/** Pause after a failed request for a job that is kept; doubles with each further one. */
const RETRY_SECONDS = 60
const RETRY_MAX_SECONDS = 1_800

/**
 * Asks the source for one paper, unless it is in the library by now, and stores it without an announcement: no delivery
 * contains it, and a later announcement counts as usual. It is in the search index when the job ends. A page is read
 * before, once, for the paper that it names. An id that the source lacks is counted as "unknown". A failed request
 * ends the job, "partial", unless a reader wants the paper on their list or the source said when to ask again: then the
 * job is postponed. Safe to repeat.
 */
export async function runLookUp(
  product: Pick<Product, 'index' | 'sources'>,
  input: LookUpInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const failure = await orPostpone(run, async () => {
    const reference = await findReference(product, input, run)
    if (reference === null || (await findReferredPaper(reference)) !== null) return null
    const source = product.sources.findLookUp(reference.id)
    if (source === undefined) throw new AppError('conflict', `No source of this library knows ${reference.id}.`)
    return fetchPaper(source, reference.id, run)
  })
  if (failure !== null) return failure
  await categorisePapers(product, run)
  await catchUp(product)
  const job = await findJob(run.id)
  if (job === null) return undefined
  const paper = await findReferredPaper(referenceOf(input, job.checkpoint))
  // After the paper is stored: a reader who is added later finds it.
  for (const userId of (job.input as unknown as LookUpInput).save_for) {
    const user = await findUser(userId)
    if (user !== null && paper !== null) await saveToList(user, { paper_id: paper._id, found_by: 'look_up' })
  }
  return undefined
}

/** The paper to ask for. Null when the page names none, which the checkpoint says. */
async function findReference(
  { sources }: Pick<Product, 'sources'>,
  input: LookUpInput,
  run: JobContext,
): Promise<PaperReference | null> {
  const known = referenceOf(input, run.checkpoint)
  if (!/^https?:/.test(known.id)) return known
  const { failures } = checkpointOf(run.checkpoint)
  const refuse = async (refusal: string) => {
    await run.save({ refusal } satisfies Checkpoint)
    return null
  }
  await run.progress({ done: 0, total: 1, unit: 'papers', step: `asking ${nameOfPage(known.id)}` })
  try {
    const { pages } = await requireFinder(sources, 'pages')
    const reference = await pages.findReference(known.id, { signal: run.signal })
    const found = parsePaperReference(reference)
    if (found === null || sources.findLookUp(found.id) === undefined)
      return await refuse('This page names a paper of which no source of this library can be asked.')
    await run.save({ reference, ...(failures !== undefined && { failures }) } satisfies Checkpoint)
    return found
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid-input') return refuse(error.message)
    throw error
  }
}

/** Stores the paper if the source has it. Returns why the job ends without it; null when it is stored or unknown. */
async function fetchPaper(source: LookUpSource, id: string, run: JobContext): Promise<PartialResult | null> {
  const waitMs = await findRemainingWait(source.id)
  // Waiting here would keep a slot of the worker from other jobs.
  if (waitMs > WAIT_MAX_MS) {
    const retryAfter = Math.ceil(waitMs / 1000)
    throw new AppError('source-unavailable', `${source.name} asked for a pause.`, { retryAfter, refused: true })
  }
  await run.progress({ done: 0, total: 1, unit: 'papers', step: `asking ${source.name}` })
  for await (const page of readOnDemand(source, [id], { signal: run.signal, tries: 1 })) {
    await storePage(source.id, page, run)
    const [rejected] = page.rejected
    if (rejected !== undefined) return { partial: describeRejected(source, rejected) }
    if (page.records.length === 0) run.count('unknown', 1)
  }
  return null
}

/** Runs `ask`. After a failed request the job ends or is postponed: see `runLookUp`. */
async function orPostpone(run: JobContext, ask: () => Promise<PartialResult | null>): Promise<PartialResult | null> {
  try {
    return await ask()
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
    const { retryAfter } = error.details
    if (retryAfter === undefined && (await giveUpKey(run.id))) return { partial: error.message }
    const { failures = 0, ...known } = checkpointOf((await findJob(run.id))?.checkpoint)
    await run.save({ ...known, failures: failures + 1 } satisfies Checkpoint)
    const pause = Math.min(RETRY_MAX_SECONDS, RETRY_SECONDS * 2 ** failures)
    throw new AppError('source-unavailable', error.message, {
      cause: error,
      refused: true,
      retryAfter: retryAfter ?? pause,
    })
  }
}

/** Has the reason of the rejection if the rejected record is that of the paper that was asked for. */
const describeRejected = ({ name }: LookUpSource, { reason, source_id }: RejectedRecord): string =>
  source_id === undefined ? `The answer of ${name} cannot be read.` : `The record of ${name} cannot be used: ${reason}.`
