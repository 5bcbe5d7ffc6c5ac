import { ARXIV_ZONE, DAY_MS, dayIn, now } from '../../platform/clock.ts'
import type { FeedVisit } from '../../sources/feed/visitFeed.ts'
import { findFeedRecords, type FeedRecord } from '../../store/sources/followedFeeds.ts'
import type { StoredItems } from './feedItems.ts'

type Failed = FeedVisit & { outcome: 'failed' }
type Succeeded = Exclude<FeedVisit, Failed>

const WEEK_MS = 7 * DAY_MS
/** After so many visits in a row that say so, a feed is asked at its new address. */
const MOVED_VISITS = 3
const DAYS_KEPT = 10
/** For how long the state of a feed says that items may have been missed. */
const GAP_SAID_MS = 3 * DAY_MS
/** Failures that turn a feed off when they last for a week. */
const FINAL: ReadonlySet<string> = new Set(['missing', 'refused', 'blocked'])

const REASONS: Readonly<Record<Failed['failure'], string>> = {
  'no-answer': 'no answer came',
  'unknown-name': 'there is no host of its name',
  'not-a-feed': 'what is at its address is no feed',
  'too-large': 'it is too large',
  blocked: 'this publisher does not let programs read its feed; follow the journal by ISSN instead',
  refused: 'its server wants a sign-in',
  missing: 'there is nothing at its address',
  gone: 'its server says that it has ended',
  busy: 'its server is too busy to answer',
}

/** The state of a feed after a visit that failed. */
export function afterFailure(feed: FeedRecord, { failure, nextAt }: Failed): FeedRecord {
  const at = now()
  const since = feed.failing_since ?? at
  const isOver = FINAL.has(failure) && at.getTime() - since.getTime() >= WEEK_MS
  const state = failure === 'gone' || (isOver && failure === 'missing') ? 'ended' : isOver ? 'off' : feed.state
  return {
    ...feed,
    ...counted(feed, { tries: 1, read: 0, news: 0 }),
    state,
    next_visit_at: nextAt,
    failing_since: since,
    failure,
    failures: feed.failures + 1,
  }
}

/** The state of a feed after it was read, or had not changed. */
export function afterSuccess(feed: FeedRecord, visit: Succeeded, { fresh, news, known }: StoredItems): FeedRecord {
  const at = now()
  const times = visit.movedTo === null ? 0 : feed.moved?.to === visit.movedTo ? feed.moved.times + 1 : 1
  const hasMoved = visit.movedTo !== null && times >= MOVED_VISITS
  const after: FeedRecord = {
    ...feed,
    ...counted(feed, { tries: 1, read: 1, news }),
    next_visit_at: visit.nextAt,
    last_success_at: at,
    failing_since: null,
    failure: null,
    failures: 0,
    news_streak: news > 0 ? feed.news_streak + 1 : 0,
    quiet_streak: news > 0 ? 0 : feed.quiet_streak + 1,
    moved: visit.movedTo === null || hasMoved ? null : { to: visit.movedTo, times },
    ...(hasMoved && visit.movedTo !== null && { address: visit.movedTo }),
  }
  if (visit.outcome === 'unchanged') return after
  const { title, issn, hints, rejected } = visit.feed
  // Between two visits a feed may have had more items than it shows.
  const hasGap = feed.first_read_at !== null && feed.items > 0 && fresh > 0 && known === 0
  return {
    ...after,
    title: title || feed.title,
    issn: issn ?? feed.issn,
    hints,
    etag: visit.etag,
    modified: visit.modified,
    hash: visit.hash,
    received_at: at,
    first_read_at: feed.first_read_at ?? at,
    items: fresh + known || feed.items,
    unread: rejected.length,
    ...(hasGap && { gap_at: at }),
  }
}

type Counts = FeedRecord['days'][string]

function counted({ days }: FeedRecord, { tries, read, news }: Counts): Pick<FeedRecord, 'days'> {
  const day = dayIn(ARXIV_ZONE, now())
  const before = days[day] ?? { tries: 0, read: 0, news: 0 }
  const all = { ...days, [day]: { tries: before.tries + tries, read: before.read + read, news: before.news + news } }
  const kept = Object.entries(all).toSorted(([one], [other]) => (one < other ? 1 : -1))
  return { days: Object.fromEntries(kept.slice(0, DAYS_KEPT)) }
}

/** What a reader must know about these feeds, in a sentence, by their codes. Feeds that are well have none. */
export async function findFeedStates(codes: readonly string[]): Promise<Map<string, string>> {
  const states = [...(await findFeedRecords(codes))].map(([code, feed]): [string, string] => [code, describe(feed)])
  return new Map(states.filter(([, text]) => text !== ''))
}

function describe(feed: FeedRecord): string {
  const { state, failure, failing_since, gap_at, unread, issn } = feed
  const reason = failure !== null && failure in REASONS ? REASONS[failure as Failed['failure']] : 'no answer came'
  const journal = failure === 'blocked' && issn !== null ? ` (${issn})` : ''
  const since = failing_since === null ? '' : ` since ${minuteOf(failing_since)}`
  if (state === 'ended') return `The feed has ended${since}: ${reason}.`
  if (state === 'off')
    return `The feed is not read any more, because it could not be read for a week: ${reason}${journal}.`
  if (failing_since !== null) return `The feed could not be read${since}: ${reason}${journal}.`
  if (gap_at !== null && now().getTime() - gap_at.getTime() < GAP_SAID_MS)
    return `Some items may have been missed before ${minuteOf(gap_at)}: all that the feed had was new.`
  return unread > 0 ? `${unread === 1 ? '1 item' : `${unread} items`} of the feed cannot be read.` : ''
}

const minuteOf = (instant: Date) => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`
