import { AppError } from '../../platform/errors.ts'
import { recordsRead, recordsRejected, recordsStored } from '../../platform/metrics.ts'
import type { Retry, Source, SourcePage } from '../../sources/source.ts'
import { currentGeneration } from '../../store/papers/papers.ts'
import { savePapers } from '../../store/papers/paperWrites.ts'
import { saveQuarantine } from '../../store/papers/quarantine.ts'
import { recordValidator } from '../../store/sources/sources.ts'
import type { JobContext } from '../jobs/jobContext.ts'
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

interface StepReading {
  signal: AbortSignal
  after?: string
  onRetry: (step: string, retry: Retry) => Promise<void>
}

/** Reads one interface of the source page by page, from the checkpoint on. Records a failure in the checkpoint. */
export async function readStep(
  name: Step,
  { run, checkpoint }: SourceRun,
  source: Source,
  read: (reading: StepReading) => AsyncIterable<SourcePage>,
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
    for await (const page of read(reading)) {
      checkpoint.stored += await storePage(source.id, page, run)
      checkpoint.read += page.records.length + page.rejected.length
      if (name === 'current') await keepFeed(source.id, page, checkpoint)
      if (name === 'changes') {
        checkpoint.changed += page.records.length
        const ids = page.rejected.flatMap(({ raw }) => NUMBER.exec(raw)?.[1] ?? [])
        checkpoint.unread = [...new Set([...checkpoint.unread, ...ids])].slice(0, UNREAD_MAX)
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
  for (const { reason, raw } of page.rejected) run.problem(reason, NUMBER.exec(raw)?.[1])
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

/** Records what the feed showed, and its etag once all of it is stored. */
async function keepFeed(sourceId: string, page: SourcePage, checkpoint: IngestCheckpoint): Promise<void> {
  if (page.feed === undefined) return
  const { rejectedBefore = 0, ...feed } = page.feed
  const rejected = (checkpoint.feeds[feed.archive]?.rejected ?? 0) + rejectedBefore + page.rejected.length
  checkpoint.feeds[feed.archive] = { ...feed, rejected }
  if (feed.etag === undefined) return
  const { etag, day, items } = feed
  await recordValidator(sourceId, feed.archive, { etag, day, items, rejected })
}

function describeRetry(step: string, reason: string, at: Date | null): string {
  return at === null ? `${step}: ${reason}` : `${step}: ${reason}, asked again at ${at.toISOString().slice(11, 16)} UTC`
}
