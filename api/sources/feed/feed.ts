import { addDays, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { dailyCalendar } from '../dailyCalendar.ts'
import type { DatedAnnouncements, SourcePage, SourceRecord, SourceWith } from '../source.ts'
import { createFeedClient, type FeedClientOptions } from './feedClient.ts'
import { findFeeds } from './findFeeds.ts'
import { findReference } from './findReference.ts'
import { visitFeed, type VisitingSource } from './visitFeed.ts'

/** What earlier visits stored. Injected, since it is stored in the database. */
export interface FeedStore {
  /** The items of these feeds whose announcement day is from `from` to `until`; without a day those that are no news. */
  readItems(range: { feeds: readonly string[]; from: string; until: string }): Promise<SourceRecord[]>
  /** Whether feeds should have been visited on `day` (Eastern), and no visit of any of them succeeded. */
  wasUnread(feeds: readonly string[], day: string): Promise<boolean>
}

export interface FeedOptions extends FeedClientOptions {
  store: FeedStore
  guessGapMs?: number
}

export type FeedsSource = VisitingSource &
  SourceWith<'feeds' | 'pages'> & { readonly announcements: DatedAnnouncements }

const ID = 'feed'
const NAME = 'Feeds'
/** The first version of RSS is of 1999. No feed has a past: its days begin when it is followed. */
const EARLIEST_DAY = '1999-03-16'
const OVERLAP_DAYS = 3
const GUESS_GAP_MS = 1_000
/** A failed reading of a day makes no request, and an earlier one cannot be read better. */
const REST_MS = 3_600_000

/**
 * The feeds of journals and blogs that readers follow. They are visited many times a day, and an item is announced on the
 * Eastern day after its first sight: so a day is complete when it begins. Pages of papers that
 * readers name are asked for by the same rules.
 */
export function createFeedSource({ store, guessGapMs = GUESS_GAP_MS, ...options }: FeedOptions): FeedsSource {
  const client = createFeedClient(options)
  return {
    id: ID,
    name: NAME,
    defaults: { gapMs: options.gapMs, addresses: {} },
    shortestGap: () => 0,
    feeds: {
      find: (address, { signal }) => findFeeds(address, { client, signal, guessGapMs }),
    },
    pages: {
      findReference: (address, { signal }) => findReference(address, { client, signal }),
    },
    visit: (address, visiting) => visitFeed(client, address, visiting),
    announcements: {
      kind: 'dated',
      extent: 'followed',
      overlapDays: OVERLAP_DAYS,
      lateDays: OVERLAP_DAYS,
      mayBeEmpty: () => true,
      earliestDay: EARLIEST_DAY,
      ...dailyCalendar,
      restMs: REST_MS,
      async *readDays({ categories, from, until, after }): AsyncIterable<SourcePage> {
        const expected = dailyCalendar.expectedDay(now())
        const last = until > expected ? expected : until
        const cursor = `${from} ${last}`
        if (from > last || after === cursor) return
        if (await store.wasUnread(categories, addDays(last, -1)))
          throw new AppError('source-unavailable', `No feed could be read on ${addDays(last, -1)}.`)
        const records = await store.readItems({ feeds: categories, from, until: last })
        const step = `items of ${categories.length === 1 ? '1 feed' : `${categories.length} feeds`}`
        yield { records, rejected: [], cursor, done: records.length, total: records.length, step }
      },
    },
  }
}
