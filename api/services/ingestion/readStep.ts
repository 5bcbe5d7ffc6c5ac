import { AppError } from '../../platform/errors.ts'
import { recordsRead, recordsRejected, recordsStored } from '../../platform/metrics.ts'
import type { Retry, Source, SourcePage } from '../../sources/source.ts'
import { currentGeneration } from '../../store/papers/papers.ts'
import { savePapers } from '../../store/papers/paperWrites.ts'
import { saveQuarantine } from '../../store/papers/quarantine.ts'
import { recordValidator } from '../../store/sources/sources.ts'
import { recordUnknownCategories } from '../../store/sources/unknownCategories.ts'
import type { SourceState } from '../../store/sources/sources.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import type { IngestInput } from './ingestCheckpoint.ts'
import { placeRecords, whyNotRead, type FeedBatch } from './feedBatch.ts'
import { STEPS, type IngestCheckpoint, type Step } from './ingestCheckpoint.ts'
import { normalise } from './normalise.ts'

/** An arXiv number in a raw record. */
const NUMBER = /\b(\d{4}\.\d{4,5})(?:v\d+)?\b/
/** Ids of unreadable records that a checkpoint keeps at most. */
const UNREAD_MAX = 1_000

/** One source's part of a run. */
export interface SourceRun {
  run: JobContext
  checkpoint: IngestCheckpoint
}

/** One source's part of a fetch. */
export interface SourceContext extends SourceRun {
  input: IngestInput
  state: SourceState
  /** The followed categories of the source. */
  categories: readonly string[]
}

interface StepReading {
  signal: AbortSignal
  after?: string
  onRetry: (step: string, retry: Retry) => Promise<void>
}

interface StepOptions {
  /** Called before the feeds that failed are repeated. */
  onRound?: () => Promise<void>
  /** Changes what a page says before it is stored. */
  place?: (page: SourcePage) => Promise<SourcePage>
}

/** Reads one interface of the source page by page, from the checkpoint on. Records a failure in the checkpoint. */
export async function readStep(
  name: Step,
  { run, checkpoint }: SourceRun,
  source: Source,
  read: (reading: StepReading) => AsyncIterable<SourcePage>,
  { onRound, place }: StepOptions = {},
): Promise<void> {
  if (STEPS.indexOf(checkpoint.step) > STEPS.indexOf(name)) return
  if (checkpoint.step !== name) {
    checkpoint.step = name
    delete checkpoint.cursor
  }
  const unit = name === 'current' ? 'feeds' : 'papers'
  let done = 0
  const reading: StepReading = {
    signal: run.signal,
    after: checkpoint.cursor,
    onRetry: (step, { reason, willRetryAt }) => {
      run.problem(`${source.name}: ${reason}`, step)
      return run.progress({ done, unit, step: describeRetry(`${source.name}: ${step}`, reason, willRetryAt) })
    },
  }
  try {
    for await (const received of read(reading)) {
      const batch = await placeRecords(source.id, received)
      const page = place ? await place(batch.page) : batch.page
      checkpoint.stored += await storePage(source.id, page, run)
      checkpoint.read += page.records.length + page.rejected.length
      if (name === 'current') await keepFeed(source, { page, batch, checkpoint, run })
      if (name === 'days') keepRejected(page, checkpoint)
      if (name === 'changes') {
        checkpoint.changed += page.records.length
        checkpoint.unread = [...new Set([...checkpoint.unread, ...numbersOf(page)])].slice(0, UNREAD_MAX)
      }
      checkpoint.cursor = page.cursor
      done = page.done
      await run.save(checkpoint)
      await run.progress({
        done,
        ...(page.total !== undefined && { total: page.total }),
        unit,
        step: `${source.name}: ${page.step}`,
      })
      if (page.isRound) await onRound?.()
    }
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
    const { retryAfter, refused } = error.details
    run.problem(error.message, `step “${name}”`)
    checkpoint.failed[name] = { message: error.message, retryAfter, refused }
    run.log.warn(
      { source: source.id, step: name, reason: error.message },
      'an interface of the source could not be read',
    )
  }
}

/**
 * Stores the papers of one response and quarantines unreadable records. Returns how many papers were new or changed.
 */
