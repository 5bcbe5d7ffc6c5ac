import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { recordsRead, recordsRejected, recordsStored } from '../../platform/metrics.ts'
import type { Source, SourcePage } from '../../sources/source.ts'
import { currentGeneration, findUnfilled, savePapers } from '../../store/papers/papers.ts'
import { saveQuarantine } from '../../store/papers/quarantine.ts'
import { findSourceState, recordFailure, recordSuccess, type SourceState } from '../../store/sources/sources.ts'
import { isSettled, completeAnnouncements, allFeedsShow } from './announcements.ts'
import { archivesOf, findFollowedCategories } from './followedCategories.ts'
import { freshStart, type IngestCheckpoint } from './ingestCheckpoint.ts'
import { normalise } from './normalise.ts'
import { categorisePapers } from './processing.ts'
import type { Product } from '../product.ts'

export interface IngestInput {
  /** All that are switched on, when absent. */
  source?: string
  /** Read beside those that readers follow. */
  categories?: string[]
  /** Read changes this far back, even when nothing is missing. */
  days_back?: number
}

/**
 * Fetches what the sources announced: the current announcement, then the days that were missed, then exact times and
 * comments. A page is stored before its cursor is, so a run that was cut off goes on behind its last page, and a second
 * run changes nothing. Throws "source-unavailable" when a source gave nothing at all, "not-found" for an unknown source.
 */
export async function ingest(
  product: Product,
  input: IngestInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const sources = [...product.sources.values()].filter(({ id }) => input.source === undefined || input.source === id)
  if (sources.length === 0) throw new AppError('not-found', 'There is no such source.')
  let at = (run.checkpoint as IngestCheckpoint | null) ?? freshStart([])
  const left: string[] = []
  for (const source of sources) {
    const state = await findSourceState(source.id)
    if (at.finished.includes(source.id)) continue
    if (!state.enabled) {
      await skipSource(source, 'switched off', { run, read: 0 })
      continue
    }
    left.push(...(await ingestSource(product, source, { input, run, at, state })))
    at = freshStart([...at.finished, source.id])
    await run.save(at)
  }
  return left.length > 0 ? { partial: left.join(' ') } : undefined
}

interface SourceRun {
  input: IngestInput
  run: JobContext
  at: IngestCheckpoint
  state: SourceState
}

async function ingestSource(product: Product, source: Source, context: SourceRun): Promise<string[]> {
  const { input, run, at, state } = context
  const categories = await findFollowedCategories(input.categories)
  const expected = source.expectedDay(now())

  await step('current', context, source, (after) => source.readCurrent({ categories, signal: run.signal, after }))
  at.window ??= findWindow(input, state, { expected, hasExpected: allFeedsShow(at, expected) })
  const { window } = at
  if (window)
    await step('changes', context, source, (after) =>
      source.readChanges({ categories, ...window, signal: run.signal, after }),
    )
  // One way that worked is worth going on with; when none did, the next attempt tries again.
  if (at.failed.current && (!window || at.failed.changes)) {
    await recordFailure(source.id, at.failed.current)
    throw new AppError('source-unavailable', at.failed.current)
  }
  const since = addDays(expected, -LOOK_BACK_DAYS)
  const unfilled = await findUnfilled(source.id, since)
  if (unfilled.length > 0) await step('fill', context, source, () => source.readByIds(unfilled, { signal: run.signal }))

  await categorisePapers(product, run)
  await completeAnnouncements(source, { at, expected, log: run.log })
  await recordSuccess(source.id, {
    archives: archivesOf(categories),
    // An answer without papers moves no mark: arXiv sends empty ones when it is under load.
    ...(at.changed > 0 && window && !at.failed.changes && { watermark: window.until }),
  })
  const { read, stored } = at
  if (stored === 0) await skipSource(source, 'nothing new', { run, read })
  else run.log.info({ source: source.id, read, stored }, 'source read')
  return Object.values(at.failed)
}

/** Leaves in the log and in the job why it stored nothing of `source`. */
async function skipSource(
  source: Source,
  reason: string,
  { run, read }: { run: JobContext; read: number },
): Promise<void> {
  run.log.info({ source: source.id, read, reason }, 'nothing stored from the source')
  await run.progress({ done: read, unit: 'papers', step: `${source.name}: ${reason}` })
}

/** Reads one interface of the source page by page, from where the checkpoint stands. Its failure is noted. */
async function step(
  name: IngestCheckpoint['step'],
  { run, at }: SourceRun,
  source: Source,
  read: (after: string | undefined) => AsyncIterable<SourcePage>,
): Promise<void> {
  const order = ['current', 'changes', 'fill']
  if (order.indexOf(at.step) > order.indexOf(name)) return
  if (at.step !== name) {
    at.step = name
    delete at.cursor
  }
  try {
    for await (const page of read(at.cursor)) {
      at.stored += await storePage(source.id, page, run)
      at.read += page.records.length + page.rejected.length
      if (name === 'current') noteDays(page, at)
      if (name === 'changes') at.changed += page.records.length
      at.cursor = page.cursor
      await run.save(at)
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
    at.failed[name] = error.message
    run.log.warn({ source: source.id, step: name, reason: error.message }, 'a part of the source could not be read')
  }
}

/** Stores what one request brought, and returns how many papers were new or changed. Safe to repeat. */
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

function noteDays(page: SourcePage, at: IngestCheckpoint): void {
  const days = page.records.flatMap(({ announced_on }) => announced_on ?? [])
  for (const day of days) at.seen[day] = (at.seen[day] ?? 0) + 1
  const newest = page.day ?? days.toSorted().at(-1)
  if (newest !== undefined && days.length > 0) at.feeds.push(newest)
}

/** The days to read changes of; undefined when nothing is missing. */
function findWindow(
  { days_back }: IngestInput,
  { watermark }: SourceState,
  { expected, hasExpected }: { expected: string; hasExpected: boolean },
): { from: string; until: string } | undefined {
  const until = dayIn('UTC', now())
  const missed = watermark === null || watermark < addDays(until, -1)
  if (days_back === undefined && !missed && (hasExpected || !isSettled(expected))) return undefined
  // One day of overlap, since a day goes on after it was read; and always the expected one, for new categories.
  const from = addDays(watermark !== null && watermark < expected ? watermark : expected, -1)
  const asked = days_back === undefined ? from : addDays(expected, -days_back)
  const earliest = addDays(until, -Math.max(LOOK_BACK_DAYS, days_back ?? 0))
  const first = asked < from ? asked : from
  return { from: first < earliest ? earliest : first, until }
}
