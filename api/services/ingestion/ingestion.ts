import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { AnnouncingSource } from '../../sources/source.ts'
import { findSourceState, recordKeptSince } from '../../store/sources/sources.ts'
import { archivesOf } from '../../text/taxonomy/taxonomy.ts'
import { findFollowedOf } from '../days/followedCategories.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import type { Product } from '../product.ts'
import { ingestDated } from './datedDays.ts'
import { ingestFeeds } from './feedDays.ts'
import { afterSource, newCheckpoint, toRetry, type IngestCheckpoint, type IngestInput } from './ingestCheckpoint.ts'
import type { SourceContext } from './readStep.ts'

/** Seconds for which a job waits for a source when others were read. */
const HELD_MAX_S = 300

/**
 * Fetches papers from the sources: the current announcement, then missed days, then exact times and comments. Each page
 * is stored before its cursor, so an interrupted run resumes after its last page, and a second run changes nothing. A
 * source that cannot be read does not keep the others from being read. Throws "source-unavailable" when no interface of a
 * source could be read, "not-found" for an unknown source.
 */
export async function ingest(
  product: Pick<Product, 'index' | 'sources'>,
  input: IngestInput,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const sources = product.sources.announcing().filter(({ id }) => input.source === undefined || input.source === id)
  if (sources.length === 0) throw new AppError('not-found', 'There is no such source.')
  let checkpoint = (run.checkpoint as IngestCheckpoint | null) ?? newCheckpoint([])
  const failures: string[] = []
  let unread: { error: AppError; left: IngestCheckpoint } | undefined
  for (const source of sources) {
    if (checkpoint.finished.includes(source.id)) continue
    const state = await findSourceState(source.id)
    const categories = await findFollowedOf(source.id, input.categories)
    const reason = !state.enabled ? 'switched off' : categories.length === 0 ? 'no category of it is followed' : null
    if (reason !== null) {
      await skipSource(source, reason, { run, read: 0 })
      continue
    }
    try {
      const own = await ingestSource(product, source, { input, run, checkpoint, state, categories })
      failures.push(...own)
      checkpoint = afterSource(checkpoint, source.id, source.announcements.expectedDay(now()), own.length > 0)
      await run.save(checkpoint)
    } catch (error) {
      run.signal.throwIfAborted()
      if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
      unread ??= { error, left: checkpoint }
      checkpoint = newCheckpoint(checkpoint.finished, checkpoint.partly)
    }
  }
  if (unread === undefined) return failures.length > 0 ? { partial: failures.join(' ') } : undefined
  const { error, left } = unread
  // A job that waits keeps the others from being read again. The schedule asks when the pause is over.
  const isHeld = checkpoint.finished.length > 0 && (error.details.retryAfter ?? 0) > HELD_MAX_S
  if (isHeld && input.from === undefined) return { partial: [...failures, error.message].join(' ') }
  // Saved only if another source was read: an attempt that reads nothing is no progress.
  if (checkpoint.finished.length > left.finished.length) await run.save(toRetry(left, checkpoint))
  throw error
}

/** Reads one source. Returns why steps failed, in sentences. */
async function ingestSource(
  product: Pick<Product, 'index'>,
  source: AnnouncingSource,
  context: SourceContext,
): Promise<string[]> {
  const { announcements } = source
  const { run, categories } = context
  // From its first fetch on an archive is expected every day, whether that fetch succeeds or not.
  const first = announcements.expectedDay(now())
  await recordKeptSince(source.id, Object.fromEntries(archivesOf(categories).map((archive) => [archive, first])), {
    ifNew: true,
  })
  const failures: string[] = []
  if (announcements.kind === 'dated') await ingestDated(product, { ...source, announcements }, context)
  else failures.push(...(await ingestFeeds(product, { ...source, announcements }, context)))
  const { read, stored } = context.checkpoint
  if (stored === 0) await skipSource(source, 'nothing new', { run, read })
  else run.log.info({ source: source.id, read, stored }, 'source read')
  return failures
}

/** Records in the log and in the job's progress why no paper of `source` was stored. */
async function skipSource(
  source: AnnouncingSource,
  reason: string,
  { run, read }: { run: JobContext; read: number },
): Promise<void> {
  run.log.info({ source: source.id, read, reason }, 'nothing stored from the source')
  await run.progress({ done: read, unit: 'papers', step: `${source.name}: ${reason}` })
}
