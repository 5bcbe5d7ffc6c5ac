import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import type { RateLimit, Source } from '../source.ts'
import { announcementDayOf, closureReason, expectedDay, nextAnnouncementAt } from './calendar.ts'
import { readFeeds } from './feeds.ts'
import { deriveDays } from './numbering.ts'
import { readChanges } from './oai.ts'
import { readByIds, searchPapers } from './queryApi.ts'

export interface ArxivOptions extends Pick<
  FetcherOptions,
  'retries' | 'limits' | 'onBreaker' | 'onRequestFailed' | 'onRequestSucceeded'
> {
  rssUrl: string
  oaiUrl: string
  apiUrl: string
  gapMs: number
  rateLimit: RateLimit
  /** arXiv asks clients to identify themselves with a name and a contact address. */
  contactEmail: string
}

const hosts = ['arxiv.org', 'www.arxiv.org', 'export.arxiv.org', 'rss.arxiv.org', 'oaipmh.arxiv.org']

/** arXiv: feeds for the exact batch of a day, OAI-PMH for missed days, the query API for exact times and searches. */
export function createArxivSource({ rssUrl, oaiUrl, apiUrl, contactEmail, ...options }: ArxivOptions): Source {
  const fetcher = createFetcher({
    ...options,
    name: 'arXiv',
    // One request at a time over all three interfaces together.
    slotKey: 'arxiv',
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    origins: [...hosts.map((host) => `https://${host}`), ...[rssUrl, oaiUrl, apiUrl].map((url) => new URL(url).origin)],
  })
  return {
    id: 'arxiv',
    name: 'arXiv',
    readCurrent: (reading) => readFeeds({ ...reading, fetcher, rssUrl }),
    readChanges: (reading) => readChanges({ ...reading, fetcher, oaiUrl }),
    readByIds: (ids, reading) => readByIds(ids, { ...reading, fetcher, apiUrl }),
    search: (query, reading) => searchPapers(query, { ...reading, fetcher, apiUrl }),
    deriveDays,
    expectedDay,
    nextAnnouncementAt,
    announcementDayOf,
    closureReason,
  }
}
