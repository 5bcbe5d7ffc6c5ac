import { atInstant, dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findNewestAnnouncement, recordAnnouncement } from '../../store/papers/announcements.ts'
import { countRealPapers } from '../../store/papers/paperPruning.ts'
import { currentGeneration } from '../../store/papers/papers.ts'
import { savePapers } from '../../store/papers/paperWrites.ts'
import { computeVolumes } from '../ingestion/categories.ts'
import { normalise } from '../ingestion/normalise.ts'
import { categorisePapers, requestDelivery } from '../ingestion/processing.ts'
import { removeSamples } from '../ingestion/removeSamples.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'
import { beginLives, liveDay, type Lives } from './demoLives.ts'
import { sampleLibrary, SAMPLE_DAYS, type SampleDay } from './sampleLibrary.ts'
import { SAMPLES } from '../../text/taxonomy/taxonomy.ts'

/** When the announcement of a day is read, UTC. */
const ANNOUNCED_AT = '05:20'
/** Readers who follow something already get the cards of so many days. */
const DELIVERED_DAYS = 5

interface SamplesCheckpoint {
  /** The newest day of the library, so that a run that goes on after midnight keeps its days. */
  newest: string
  /** How many days are loaded. */
  done: number
  lives: Lives
}

/**
 * Stores the invented papers that ship with the product as if each had been announced on one of the newest weekdays, and
 * lets the demo readers live through these days, each at its own time. Then requests the deliveries of other readers.
 * Safe to repeat: papers that are loaded keep their days. Throws "conflict" when the library contains real papers, so
 * that the two are never mixed; when they come meanwhile, the samples are removed again.
 */
export async function loadSamples(product: Product, run: JobContext): Promise<void> {
  if ((await countRealPapers()) > 0)
    throw new AppError('conflict', 'The library contains real papers; sample papers can only be loaded without them.')
  const checkpoint = (run.checkpoint as SamplesCheckpoint | null) ?? (await begin(product))
  await run.save(checkpoint)
  const days = await sampleLibrary(checkpoint.newest)
  await run.progress({ done: checkpoint.done, total: SAMPLE_DAYS, unit: 'days', step: 'sample papers' })
  for (const [index, one] of days.entries()) {
    if (index < checkpoint.done) continue
    if (await giveWay(run)) return
    await atInstant(timeOn(one.day), () => announceDay(product, one, run))
    await liveDay(product, one.day, { lives: checkpoint.lives, before: SAMPLE_DAYS - 1 - index, run })
    checkpoint.done = index + 1
    await run.save(checkpoint)
    await run.progress({ done: index + 1, total: SAMPLE_DAYS, unit: 'days', step: 'sample papers' })
  }
  await computeVolumes()
  for (const { day } of days.slice(-DELIVERED_DAYS)) await requestDelivery(day, run.log)
  if (!(await giveWay(run)))
    await requestJob({ kind: 'digest', input: {}, dedupe_key: 'digest', requested_by: 'schedule' })
}

async function begin(product: Product): Promise<SamplesCheckpoint> {
  const loaded = await findNewestAnnouncement()
  const newest = loaded?.sample ? loaded.day : dayIn('UTC', now())
  const [first] = await sampleLibrary(newest)
  return { newest, done: 0, lives: await beginLives(product, timeOn(first?.day ?? newest)) }
}

/** When the announcement of `day` is read; not in the future. */
const timeOn = (day: string): Date => {
  const at = new Date(`${day}T${ANNOUNCED_AT}:00.000Z`)
  return at < now() ? at : now()
}

async function announceDay(
  product: Pick<Product, 'index'>,
  { day, records }: SampleDay,
  run: JobContext,
): Promise<void> {
  const generation = await currentGeneration()
  const { added, changed, unchanged } = await savePapers(records.map(normalise), { generation })
  run.count('fetched', records.length)
  run.count('new', added.length)
  run.count('updated', changed.length)
  run.count('duplicates', unchanged)
  await categorisePapers(product, run)
  await recordAnnouncement(SAMPLES, day, { seen: records.length, complete: true, sample: true })
}

/** Removes the samples if real papers have come since. Returns whether they have. */
async function giveWay({ log }: JobContext): Promise<boolean> {
  if ((await countRealPapers()) === 0) return false
  log.info({ reason: 'real papers have come' }, 'the samples are removed again')
  await removeSamples()
  return true
}
