import type { AnnouncementRecord } from '../../store/papers/announcements.ts'
import { archivesOf, canonicalCategories } from '../../text/taxonomy/taxonomy.ts'
import { isDayLate } from './dayStates.ts'

/** The archives of a reader's categories. Topics have none. */
export const archivesOfReader = (categoryIds: readonly string[]): string[] =>
  archivesOf(canonicalCategories(categoryIds))

/**
 * Whether cards can be made from the announcements of one day for a reader of these categories: all their archives are
 * known. When the day is late, those that are known are enough; the others are added to the delivery afterwards.
 */
export function isDeliverable(
  categoryIds: readonly string[],
  announcements: readonly Pick<AnnouncementRecord, 'day' | 'complete' | 'archives'>[],
): boolean {
  if (categoryIds.length === 0) return false
  const archives = archivesOfReader(categoryIds)
  return announcements.some(({ day, complete, archives: known }) => {
    if (complete) return true
    const isKnown = (archive: string) => known[archive] !== undefined
    return isDayLate(day) ? archives.some(isKnown) : archives.length > 0 && archives.every(isKnown)
  })
}
