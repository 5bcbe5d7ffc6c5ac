import { addDays, now } from '../../platform/clock.ts'
import type { FeedAnnouncements } from '../../sources/source.ts'
import { findNumberNeighbours } from '../../store/papers/paperLookup.ts'
import type { PaperRecord } from '../../store/papers/papers.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { archivesOf, canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import { listDays } from '../days/dayStates.ts'
import { archivesOfReader } from '../days/deliverable.ts'
import { isFollowed, type FateDetails, type WhereaboutsContext } from './announcedFate.ts'

/** The first and last day on which a paper can have been announced. */
interface DayRange {
  from: string
  until: string
}

/**
 * The fate of a paper without a known announcement, whether stored or not. One of another source than arXiv never
 * has any. arXiv gives numbers in the order of its announcements, so the papers with the nearest numbers limit its day.
 * `day` is set only when one day is left.
 */
export async function locateByNumber(
  { product, user, followed }: WhereaboutsContext,
  id: string,
  paper: PaperRecord | null,
): Promise<FateDetails> {
  const own = paper === null ? undefined : product.sources.get(paper.source)
  if (own !== undefined && own.announcements?.kind !== 'feeds') return { fate: 'never_announced' }
  const source = product.sources.findFeeds('arxiv')
  const month = /^arxiv:(?:[a-z-]+\/)?(\d{2})(\d{2})/.exec(id)
  if (month === null || source === undefined) return { fate: paper === null ? 'not_in_library' : 'not_announced_yet' }
  const waiting = paper?.published_at ? describeWaiting(source.announcements, paper.published_at) : null
  if (waiting !== null) return waiting

  const [{ below, above }, { kept_since }] = await Promise.all([findNumberNeighbours(id), findSourceState(source.id)])
  const range = limitRange(daysOfMonth(month), { below, above })
  const day = range.from === range.until ? { day: range.from } : {}
  const keptSince = findKeptSince(kept_since, paper)
  if (keptSince !== null && range.until < keptSince) return { fate: 'before_library', ...day }

  const archives = paper === null ? readableArchives(user.category_ids) : archivesOf(paper.categories)
  const from = keptSince !== null && range.from < keptSince ? keptSince : range.from
  const days = await listDays(source, { from, until: range.until, archives })
  const missing = days.filter(({ state }) => state === 'missing')
  if (missing.length > 0) return { fate: 'day_missing', ...(missing.length === 1 && { day: missing[0]!.day }) }

  const isNewest = above === null && range.until >= source.announcements.expectedDay(now())
  if (isNewest)
    return { fate: 'not_announced_yet', expected_at: source.announcements.nextAnnouncementAt(now()).toISOString() }
  if (below === null && above !== null) return { fate: 'before_library', ...day }
  if (paper === null) return { fate: 'not_in_library' }
  return isFollowed(paper, followed)
    ? { fate: 'not_delivered_yet', ...day }
    : { fate: 'other_categories', ...day, categories: paper.categories }
}

/** The fate of a paper submitted too late for the announcements so far; null for other papers. */
function describeWaiting(calendar: FeedAnnouncements, submitted: Date): FateDetails | null {
  const earliest = calendar.batchDayOf(submitted)
  if (earliest <= calendar.expectedDay(now())) return null
  let at = calendar.nextAnnouncementAt(now())
  while (calendar.expectedDay(at) < earliest) at = calendar.nextAnnouncementAt(at)
  return { fate: 'not_announced_yet', day: calendar.expectedDay(at), expected_at: at.toISOString() }
}

/** The days on which numbers of a month (YYMM) are announced: the last ones on the first working days of the next. */
function daysOfMonth([, year = '', month = '']: RegExpExecArray): DayRange {
  const from = `${Number(year) > 90 ? 19 : 20}${year}-${month}-01`
  return { from, until: `${addDays(from, 31).slice(0, 7)}-06` }
}

/** Limits the range to the days between those of the neighbours. */
function limitRange({ from, until }: DayRange, { below, above }: { below: string | null; above: string | null }) {
  const first = below !== null && below > from ? below : from
  const last = above !== null && above < until ? above : until
  return first <= last ? { from: first, until: last } : { from: last, until: first }
}

/** The first day that the library keeps of an archive of the paper, or of any archive if that is unknown. */
function findKeptSince(keptSince: Record<string, string>, paper: PaperRecord | null): string | null {
  const ofPaper = paper === null ? [] : archivesOf(paper.categories).flatMap((archive) => keptSince[archive] ?? [])
  return (ofPaper.length > 0 ? ofPaper : Object.values(keptSince)).toSorted()[0] ?? null
}

/** The archives of the reader's categories; undefined, which means every archive, with a topic among them. */
const readableArchives = (categoryIds: readonly string[]): string[] | undefined =>
  categoryIds.some((id) => canonicalCategory(id) === null) ? undefined : archivesOfReader(categoryIds)
