import { model, Schema } from 'mongoose'
import { now } from '../../platform/clock.ts'
import type { KnownFeed } from '../../sources/feed/visitFeed.ts'

/** "ended": its server says that it is gone. "off": it could not be read for a week. Both are not visited any more. */
export type FeedState = 'active' | 'ended' | 'off'

/** The visits of a day (Eastern). */
interface VisitDay {
  tries: number
  /** Visits that succeeded, also those without news. */
  read: number
  news: number
}

/** What is stored of a feed that is followed. */
export interface FeedRecord {
  /** Code of its category. */
  _id: string
  /** Where it is: that of its category, or where it has moved to. */
  address: string
  title: string
  /** Of its journal, if it says so. */
  issn: string | null
  state: FeedState
  etag: string | null
  modified: string | null
  hash: string | null
  hints: KnownFeed['hints']
  next_visit_at: Date
  first_tried_at: Date
  /** When its items were first stored; null before. */
  first_read_at: Date | null
  last_success_at: Date | null
  /** When the whole of it was last received. */
  received_at: Date | null
  failing_since: Date | null
  /** Why the last visit failed. */
  failure: string | null
  failures: number
  news_streak: number
  quiet_streak: number
  /** By day, of the last days. */
  days: Record<string, VisitDay>
  /** Where its server says that it has moved to, and how many visits in a row it said so. */
  moved: { to: string; times: number } | null
  /** How many items it had at the last visit, and how many of them cannot be read. */
  items: number
  unread: number
  /** When all of its items were new: some may have come and gone between two visits. */
  gap_at: Date | null
}

const { Mixed } = Schema.Types
const schema = new Schema<FeedRecord>(
  {
    _id: { type: String, required: true },
    address: { type: String, required: true },
    title: { type: String, default: '' },
    issn: { type: String, default: null },
    state: { type: String, default: 'active' },
    etag: { type: String, default: null },
    modified: { type: String, default: null },
    hash: { type: String, default: null },
    hints: { type: Mixed as never, default: null },
    next_visit_at: { type: Date, required: true },
    first_tried_at: { type: Date, required: true },
    first_read_at: { type: Date, default: null },
    last_success_at: { type: Date, default: null },
    received_at: { type: Date, default: null },
    failing_since: { type: Date, default: null },
    failure: { type: String, default: null },
    failures: { type: Number, default: 0 },
    news_streak: { type: Number, default: 0 },
    quiet_streak: { type: Number, default: 0 },
    days: { type: Mixed as never, default: {} },
    moved: { type: Mixed as never, default: null },
    items: { type: Number, default: 0 },
    unread: { type: Number, default: 0 },
    gap_at: { type: Date, default: null },
  },
  { collection: 'feeds', strict: 'throw', autoIndex: false, versionKey: false, minimize: false },
)
const Feeds = model('Feed', schema)

/** The stored state of these feeds, by code. Those that were never visited have none. */
export async function findFeedRecords(codes: readonly string[]): Promise<Map<string, FeedRecord>> {
  const found = await Feeds.find({ _id: { $in: codes } }).lean<FeedRecord[]>()
  return new Map(found.map((feed) => [feed._id, feed]))
}

/** The state of a feed before its first visit, which is due. */
export const newFeedRecord = (code: string, address: string): FeedRecord => ({
  _id: code,
  address,
  title: '',
  issn: null,
  state: 'active',
  etag: null,
  modified: null,
  hash: null,
  hints: null,
  next_visit_at: now(),
  first_tried_at: now(),
  first_read_at: null,
  last_success_at: null,
  received_at: null,
  failing_since: null,
  failure: null,
  failures: 0,
  news_streak: 0,
  quiet_streak: 0,
  days: {},
  moved: null,
  items: 0,
  unread: 0,
  gap_at: null,
})

/** Stores the state of a feed after a visit. */
export async function saveFeedRecord({ _id, ...rest }: FeedRecord): Promise<void> {
  await Feeds.updateOne({ _id }, { $set: rest }, { upsert: true })
}

/**
 * Whether one of these feeds should have been visited on `day` (Eastern), which ended at `end`, and none was read on it.
 * Feeds that exclude days of the week need no visit on each.
 */
export async function wasUnread(codes: readonly string[], day: string, end: Date): Promise<boolean> {
  const feeds = await Feeds.find(
    { _id: { $in: codes }, state: 'active', first_tried_at: { $lt: end }, 'hints.skipDays.0': { $exists: false } },
    { days: 1 },
  ).lean<Pick<FeedRecord, 'days'>[]>()
  return feeds.length > 0 && feeds.every(({ days }) => (days[day]?.read ?? 0) === 0)
}
