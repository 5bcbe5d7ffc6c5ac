import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { recordsRead, recordsRejected, recordsStored } from '../../platform/metrics.ts'
import type { Source, SourcePage } from '../../sources/source.ts'
import { currentGeneration, findUnfilled, savePapers } from '../../store/papers/papers.ts'
import { saveQuarantine } from '../../store/papers/quarantine.ts'
import { findSourceState, recordFailure, recordSuccess, type SourceState } from '../../store/sources/sources.ts'
import { areFeedsFinal, completeAnnouncements, allFeedsShow } from './announcements.ts'
import { archivesOf, findFollowedCategories } from './followedCategories.ts'
import { newCheckpoint, type IngestCheckpoint } from './ingestCheckpoint.ts'
import { normalise } from './normalise.ts'
import { categorisePapers } from './processing.ts'
import type { Product } from '../product.ts'

export interface IngestInput {
  /** Id of the source. Default: all enabled sources. */
  source?: string
  /** Categories to read in addition to those that users follow. */
  categories?: string[]
  /** Read the changes of this many days, even when no day is missing. */
  days_back?: number
}

/**
 * Fetches papers from the sources: the current announcement, then missed days, then exact times and comments. Each page
 * is stored before its cursor, so an interrupted run resumes after its last page, and a second run changes nothing.
 * Throws "source-unavailable" when no interface of a source could be read, "not-found" for an unknown source.
 */
export async function ingest(
  product: Product,
  input: IngestInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const sources = [...product.sources.values()].filter(({ id }) => input.source === undefined || input.source === id)
  if (sources.length === 0) throw new AppError('not-found', 'There is no such source.')
  let checkpoint = (run.checkpoint as IngestCheckpoint | null) ?? newCheckpoint([])
  const failures: string[] = []
  for (const source of sources) {
    const state = await findSourceState(source.id)
    if (checkpoint.finished.includes(source.id)) continue
    if (!state.enabled) {
      await skipSource(source, 'switched off', { run, read: 0 })
      continue
    }
    failures.push(...(await ingestSource(product, source, { input, run, checkpoint, state })))
    checkpoint = newCheckpoint([...checkpoint.finished, source.id])
    await run.save(checkpoint)
  }
  return failures.length > 0 ? { partial: failures.join(' ') } : undefined
}

interface SourceRun {
  input: IngestInput
  run: JobContext
  checkpoint: IngestCheckpoint
  state: SourceState
}

/** Reads one source. Returns why steps failed, in sentences. */
async function ingestSource(product: Product, source: Source, context: SourceRun): Promise<string[]> {
  const { input, run, checkpoint, state } = context
  const categories = await findFollowedCategories(input.categories)
  const expected = source.expectedDay(now())

  await readStep('current', context, source, (after) => source.readCurrent({ categories, signal: run.signal, after }))
  checkpoint.window ??= findWindow(input, state, { expected, hasExpected: allFeedsShow(checkpoint, expected) })
  const { window } = checkpoint
  if (window)
    await readStep('changes', context, source, (after) =>
      source.readChanges({ categories, ...window, signal: run.signal, after }),
    )
  // One interface that could be read is enough to continue; when there was none, the job is retried.
  if (checkpoint.failed.current && (!window || checkpoint.failed.changes)) {
    await recordFailure(source.id, checkpoint.failed.current)
    throw new AppError('source-unavailable', checkpoint.failed.current)
  }
  const since = addDays(expected, -LOOK_BACK_DAYS)
  const unfilled = await findUnfilled(source.id, since)
  if (unfilled.length > 0)
    await readStep('fill', context, source, () => source.readByIds(unfilled, { signal: run.signal }))

  await categorisePapers(product, run)
  await completeAnnouncements(source, { checkpoint, expected, log: run.log })
  await recordSuccess(source.id, {
    archives: archivesOf(categories),
    // An empty response does not advance the watermark: arXiv sends empty responses under load.
    ...(checkpoint.changed > 0 && window && !checkpoint.failed.changes && { watermark: window.until }),
  })
  const { read, stored } = checkpoint
  if (stored === 0) await skipSource(source, 'nothing new', { run, read })
  else run.log.info({ source: source.id, read, stored }, 'source read')
  return Object.values(checkpoint.failed)
}

