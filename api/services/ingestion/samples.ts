import type { JobContext } from '../jobs/jobContext.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findAnnouncementsSince, recordAnnouncement, removeAnnouncements } from '../../store/papers/announcements.ts'
import { emptyDeliveriesOf } from '../../store/readers/deliveryWrites.ts'
import { countRealPapers, findSampleIds, clearAnnouncements, removePapers } from '../../store/papers/paperPruning.ts'
import { currentGeneration } from '../../store/papers/papers.ts'
import { savePapers } from '../../store/papers/paperWrites.ts'
import { findReferencedPaperIds } from '../../store/readers/readingList.ts'
import { computeVolumes } from './categories.ts'
import { normalise } from './normalise.ts'
import { categorisePapers, requestDelivery } from './processing.ts'
import type { Product } from '../product.ts'
import { SAMPLE_DAYS, sampleLibrary } from './samples/library.ts'

const SOURCE = 'sample'
const DAYS_KEPT = 366

/**
 * Stores the invented papers that ship with the product, as if announced on the newest weekdays, and requests their
 * deliveries. Safe to repeat. Throws "conflict" when the library contains real papers, so that the two are never mixed.
 */
export async function loadSamples(product: Product, run: JobContext): Promise<void> {
  if ((await countRealPapers()) > 0)
    throw new AppError('conflict', 'The library contains real papers; sample papers can only be loaded without them.')
  const generation = await currentGeneration()
  const days = sampleLibrary(dayIn('UTC', now()))
  for (const [index, { records }] of days.entries()) {
    const { added, changed, unchanged } = await savePapers(records.map(normalise), { generation })
    run.count('fetched', records.length)
    run.count('new', added.length)
    run.count('updated', changed.length)
    run.count('duplicates', unchanged)
    await run.progress({ done: index + 1, total: SAMPLE_DAYS, unit: 'days', step: 'sample papers' })
  }
  await categorisePapers(product, run)
  for (const { day, records } of days) {
    await recordAnnouncement(SOURCE, day, { seen: records.length, complete: true, sample: true })
    await requestDelivery(day, run.log)
  }
  await computeVolumes()
}

/** Removes the sample papers and their deliveries, except papers on a reading list. Safe to repeat. */
export async function removeSamples(): Promise<void> {
  const ids = await findSampleIds()
  if (ids.length === 0) return
  await emptyDeliveriesOf(ids)
  const announcements = await findAnnouncementsSince(addDays(dayIn('UTC', now()), -DAYS_KEPT))
  await removeAnnouncements(announcements.filter(({ sample }) => sample).map(({ _id }) => _id))
  const saved = await findReferencedPaperIds(ids)
  await clearAnnouncements([...saved])
  await removePapers(ids.filter((id) => !saved.has(id)))
}
