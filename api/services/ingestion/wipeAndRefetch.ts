import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, now } from '../../platform/clock.ts'
import {
  findAnnouncementsSince,
  recordAnnouncement,
  removeAnnouncements,
  totalOf,
} from '../../store/papers/announcements.ts'
import { findDeliveredPaperIds } from '../../store/readers/deliveries.ts'
import { countRefetched, findOutdated, removePapers } from '../../store/papers/paperPruning.ts'
import { beginGeneration } from '../../store/papers/papers.ts'
import { findReferencedPaperIds } from '../../store/readers/readingList.ts'
import { findFollowedCategories } from './followedCategories.ts'
import type { IngestCheckpoint } from './ingestCheckpoint.ts'
import { ingest } from './ingestion.ts'
import type { Product } from '../product.ts'

/** The sources must give back at least this share of what is held of the window; else nothing is removed. */
const MET_MIN = 0.95
const BATCH = 500

interface WipeCheckpoint {
  generation: number
  /** Papers stored later came from another run, and stay. */
  started_at: string
  from: string
  step: 'fetch' | 'remove'
  fetching: IngestCheckpoint | null
  /** The last id looked at while removing. */
  after: string
}

/**
 * Fetches the last days anew and then removes the papers that were not met again and that no list, note or delivery
 * refers to. It never removes first: cut off at any point, it leaves a library at least as full as before. What readers
 * did is out of its reach.
 */
export async function wipeAndRefetch(product: Product, run: JobContext): Promise<PartialResult | undefined> {
  const at = (run.checkpoint as WipeCheckpoint | null) ?? (await begin(run))
  if (at.step === 'fetch') {
    const left = await ingest(product, { days_back: LOOK_BACK_DAYS }, within(run, at))
    if (left) return { partial: `Nothing was removed, since not everything could be fetched: ${left.partial}` }
    const { all, met } = await countRefetched(at.generation, at.from, await findFollowedCategories())
    if (met < all * MET_MIN)
      return { partial: `Nothing was removed: of ${all} papers of these days the sources gave back only ${met}.` }
    at.step = 'remove'
    await run.save(at)
  }
  run.log.info({ generation: at.generation, from: at.from }, 'removing the papers that were not fetched again')
  await removeOutdated(run, at)
  await recountAnnouncements(at.from)
  return undefined
}

async function begin(run: JobContext): Promise<WipeCheckpoint> {
  const started = now()
  const at: WipeCheckpoint = {
    generation: await beginGeneration(),
    started_at: started.toISOString(),
    from: addDays(started.toISOString().slice(0, 10), -LOOK_BACK_DAYS),
    step: 'fetch',
    fetching: null,
    after: '',
  }
  await run.save(at)
  return at
}

/** The run of the fetching inside this one: its checkpoint is kept as a part of ours. */
const within = (run: JobContext, at: WipeCheckpoint): JobContext => ({
  id: run.id,
  log: run.log,
  signal: run.signal,
  checkpoint: at.fetching,
  progress: (progress) => run.progress(progress),
  async save(checkpoint) {
    at.fetching = checkpoint as IngestCheckpoint
    await run.save(at)
  },
  count: (name, by) => run.count(name, by),
})

async function removeOutdated(run: JobContext, at: WipeCheckpoint): Promise<void> {
  const which = { generation: at.generation, storedBefore: new Date(at.started_at) }
  const delivered = await findDeliveredPaperIds()
  for (let done = 0; ; done += BATCH) {
    run.signal.throwIfAborted()
    const ids = await findOutdated(which, { after: at.after, limit: BATCH })
    const last = ids.at(-1)
    if (last === undefined) return
    const kept = await findReferencedPaperIds(ids)
    const removed = await removePapers(ids.filter((id) => !kept.has(id) && !delivered.has(id)))
    run.count('removed', removed)
    run.count('kept', ids.length - removed)
    at.after = last
    await run.save(at)
    await run.progress({ done: done + ids.length, unit: 'papers', step: 'removing what was not met again' })
  }
}

/** Older announcements hold less now; those that hold nothing are forgotten. */
async function recountAnnouncements(before: string): Promise<void> {
  const older = (await findAnnouncementsSince('')).filter(({ day }) => day < before)
  for (const { _id, source, day, seen, complete } of older)
    if (totalOf(await recordAnnouncement(source, day, { seen, complete })) === 0) await removeAnnouncements([_id])
}