/** Records in the log and in the job's progress why no paper of `source` was stored. */
async function skipSource(
  source: Source,
  reason: string,
  { run, read }: { run: JobContext; read: number },
): Promise<void> {
  run.log.info({ source: source.id, read, reason }, 'nothing stored from the source')
  await run.progress({ done: read, unit: 'papers', step: `${source.name}: ${reason}` })
}

/** Reads one interface of the source page by page, from the checkpoint on. Records a failure in the checkpoint. */
async function readStep(
  name: IngestCheckpoint['step'],
  { run, checkpoint }: SourceRun,
  source: Source,
  read: (after: string | undefined) => AsyncIterable<SourcePage>,
): Promise<void> {
  const order = ['current', 'changes', 'fill']
  if (order.indexOf(checkpoint.step) > order.indexOf(name)) return
  if (checkpoint.step !== name) {
    checkpoint.step = name
    delete checkpoint.cursor
  }
  try {
    for await (const page of read(checkpoint.cursor)) {
      checkpoint.stored += await storePage(source.id, page, run)
      checkpoint.read += page.records.length + page.rejected.length
      if (name === 'current') recordDays(page, checkpoint)
      if (name === 'changes') checkpoint.changed += page.records.length
      checkpoint.cursor = page.cursor
      await run.save(checkpoint)
      await run.progress({
        done: page.done,
        ...(page.total !== undefined && { total: page.total }),
        unit: name === 'current' ? 'feeds' : 'papers',
        step: `${source.name}: ${page.step}`,
      })
    }
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
    checkpoint.failed[name] = error.message
    run.log.warn(
      { source: source.id, step: name, reason: error.message },
      'an interface of the source could not be read',
    )
  }
}

/**
 * Stores the papers of one response and quarantines unreadable records. Returns how many papers were new or changed.
 * Safe to repeat.
 */
export async function storePage(sourceId: string, page: SourcePage, run: JobContext): Promise<number> {
  const generation = await currentGeneration()
  const { added, changed, unchanged } = await savePapers(page.records.map(normalise), { generation })
  await saveQuarantine(sourceId, page.rejected)
  run.count('fetched', page.records.length + page.rejected.length)
  run.count('new', added.length)
  run.count('updated', changed.length)
  run.count('duplicates', unchanged)
  run.count('quarantined', page.rejected.length)
  const stored = added.length + changed.length
  recordsRead.inc({ source: sourceId }, page.records.length + page.rejected.length)
  recordsStored.inc({ source: sourceId }, stored)
  recordsRejected.inc({ source: sourceId }, page.rejected.length)
  return stored
}

/** Counts the records by day and records the newest day of the feed. */
function recordDays(page: SourcePage, checkpoint: IngestCheckpoint): void {
  const days = page.records.flatMap(({ announced_on }) => announced_on ?? [])
  for (const day of days) checkpoint.seen[day] = (checkpoint.seen[day] ?? 0) + 1
  const newest = page.day ?? days.toSorted().at(-1)
  if (newest !== undefined && days.length > 0) checkpoint.feeds.push(newest)
}

/** The days whose changes to read; undefined when no day is missing. */
function findWindow(
  { days_back }: IngestInput,
  { watermark }: SourceState,
  { expected, hasExpected }: { expected: string; hasExpected: boolean },
): { from: string; until: string } | undefined {
  const until = dayIn('UTC', now())
  const missed = watermark === null || watermark < addDays(until, -1)
  if (days_back === undefined && !missed && (hasExpected || !areFeedsFinal(expected))) return undefined
  // One day of overlap, because papers may be added to a day after it was read; always includes the expected day,
  // for new categories.
  const from = addDays(watermark !== null && watermark < expected ? watermark : expected, -1)
  const requested = days_back === undefined ? from : addDays(expected, -days_back)
  const earliest = addDays(until, -Math.max(LOOK_BACK_DAYS, days_back ?? 0))
  const first = requested < from ? requested : from
  return { from: first < earliest ? earliest : first, until }
}
