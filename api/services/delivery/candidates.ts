import type { Ledger } from '../../contract/dashboard.ts'
import { addDays, ARXIV_ZONE, dayIn } from '../../platform/clock.ts'
import { findMute } from '../../ranking/interests.ts'
import type { RankingPaper } from '../../ranking/rank.ts'
import type { LedgerBuckets } from '../../store/readers/deliveries.ts'
import type { InteractionRecord } from '../../store/readers/interactions.ts'
import { isArrival, type Announcement } from '../../store/papers/paperMerge.ts'
import type { PaperRecord } from '../../store/papers/papers.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'

/** A cross-listed paper that is older than this many days is not shown as new. */
export const NEW_DAYS_MAX = 10

/** The reader's interactions and saved papers: which papers the reader has already seen. */
export interface ReaderHistory {
  interactions: ReadonlyMap<string, InteractionRecord>
  savedIds: ReadonlySet<string>
}

/** A day of a reader. */
interface DayOfReader {
  user: UserRecord
  day: string
  /** The categories and topics to deliver. */
  wanted: ReadonlySet<string>
  /** Papers with a lower id are too old to be new; null when that is not known. */
  firstNewId: string | null
  history: ReaderHistory
  shownIds: ReadonlySet<string>
}

const emptyBuckets = (): LedgerBuckets => ({
  seen_before: [],
  older_version: [],
  cross_list: [],
  muted: [],
  below_cut: [],
})

/**
 * Splits the papers announced on `day` into candidates for cards and ledger buckets for the others. Each paper is in
 * exactly one of them, so that the counts of the ledger add up. Skips `shownIds`, already on cards of the day, and papers
 * that were only cross-listed into categories that are not `wanted`.
 */
export function sortCandidates(
  papers: readonly PaperRecord[],
  { user, day, wanted, firstNewId, history, shownIds }: DayOfReader,
): { candidates: PaperRecord[]; buckets: LedgerBuckets } {
  const buckets = emptyBuckets()
  const candidates: PaperRecord[] = []
  for (const paper of papers) {
    const id = paper._id
    const announcement = findAnnouncementFor(paper, day, wanted)
    if (announcement === null || shownIds.has(id)) continue
    const bucket = bucketOf(paper, announcement, firstNewId)
    if (bucket !== null) buckets[bucket].push(id)
    else if (isSeenBefore(id, day, history)) buckets.seen_before.push(id)
    else if (findMute(toRankingPaper(paper), user.interests) !== null) buckets.muted.push(id)
    else candidates.push(paper)
  }
  return { candidates, buckets }
}

/** The announcement of the paper on `day` that concerns the wanted categories; the first one counts more than others. */
function findAnnouncementFor(paper: PaperRecord, day: string, wanted: ReadonlySet<string>): Announcement | null {
  const addedLater = new Set(paper.announcements.flatMap(({ on, added = [] }) => (on > day ? added : [])))
  const hadOnDay = paper.category_ids.some((id) => wanted.has(id) && !addedLater.has(id))
  const hasTopic = paper.category_ids.some((id) => wanted.has(id) && canonicalCategory(id) === null)
  const concerns = ({ on, added }: Announcement) =>
    on === day && (added === undefined ? hadOnDay : hasTopic || added.some((code) => wanted.has(code)))
  const own = paper.announcements.filter(concerns)
  return own.find(isArrival) ?? own.find(({ type }) => type === 'cross') ?? own[0] ?? null
}

/** The ledger bucket that follows from the type of the announcement; null when the paper may be shown as new. */
function bucketOf(
  paper: PaperRecord,
  announcement: Announcement,
  firstNewId: string | null,
): 'older_version' | 'cross_list' | null {
  const { on: day, type, version } = announcement
  if (type === 'replace' || type === 'replace-cross') return 'older_version'
  if (isArrival(announcement)) return null
  const old = addDays(day, -NEW_DAYS_MAX)
  // Numbers are given at the announcement. They are known before the time of submission is.
  const isOld =
    paper.published_at === null
      ? firstNewId !== null && paper._id < firstNewId
      : dayIn(ARXIV_ZONE, paper.published_at) < old
  return isOld || (version ?? 1) > 1 || (paper.announced_on ?? day) < old ? 'cross_list' : null
}

/** Whether the reader saved or dismissed the paper, or saw it on another day. */
function isSeenBefore(id: string, day: string, { interactions, savedIds }: ReaderHistory): boolean {
  const interaction = interactions.get(id)
  const shownOn = interaction?.first_shown_on ?? null
  return savedIds.has(id) || interaction?.dismissed === true || (shownOn !== null && shownOn !== day)
}

/** The counts of a day; `announced` is defined as the sum of the others. */
export function countLedger(buckets: LedgerBuckets, shown: number): Ledger {
  const { seen_before, older_version, cross_list, muted, below_cut } = buckets
  const counts = {
    shown,
    seen_before: seen_before.length,
    older_version: older_version.length,
    cross_list: cross_list.length,
    muted: muted.length,
    below_cut: below_cut.length,
  }
  return { announced: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

/** The fields of a stored paper that the ranking needs. */
export const toRankingPaper = (paper: PaperRecord): RankingPaper => ({
  id: paper._id,
  title: paper.title,
  abstract: paper.abstract,
  authors: paper.authors.map(({ name }) => name),
  categories: paper.categories,
  primary_category: paper.primary_category,
  announce_type: paper.announce_type,
  announced_on: paper.announced_on,
  published_at: paper.published_at,
})
