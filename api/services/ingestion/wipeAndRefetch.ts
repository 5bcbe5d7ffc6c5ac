import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { addDays, now } from '../../platform/clock.ts'
import {
  findAnnouncementsSince,
  recordAnnouncement,
  removeAnnouncements,
  totalOf,
} from '../../store/papers/announcements.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findDeliveredPaperIds } from '../../store/readers/deliveryWrites.ts'
import { countRefetched, findOutdated, removePapers } from '../../store/papers/paperPruning.ts'
import { beginGeneration } from '../../store/papers/papers.ts'
import { findReferencedPaperIds } from '../../store/readers/readingList.ts'
import { findFollowedCategories } from '../days/followedCategories.ts'
import type { IngestCheckpoint } from './ingestCheckpoint.ts'
import { ingest } from './ingestion.ts'
import type { Product } from '../product.ts'

/** The sources must return at least this share of the stored papers of the window; otherwise nothing is removed. */
const REFETCHED_SHARE_MIN = 0.95
const BATCH = 500

interface WipeCheckpoint {
  generation: number
  /** Papers stored after this time by other runs are kept. */
  started_at: string
  from: string
  step: 'fetch' | 'remove'
  fetching: IngestCheckpoint | null
  /** The last id that the step `remove` has processed. */
  after: string
}

/**
 * Fetches the last days again and then removes the papers that were not refetched, unless a reading list, note or
 * delivery refers to them. Nothing is removed before the refetch is complete, so an interruption at any point loses no
 * paper. Data of readers is never changed.
 */
export async function wipeAndRefetch(
  product: Pick<Product, 'index' | 'sources'>,
  run: JobContext,
): Promise<PartialResult | undefined> {
  const checkpoint = (run.checkpoint as WipeCheckpoint | null) ?? (await begin(run))
  if (checkpoint.step === 'fetch') {
    const result = await ingest(
      product,
      { days_back: LOOK_BACK_DAYS, fresh: true },
      createFetchContext(run, checkpoint),
    )
    if (result) return { partial: `Nothing was removed, since not everything could be fetched: ${result.partial}` }
    const { generation, from } = checkpoint
    const { all, refetched } = await countRefetched(generation, from, await findFollowedCategories())
    if (refetched < all * REFETCHED_SHARE_MIN)
      return { partial: `Nothing was removed: of ${all} papers of these days the sources returned only ${refetched}.` }
    checkpoint.step = 'remove'
    await run.save(checkpoint)
  }
  const { generation, from } = checkpoint
  run.log.info({ generation, from }, 'removing the papers that were not refetched')
  await removeOutdated(run, checkpoint)
  await recountAnnouncements(from)
  return undefined
}

async function begin(run: JobContext): Promise<WipeCheckpoint> {
  const started = now()
  const checkpoint: WipeCheckpoint = {
    generation: await beginGeneration(),
    started_at: started.toISOString(),
    from: addDays(started.toISOString().slice(0, 10), -LOOK_BACK_DAYS),
    step: 'fetch',
    fetching: null,
    after: '',
  }
  await run.save(checkpoint)
  return checkpoint
}

/** The job context of the ingestion inside this job: its checkpoint is stored in the field `fetching` of ours. */
const createFetchContext = (run: JobContext, own: WipeCheckpoint): JobContext => ({
  ...run,
  checkpoint: own.fetching,
  async save(checkpoint) {
    own.fetching = checkpoint as IngestCheckpoint
    await run.save(own)
  },
})

async function removeOutdated(run: JobContext, checkpoint: WipeCheckpoint): Promise<void> {
  const outdated = { generation: checkpoint.generation, storedBefore: new Date(checkpoint.started_at) }
  for (let done = 0; ; done += BATCH) {
    run.signal.throwIfAborted()
    const { ids, days } = await findOutdated(outdated, { after: checkpoint.after, limit: BATCH })
    const last = ids.at(-1)
    if (last === undefined) return
    // Of a paper that is kept all records are: it has its journal from one, its abstract from another.
    const { recordsOf, withRecords } = await findAliases(ids)
    const records = withRecords(ids)
    const [kept, delivered] = await Promise.all([findReferencedPaperIds(records), findDeliveredPaperIds(records, days)])
    const isKept = (id: string) => recordsOf(id).some((record) => kept.has(record) || delivered.has(record))
    const removed = await removePapers(ids.filter((id) => !isKept(id)))
    run.count('removed', removed)
    run.count('kept', ids.length - removed)
    checkpoint.after = last
    await run.save(checkpoint)
    await run.progress({ done: done + ids.length, unit: 'papers', step: 'removing papers that were not refetched' })
  }
}

/** Updates the counts of the announcements and removes those from before the window `from` that have no papers. */
async function recountAnnouncements(from: string): Promise<void> {
  for (const { _id, source, day, seen, complete } of await findAnnouncementsSince('')) {
    const left = totalOf(await recordAnnouncement(source, day, { seen, complete }))
    if (left === 0 && day < from) await removeAnnouncements([_id])
  }
}