export async function storePage(sourceId: string, page: SourcePage, run: JobContext): Promise<number> {
  const generation = await currentGeneration()
  const { added, changed, unchanged } = await savePapers(page.records.map(normalise), { generation })
  await saveQuarantine(sourceId, page.rejected)
  for (const { reason, raw, source_id } of page.rejected) run.problem(reason, source_id ?? NUMBER.exec(raw)?.[1])
  run.count('fetched', page.records.length + page.rejected.length)
  run.count('new', added.length)
  run.count('updated', changed.length)
  run.count('duplicates', unchanged)
  run.count('quarantined', page.rejected.length)
  await countUnknownCategories(sourceId, page, new Set(added))
  const stored = added.length + changed.length
  recordsRead.inc({ source: sourceId }, page.records.length + page.rejected.length)
  recordsStored.inc({ source: sourceId }, stored)
  recordsRejected.inc({ source: sourceId }, page.rejected.length)
  return stored
}

/** Keeps which records could not be read by day; one without a readable day belongs to the last. */
function keepRejected({ rejected }: SourcePage, checkpoint: IngestCheckpoint): void {
  const known = (checkpoint.rejectedOn ??= {})
  for (const { raw, announced_on: day = checkpoint.dated?.until ?? '' } of rejected)
    known[day] = [...new Set([...(known[day] ?? []), Bun.hash(raw).toString(36)])]
}

const numbersOf = ({ rejected }: SourcePage) => rejected.flatMap(({ raw }) => NUMBER.exec(raw)?.[1] ?? [])

/** Counts the new papers with each category that the taxonomy does not have, so that health can name it. */
async function countUnknownCategories(sourceId: string, { records }: SourcePage, added: ReadonlySet<string>) {
  const papersOf = new Map<string, Set<string>>()
  for (const { id, unknown_categories = [] } of records)
    for (const code of unknown_categories) papersOf.set(code, (papersOf.get(code) ?? new Set()).add(id))
  const counts = [...papersOf].map(([code, ids]): [string, number] => [code, ids.intersection(added).size])
  if (counts.length > 0) await recordUnknownCategories(sourceId, new Map(counts))
}

/**
 * Records what the feed showed, and its etag once all of it is stored. One that cannot be the announcement of today is
 * recorded as a failure, without its etag, so that it is read again.
 */
async function keepFeed(
  source: Source,
  {
    page,
    batch,
    checkpoint,
    run,
  }: { page: SourcePage; batch: FeedBatch; checkpoint: IngestCheckpoint; run: JobContext },
): Promise<void> {
  if (page.feed === undefined) return
  const { feed } = page
  // A feed that is read again from its beginning is counted anew.
  const isFirst = feed.items === page.records.length + batch.repeated + page.rejected.length
  const before = isFirst ? undefined : checkpoint.feeds[feed.archive]
  const unread = [...(before?.unread ?? []), ...numbersOf(page).map((number) => `${source.id}:${number}`)]
  const read = {
    rejected: (before?.rejected ?? 0) + (feed.rejectedBefore ?? 0) + page.rejected.length,
    fresh: (before?.fresh ?? 0) + batch.fresh,
    repeated: (before?.repeated ?? 0) + batch.repeated,
  }
  const failure = feed.failure ?? (feed.isWhole ? whyNotRead({ items: feed.items, ...read }) : null)
  checkpoint.feeds[feed.archive] = {
    ...feed,
    ...read,
    ...(unread.length > 0 && { unread: unread.slice(0, UNREAD_MAX) }),
    ...(failure !== null && { failure }),
  }
  if (failure !== null && feed.failure === undefined) {
    run.problem(failure, `feed ${feed.archive}`)
    run.log.warn({ source: source.id, archive: feed.archive, reason: failure }, 'a feed is not that of today')
  }
  if (feed.etag === undefined || failure !== null) return
  const { etag, day, items } = feed
  await recordValidator(source.id, feed.archive, { etag, day, items, rejected: read.rejected })
}

function describeRetry(step: string, reason: string, at: Date | null): string {
  return at === null ? `${step}: ${reason}` : `${step}: ${reason}, asked again at ${at.toISOString().slice(11, 16)} UTC`
}
