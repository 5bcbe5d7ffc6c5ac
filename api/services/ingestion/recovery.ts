import { addDays } from '../../platform/clock.ts'
import type { DerivedDays, FeedSource } from '../../sources/source.ts'
import type { AnnouncementRecord } from '../../store/papers/announcements.ts'
import { findNumbered, type NumberedFields } from '../../store/papers/paperFacts.ts'
import { isArrival, type DerivedAnnouncements } from '../../store/papers/paperMerge.ts'
import { saveDerived } from '../../store/papers/paperWrites.ts'
import { archiveOf, archivesOf } from '../../text/taxonomy/taxonomy.ts'

/** A version is announced at most this many days after its submission, with weekends and holidays. */
const VERSION_DAYS_MAX = 7
const BATCH = 500

interface Recovered {
  /** The days to recover, oldest first. */
  days: readonly string[]
  /** By day: the archives that the library keeps on it. */
  kept: ReadonlyMap<string, readonly string[]>
  /** The archives that users follow. */
  archives: readonly string[]
  /** The announcements that are known already, of these days and of weeks before them, by day. */
  announcements: ReadonlyMap<string, AnnouncementRecord>
  /** Numbers of records that could not be read. */
  unread: readonly string[]
}

/**
 * Adds announcements of the days to recover to stored papers: of papers without a first announcement on the day that
 * follows from their number, and of new versions on the day that follows from their submission. Returns how many unread
 * records belong to each day. Safe to repeat.
 */
export async function recoverDays(source: FeedSource, recovered: Recovered): Promise<Map<string, number>> {
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
  const derived = source.announcements.deriveDays([...papers.map(toNumbered), ...unreadIds.map(toUnknown)])
  const view = createView(recovered)
  const changes = new Map<string, DerivedAnnouncements>()
  for (const paper of papers) {
    const known = derived.get(paper.source_id)
    const arrival = arrivalOf(paper, known, view)
    // Also of days that were read: a version that the feed of another day lists later moves to that day.
    const replaced = (known?.replaced ?? []).filter(({ on }) => view.keptOn(paper, on).length > 0)
    if (arrival !== null || replaced.length > 0) changes.set(paper._id, { arrival, replaced })
  }
  const entries = [...changes]
  for (let start = 0; start < entries.length; start += BATCH)
    await saveDerived(new Map(entries.slice(start, start + BATCH)))
  return countBy(unreadIds.flatMap((id) => derived.get(id)?.arrived_on ?? []))
}

type View = ReturnType<typeof createView>

/** What is known of the archives on each day. */
function createView({ kept, announcements, archives }: Recovered) {
  const stateOn = (day: string, archive: string) => announcements.get(day)?.archives[archive]
  const isRead = (day: string, archive: string) => {
    const known = stateOn(day, archive)
    return known?.state === 'announced' && known.unaccounted === 0
  }
  const keptOn = (paper: NumberedFields, day: string) => {
    const own = archivesOf(paper.categories)
    return (kept.get(day) ?? []).filter((archive) => own.includes(archive))
  }
  return {
    /** The archives of the paper that the library keeps on a day to recover. */
    keptOn,
    isFollowed: (archive: string) => archives.includes(archive),
    /** Whether the announcement of a day to recover was not read, or not completely, in an archive of the paper. */
    isUnread: (paper: NumberedFields, day: string) => keptOn(paper, day).some((archive) => !isRead(day, archive)),
    /** Whether the day is known in every archive of the paper that users follow. */
    isKnown(paper: NumberedFields, day: string): boolean {
      const own = archivesOf(paper.categories)
      return archives.every((archive) => !own.includes(archive) || stateOn(day, archive) !== undefined)
    },
  }
}

/** The first announcement of a paper that has none; null when it belongs to no day to recover. */
function arrivalOf(
  paper: NumberedFields,
  derived: DerivedDays | undefined,
  view: View,
): DerivedAnnouncements['arrival'] {
  const arrivedOn = derived?.arrived_on ?? null
  if (derived === undefined || arrivedOn === null || paper.announcements.some(isArrival)) return null
  const primary = archiveOf(paper.primary_category ?? '')
  if (view.isFollowed(primary))
    return view.keptOn(paper, arrivedOn).includes(primary) ? { on: arrivedOn, type: 'new' } : null
  const crossed = paper.announcements.filter(({ type }) => type === 'cross')
  if (crossed.some(({ on }) => on !== arrivedOn)) return null

  // Listed on its first day, or unchanged since: it had its categories on that day, also when a feed lacked it.
  const changedOn = derived.changed_on
  if (crossed.length > 0 || changedOn === arrivedOn)
    return view.keptOn(paper, arrivedOn).length > 0 ? { on: arrivedOn, type: 'cross' } : null

  // Its archives were read on its first day without it: it was cross-listed when it changed last. On a day that was not
  // read it may have arrived: OAI-PMH does not tell a cross-list from any other change of the metadata.
  if (changedOn !== null && view.isKnown(paper, arrivedOn) && view.isUnread(paper, changedOn)) {
    const kept = view.keptOn(paper, changedOn)
    const added = paper.categories.filter((code) => kept.includes(archiveOf(code)))
    return { on: changedOn, type: 'cross', added }
  }
  return view.isUnread(paper, arrivedOn) ? { on: arrivedOn, type: 'cross' } : null
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
