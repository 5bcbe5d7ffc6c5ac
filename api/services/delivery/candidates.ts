import type { Ledger } from '../../contract/dashboard.ts'
import { addDays, ARXIV_ZONE, dayIn } from '../../platform/clock.ts'
import { isMuted, type RankingPaper } from '../../ranking/rank.ts'
import type { LedgerBuckets } from '../../store/readers/deliveries.ts'
import type { InteractionRecord } from '../../store/readers/interactions.ts'
import type { PaperRecord } from '../../store/papers/papers.ts'
import type { UserRecord } from '../../store/readers/users.ts'

/** A cross-list of a paper that is older than this many days is an older paper, not a new one. */
const OLD_DAYS = 10

/** What the reader did before, by which papers are no news to them. */
export interface ReaderHistory {
  interactions: ReadonlyMap<string, InteractionRecord>
  savedIds: ReadonlySet<string>
}

const emptyPlaces = (): LedgerBuckets => ({
  seen_before: [],
  older_version: [],
  cross_list: [],
  muted: [],
  below_cut: [],
})

/**
 * Sorts the papers announced on `day` into those that may be shown and the places where the others go. Each paper goes
 * to one place only, so that the numbers of the ledger add up. `shownIds` are on this day's cards already.
 */
export function sortCandidates(
  papers: readonly PaperRecord[],
  { user, day, past, shownIds }: { user: UserRecord; day: string; past: ReaderHistory; shownIds: ReadonlySet<string> },
): { candidates: PaperRecord[]; places: LedgerBuckets } {
  const places = emptyPlaces()
  const candidates: PaperRecord[] = []
  for (const paper of papers) {
    const id = paper._id
    if (shownIds.has(id)) continue
    const place = bucketOf(paper, day)
    if (place !== null) places[place].push(id)
    else if (isKnown(id, day, past)) places.seen_before.push(id)
    else if (isMuted(toRankingPaper(paper), user.interests)) places.muted.push(id)
    else candidates.push(paper)
  }
  return { candidates, places }
}

/** Where a paper goes because of what the announcement says of it; null when it may be news. */
function bucketOf(paper: PaperRecord, day: string): 'older_version' | 'cross_list' | null {
  const announcement = paper.announcements.find(({ on }) => on === day)
  if (announcement === undefined) return 'cross_list'
  const { type, version } = announcement
  // A withdrawal is a version too: only those who saved the paper hear of it.
  if (type === 'replace' || type === 'replace-cross' || paper.withdrawn) return 'older_version'
  if (type === 'new') return null
  const old = addDays(day, -OLD_DAYS)
  const published = paper.published_at === null ? day : dayIn(ARXIV_ZONE, paper.published_at)
  const isOlder = (version ?? 1) > 1 || published < old || (paper.announced_on ?? day) < old
  return isOlder ? 'cross_list' : null
}

function isKnown(id: string, day: string, { interactions, savedIds }: ReaderHistory): boolean {
  const interaction = interactions.get(id)
  const shownOn = interaction?.first_shown_on ?? null
  return savedIds.has(id) || interaction?.dismissed === true || (shownOn !== null && shownOn !== day)
}

/** The numbers of a day: `announced` is by definition the sum of the others. */
export function countLedger(places: LedgerBuckets, shown: number): Ledger {
  const { seen_before, older_version, cross_list, muted, below_cut } = places
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

/** What the ranker reads of a stored paper. */
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
