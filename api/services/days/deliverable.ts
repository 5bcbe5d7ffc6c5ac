import { LEDGER_DAYS } from '../../contract/limits.ts'
import { addDays, dayIn, isWeekend, now } from '../../platform/clock.ts'
import type { AnnouncingSource } from '../../sources/source.ts'
import { totalOf, type AnnouncementRecord } from '../../store/papers/announcements.ts'
import { archivesOf, canonicalCategories, hasWeekends, includesTopic, sourceOf } from '../../text/taxonomy/taxonomy.ts'
import type { Sources } from '../product.ts'
import { isDayLate } from './dayStates.ts'

export type DayAnnouncement = Pick<AnnouncementRecord, 'source' | 'day' | 'complete' | 'archives' | 'stored' | 'sample'>

/** The archives of a reader's categories. Topics have none. */
export const archivesOfReader = (categoryIds: readonly string[]): string[] =>
  archivesOf(canonicalCategories(categoryIds))

/** Of the sources with days those that a reader's categories belong to; the first one without any, and for topics alone. */
export function announcingFor(sources: Sources, categoryIds: readonly string[]): AnnouncingSource[] {
  const own = new Set(archivesOfReader(categoryIds).map(sourceOf))
  const all = sources.announcing()
  const found = all.filter(({ id }) => own.has(id))
  return found.length > 0 ? found : all.slice(0, 1)
}

/** The newest day that one of the sources can have announced by now; today without any. */
export const newestExpectedDay = (sources: readonly AnnouncingSource[]): string =>
  sources
    .map(({ announcements }) => announcements.expectedDay(now()))
    .toSorted()
    .at(-1) ?? dayIn('UTC', now())

/** The first day of the ledger: days before it are not reported as missing. */
export const firstReportedDay = (sources: readonly AnnouncingSource[]): string =>
  addDays(newestExpectedDay(sources), -LEDGER_DAYS)

/** Whether papers of a reader's categories can be announced on `day`: at the weekend only preprint servers have some. */
export const isAnnouncedOn = (day: string, categoryIds: readonly string[]): boolean =>
  !isWeekend(day) || archivesOfReader(categoryIds).some(hasWeekends)

/** The announcements by day, in the order of the list. */
export const groupByDay = <One extends Pick<AnnouncementRecord, 'day'>>(announcements: readonly One[]): One[][] => [
  ...Map.groupBy(announcements, ({ day }) => day).values(),
]

/**
 * Whether cards can be made from the announcements of one day for a reader of these categories: all their archives that
 * announce papers on this weekday are known. When the day is late, those that are known are enough; the others are added
 * to the delivery afterwards. A topic alone has the papers of any source.
 */
export function isDeliverable(categoryIds: readonly string[], announcements: readonly DayAnnouncement[]): boolean {
  const [first] = announcements
  if (first === undefined || categoryIds.length === 0) return false
  const { day } = first
  const isKnown = (archive: string) => announcements.some((one) => knows(one, archive))
  const due = archivesOfReader(categoryIds).filter(
    (archive) => !isWeekend(day) || hasWeekends(archive) || isKnown(archive),
  )
  if (due.length === 0) return includesTopic(categoryIds) && announcements.some(({ complete }) => complete)
  return isDayLate(day) ? due.some(isKnown) : due.every(isKnown)
}

/** Whether the announcement has papers in the reader's archives, as far as it is known by archive. */
export function hasPapersFor(categoryIds: readonly string[], announcement: DayAnnouncement): boolean {
  if (totalOf(announcement) === 0) return false
  const own = archivesOfReader(categoryIds)
  if (own.length === 0) return true
  return own.some((archive) => {
    const known = announcement.archives[archive]
    return known === undefined ? isOf(announcement, archive) : known.papers > 0
  })
}

/** Whether it says of `archive` what was announced: a complete one has no paper of an archive without an entry. */
const knows = (one: DayAnnouncement, archive: string): boolean =>
  one.archives[archive] !== undefined || (one.complete && isOf(one, archive))

/** The sample library has papers of all sources. */
const isOf = ({ source, sample }: DayAnnouncement, archive: string): boolean => sample || source === sourceOf(archive)
