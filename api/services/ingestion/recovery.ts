import { addDays } from '../../platform/clock.ts'
import type { DerivedDays, Source } from '../../sources/source.ts'
import type { AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findNumbered, type NumberedFields } from '../../store/papers/paperFacts.ts'
import { isArrival, type DerivedAnnouncements } from '../../store/papers/paperMerge.ts'
import { saveDerived } from '../../store/papers/paperWrites.ts'
import { archiveOf } from '../../text/taxonomy/taxonomy.ts'

/** A version is announced at most this many days after its submission, with weekends and holidays. */
const VERSION_DAYS_MAX = 7
const BATCH = 500

interface Recovered {
  /** The days to recover, oldest first. */
  days: readonly string[]
  /** By day: the archives that the library keeps on it. */
  kept: ReadonlyMap<string, readonly string[]>
  /** The announcements of these days that are known already, by day. */
  announcements: ReadonlyMap<string, AnnouncementRecord>
  /** Numbers of records that could not be read. */
  unread: readonly string[]
}

/**
 * Adds announcements of the days to recover to stored papers: of papers without a first announcement on the day that
 * follows from their number, and of new versions on the day that follows from their submission. Returns how many unread
 * records belong to each day. Safe to repeat.
 */
export async function recoverDays(source: Source, recovered: Recovered): Promise<Map<string, number>> {
  const { days, unread } = recovered
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const papers = await findNumbered(source.id, {
    month: monthOf(addDays(first, -3)),
    monthAfter: monthOf(addDays(last, 35)),
    updatedSince: new Date(`${addDays(first, -VERSION_DAYS_MAX)}T00:00:00Z`),
  })
  const known = new Set(papers.map(({ source_id }) => source_id))
  const unreadIds = unread.filter((id) => !known.has(id))
  const derived = source.deriveDays([...papers.map(toNumbered), ...unreadIds.map(toUnknown)])
  const changes = new Map<string, DerivedAnnouncements>()
  for (const paper of papers) {
    const announcements = announcementsOf(paper, derived.get(paper.source_id), recovered)
    if (announcements.arrival || announcements.replaced.length > 0) changes.set(paper._id, announcements)
  }
  const entries = [...changes]
  for (let start = 0; start < entries.length; start += BATCH)
    await saveDerived(new Map(entries.slice(start, start + BATCH)))
  return countBy(unreadIds.flatMap((id) => derived.get(id)?.arrived_on ?? []))
}

function announcementsOf(
  paper: NumberedFields,
  derived: DerivedDays | undefined,
  recovered: Recovered,
): DerivedAnnouncements {
  const own = new Set(paper.categories.map(archiveOf))
  /** The archives of the paper whose announcement of `day` was not read. */
  const unreadIn = (day: string) => {
    const known = recovered.announcements.get(day)
    return archivesOn(day).filter((archive) => known?.archives[archive]?.state !== 'announced')
  }
  const archivesOn = (day: string) => (recovered.kept.get(day) ?? []).filter((archive) => own.has(archive))
  const replaced = derived?.replaced.filter(({ on }) => unreadIn(on).length > 0) ?? []
  const arrivedOn = derived?.arrived_on ?? null
  if (derived === undefined || arrivedOn === null || paper.announcements.some(isArrival))
    return { arrival: null, replaced }

  const isCrossKnown = paper.announcements.some(({ type }) => type === 'cross')
  const isPrimaryKept = archivesOn(arrivedOn).includes(archiveOf(paper.primary_category ?? ''))
  const changedOn = derived.changed_on
  const isExplained = changedOn === arrivedOn || derived.replaced.some(({ on }) => on === changedOn)
  // The feeds of its day did not contain it, or it changed later without a new version: it was cross-listed then.
  const wasCrossed = !isPrimaryKept && (!isExplained || unreadIn(arrivedOn).length === 0)
  if (wasCrossed && changedOn !== null && unreadIn(changedOn).length > 0) {
    const added = paper.categories.filter((code) => archivesOn(changedOn).includes(archiveOf(code)))
    return { arrival: { on: changedOn, type: 'cross', added }, replaced }
  }
  const isOfDay = isPrimaryKept || (!isCrossKnown && unreadIn(arrivedOn).length > 0)
  return { arrival: isOfDay ? { on: arrivedOn, type: isPrimaryKept ? 'new' : 'cross' } : null, replaced }
}

const toNumbered = ({ announcements, ...paper }: NumberedFields) => ({
  ...paper,
  announced_on: announcements.find(({ type, derived }) => type === 'new' && !derived)?.on ?? null,
})

const toUnknown = (source_id: string) => ({
  source_id,
  announced_on: null,
  published_at: null,
  public_by: null,
  versions: [],
})

/** The first four digits of arXiv's numbers on `day`. */
const monthOf = (day: string) => day.slice(2, 4) + day.slice(5, 7)

function countBy(days: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const day of days) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}
