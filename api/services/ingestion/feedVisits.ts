import { addDays, ARXIV_ZONE, DAY_MS, instantOf, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { FeedStore } from '../../sources/feed/feed.ts'
import type { FeedVisit, VisitingSource } from '../../sources/feed/visitFeed.ts'
import { findFeedAddresses } from '../../store/papers/categories.ts'
import { saveQuarantine } from '../../store/papers/quarantine.ts'
import { findFeedItems, forgetFeedRecords } from '../../store/sources/feedItems.ts'
import {
  findFeedRecords,
  newFeedRecord,
  saveFeedRecord,
  wasUnread,
  type FeedRecord,
} from '../../store/sources/followedFeeds.ts'
import { findSourceState } from '../../store/sources/sources.ts'
import { findFollowedOf } from '../days/followedCategories.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'
import { storeItems } from './feedItems.ts'
import { afterFailure, afterSuccess } from './feedStates.ts'

const SOURCE = 'feed'
/** How long the record of an item is kept after its first sight: longer than a day can be delivered late. */
const KEPT_MS = 30 * DAY_MS
/** Feeds that are visited at the same time. Each host gets one request at a time. */
const AT_ONCE = 6

type Visiting = Pick<Product, 'sources'>

/** What the source of feeds reads of its days. */
export const feedStore: FeedStore = {
  async readItems({ feeds, ...range }) {
    const items = await findFeedItems(feeds, range)
    return items.map(({ record, day, is_news }) => ({
      ...record,
      announced_on: is_news ? day : null,
      announce_type: is_news ? ('new' as const) : null,
    }))
  },
  wasUnread: (feeds, day) => wasUnread(feeds, day, instantOf(addDays(day, 1), '00:00', ARXIV_ZONE)),
}

/** Queues the visits of feeds when one is due. */
export async function requestFeedVisits({ sources }: Visiting): Promise<void> {
  if (sources.findVisiting() === undefined || !(await findSourceState(SOURCE)).enabled) return
  if ((await findDue()).length > 0)
    await requestJob({ kind: 'visit-feeds', input: {}, dedupe_key: 'visit-feeds', requested_by: 'schedule' })
}

/** The followed feeds whose visit is due, as they are stored. Feeds that no reader follows are not visited. */
async function findDue(): Promise<FeedRecord[]> {
  const followed = await findFollowedOf(SOURCE)
  const [addresses, records] = await Promise.all([findFeedAddresses(followed), findFeedRecords(followed)])
  const feeds = [...addresses].map(([code, address]) => records.get(code) ?? newFeedRecord(code, address))
  return feeds.filter(({ state, next_visit_at }) => state === 'active' && next_visit_at <= now())
}

/**
 * Visits the followed feeds that are due and stores each new item once. A feed that cannot be read concerns itself alone.
 * Safe to repeat: an item is stored before what would keep its feed from being read again.
 */
export async function visitFeeds({ sources }: Visiting, run: JobContext): Promise<void> {
  const source = sources.findVisiting()
  if (source === undefined) throw new AppError('not-found', 'No source of this library reads feeds.')
  await forgetFeedRecords(new Date(now().getTime() - KEPT_MS))
  const due = await findDue()
  const total = due.length
  for (const name of ['visited', 'new', 'failed']) run.count(name, 0)
  const visitNext = async (): Promise<void> => {
    for (let feed = due.shift(); feed !== undefined; feed = due.shift()) {
      run.signal.throwIfAborted()
      await visitOne(source, feed, run)
      await run.progress({ done: total - due.length, total, unit: 'feeds', step: 'visiting feeds' })
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      visitNext().catch((error: unknown) => {
        // The others end after the feed that they are visiting: no request is made for a job that has ended.
        due.length = 0
        throw error
      }),
    ),
  )
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

async function visitOne(source: VisitingSource, feed: FeedRecord, run: JobContext): Promise<void> {
  const visit = await source.visit(feed.address, { known: toKnown(feed), signal: run.signal })
  run.count('visited', 1)
  const host = new URL(feed.address).hostname
  if (visit.outcome === 'failed') {
    run.count('failed', 1)
    run.problem(`a feed could not be read: ${visit.failure}`, host)
    run.log.warn({ feed: feed._id, host, failure: visit.failure }, 'a feed could not be read')
    return saveFeedRecord(afterFailure(feed, visit))
  }
  const stored = visit.outcome === 'read' ? await storeVisit(feed, visit, run) : { fresh: 0, news: 0, known: 0 }
  await saveFeedRecord(afterSuccess(feed, visit, stored))
}

async function storeVisit(feed: FeedRecord, { feed: read }: FeedVisit & { outcome: 'read' }, run: JobContext) {
  await saveQuarantine(SOURCE, read.rejected)
  for (const { reason } of read.rejected) run.problem(reason, new URL(feed.address).hostname)
  const stored = await storeItems(feed, read.items)
  run.count('new', stored.fresh)
  return stored
}

const toKnown = (feed: FeedRecord) => ({
  etag: feed.etag,
  modified: feed.modified,
  hash: feed.hash,
  hints: feed.hints,
  receivedAt: feed.received_at,
  history: { newsStreak: feed.news_streak, quietStreak: feed.quiet_streak, failures: feed.failures },
})
