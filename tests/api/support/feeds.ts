import { beforeEach } from 'bun:test'
import mongoose from 'mongoose'
import { ingest } from '#api/services/ingestion/ingestion.ts'
import { findFeedStates } from '#api/services/ingestion/feedStates.ts'
import { visitFeeds } from '#api/services/ingestion/feedVisits.ts'
import type { FeedOptions } from '#api/sources/feed/feed.ts'
import type { Source } from '#api/sources/source.ts'
import type { FeedItemRecord } from '#api/store/sources/feedItems.ts'
import type { FeedRecord } from '#api/store/sources/followedFeeds.ts'
import type { SimFeed } from '#tests/simulators/feeds.ts'
import { createJobContext } from './jobContext.ts'
import { makeFeed } from './madeFeed.ts'
import { simulateFeeds, usePipeline } from './pipeline.ts'
import { at, storedPapers } from './preprints.ts'
import { makeReader } from './readers.ts'

/** The pipeline with a simulated host of feeds, which has none before each test, and with `further` sources. */
export function useFeeds({
  changes = {},
  further = [],
  stop,
}: { changes?: Partial<FeedOptions>; further?: readonly Source[]; stop?: () => Promise<void> } = {}) {
  const { simulator, feeds: source } = simulateFeeds(changes)
  const pipeline = usePipeline({
    further: [source, ...further],
    stop: async () => void (await Promise.all([simulator.stop(), stop?.()])),
  })
  beforeEach(() => {
    simulator.feeds.clear()
    simulator.pages.clear()
    simulator.requests.length = 0
    simulator.validators.length = 0
  })

  /** Serves a feed at `path`. Returns the code of its category, which is there. */
  async function publish(path: string, feed: Partial<SimFeed> = {}): Promise<string> {
    simulator.feeds.set(path, { format: 'rss', title: 'Journal of Imaginary Vision', items: [], ...feed })
    return makeFeed(simulator.addressOf(path), feed.title)
  }

  return {
    ...pipeline,
    simulator,
    source,
    publish,
    /** The same, with a reader who follows it. */
    async follow(path: string, feed: Partial<SimFeed> = {}): Promise<string> {
      const code = await publish(path, feed)
      await makeReader(`reader of ${path}`, [code])
      return code
    },
    /** Visits the feeds that are due at an Eastern time of a day. */
    async visit(day: string, time = '10:00'): Promise<void> {
      at(day, time)
      await visitFeeds(pipeline.product, createJobContext())
    },
    /** Reads the newest day and those before it. */
    async readDay(day: string, time = '00:15'): Promise<void> {
      at(day, time)
      await ingest(pipeline.product, { source: 'feed' }, createJobContext())
    },
  }
}

export const storedItems = () =>
  mongoose.connection.collection<FeedItemRecord>('feed_items').find().sort({ seen_at: 1, _id: 1 }).toArray()

export async function storedFeed(code: string): Promise<FeedRecord> {
  const feed = await mongoose.connection.collection<FeedRecord>('feeds').findOne({ _id: code })
  if (feed === null) throw new Error('the feed was never visited')
  return feed
}

export const stateOf = async (code: string): Promise<string | undefined> => (await findFeedStates([code])).get(code)

/** The titles of the papers that were announced, with their days, in the order of the days. */
export async function announcedTitles(): Promise<string[]> {
  const papers = await storedPapers({ source: 'feed' })
  return papers
    .flatMap(({ title, announcements }) => announcements.map(({ on }) => `${on} ${title.replace(/^.*part /, '')}`))
    .toSorted()
}
