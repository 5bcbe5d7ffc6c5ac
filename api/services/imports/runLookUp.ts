import { AppError } from '../../platform/errors.ts'
import type { LookUpSource, RejectedRecord } from '../../sources/source.ts'
import { findJob, giveUpKey } from '../../store/jobs/jobs.ts'
import { findPaper } from '../../store/papers/papers.ts'
import { findUser } from '../../store/readers/users.ts'
import { findRemainingWait } from '../../store/sources/rateLimit.ts'
import { categorisePapers } from '../ingestion/processing.ts'
import { storePage } from '../ingestion/readStep.ts'
import { readOnDemand } from './readOnDemand.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { saveToList } from '../readingList/readingList.ts'
import { catchUp } from '../search/indexing.ts'

export interface LookUpInput {
  /** A natural id: "arxiv:1706.90001". */
  id: string
  /** Readers on whose lists the paper is put. */
  save_for: string[]
}

/** A pause of the source up to this length is waited for in the queue of its requests: about the gap of arXiv. */
const WAIT_MAX_MS = 5_000
/** Pause after a failed request for a job that is kept; doubles with each further one. */
const RETRY_SECONDS = 60
const RETRY_MAX_SECONDS = 1_800

/**
 * Asks the source for one paper, unless it is in the library by now, and stores it without an announcement: no delivery
 * contains it, and a later announcement counts as usual. It is in the search index when the job ends. An id that the
 * source lacks is counted as "unknown". A failed request ends the job, "partial", unless a reader wants the paper on
 * their list or the source said when to ask again: then the job is postponed. Safe to repeat.
 */
export async function runLookUp(
  product: Pick<Product, 'index' | 'sources'>,
  { id }: LookUpInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const source = product.sources.findLookUp(id)
  if (source === undefined) throw new AppError('conflict', `No source of this library knows ${id}.`)
  if ((await findPaper(id)) === null) {
    const failure = await fetchPaper(source, id, run)
    if (failure !== null) return failure
  }
  await categorisePapers(product, run)
  await catchUp(product)
  // After the paper is stored: a reader who is added later finds it.
  for (const userId of await findSavers(run)) {
    const user = await findUser(userId)
    if (user !== null) await saveToList(user, { paper_id: id })
  }
  return undefined
}

/** Stores the paper if the source has it. Returns why the job ends without it; null when it is stored or unknown. */
async function fetchPaper(source: LookUpSource, id: string, run: JobContext): Promise<PartialResult | null> {
  try {
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
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
    const { retryAfter } = error.details
    if (retryAfter === undefined && (await giveUpKey(run.id))) return { partial: error.message }
    const failures = (run.checkpoint as { failures: number } | null)?.failures ?? 0
    await run.save({ failures: failures + 1 })
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

async function findSavers(run: JobContext): Promise<string[]> {
  const job = await findJob(run.id)
  return (job?.input as unknown as LookUpInput | undefined)?.save_for ?? []
}
