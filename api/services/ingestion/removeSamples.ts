import { removeSampleAnnouncements } from '../../store/papers/announcements.ts'
import { clearAnnouncements, findSampleIds, removePapers } from '../../store/papers/paperPruning.ts'
import { emptyDeliveriesOf } from '../../store/readers/deliveryWrites.ts'
import { findReferencedPaperIds } from '../../store/readers/readingList.ts'

/** Removes the sample papers and their deliveries, except papers on a reading list. Safe to repeat. */
export async function removeSamples(): Promise<void> {
  const ids = await findSampleIds()
  if (ids.length === 0) return
  await emptyDeliveriesOf(ids)
  await removeSampleAnnouncements()
  const saved = await findReferencedPaperIds(ids)
  await clearAnnouncements([...saved])
  await removePapers(ids.filter((id) => !saved.has(id)))
}
