import { addDays, ARXIV_ZONE, DAY_MS, dayIn, now } from '../../platform/clock.ts'
import type { FeedItem } from '../../sources/feed/parseFeed.ts'
import { findKnownKeys, saveFeedItems, type FeedItemRecord } from '../../store/sources/feedItems.ts'
import type { FeedRecord } from '../../store/sources/followedFeeds.ts'

/** Of the items of a feed that is read for the first time, those of the last days are news. */
const FIRST_NEWS_DAYS = 3
/** An older item is no news: journals put old volumes into their feeds, too. */
const OLD_DAYS = 60

/** What a visit found. */
export interface StoredItems {
  /** Items that were not known. */
  fresh: number
  /** Those of them that are announced. */
  news: number
  /** Items that were known. */
  known: number
}

/** Stores the items of a feed that are not known, each once. Safe to repeat. */
export async function storeItems(feed: FeedRecord, items: readonly FeedItem[]): Promise<StoredItems> {
  const known = await findKnownKeys(
    feed._id,
    items.flatMap(({ keys }) => keys),
  )
  const fresh = items.filter(({ keys }) => {
    const isKnown = keys.some((key) => known.has(key))
    // The same article twice in one answer is one.
    for (const key of keys) known.add(key)
    return !isKnown
  })
  const records = fresh.map((item) => toStored(feed, item, now()))
  await saveFeedItems(records)
  const news = records.filter(({ is_news }) => is_news).length
  return { fresh: fresh.length, news, known: items.length - fresh.length }
}

function toStored(feed: FeedRecord, { keys, record }: FeedItem, at: Date): FeedItemRecord {
  const { published_at, kind } = record
  // A date that is still to come says nothing.
  const isDated = published_at !== null && published_at <= new Date(at.getTime() + DAY_MS)
  const age = isDated ? (at.getTime() - published_at.getTime()) / DAY_MS : null
  const isNews = feed.first_read_at === null ? age !== null && age <= FIRST_NEWS_DAYS : age === null || age <= OLD_DAYS
  const hash = new Bun.CryptoHasher('sha256').update(`${feed._id} ${keys[0]}`).digest('hex')
  const _id = `url:${hash.slice(0, 24)}`
  const { published_precision: precision, ...rest } = record
  return {
    _id,
    feed: feed._id,
    keys,
    seen_at: at,
    day: addDays(dayIn(ARXIV_ZONE, at), 1),
    is_news: isNews && kind !== 'other',
    record: {
      ...rest,
      id: _id,
      published_at: isDated ? published_at : null,
      ...(isDated && precision && { published_precision: precision }),
      categories: [feed._id],
      primary_category: feed._id,
    },
  }
}
