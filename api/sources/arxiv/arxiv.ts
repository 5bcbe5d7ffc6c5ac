import { parseArxivId } from '../../text/arxivId.ts'
import { gapOfHost, noSettings, type ClientOptions } from '../clientOptions.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from '../fetcher.ts'
import { createTest, withParameters } from '../probes.ts'
import type { FeedAnnouncements, Source } from '../source.ts'
import type { TextLookUp } from '../versions.ts'
import { batchDayOf, closureReason, expectedDay, nextAnnouncementAt } from './calendar.ts'
import { readFeeds } from './announcementFeeds.ts'
import { deriveDays } from './numbering.ts'
import { EARLIEST, readChanges } from './oai.ts'
import { createTextReader } from './paperTexts.ts'
import { findByWords, readByIds, readVersion, searchPapers } from './queryApi.ts'

export interface ArxivOptions extends ClientOptions {
  rssUrl: string
  oaiUrl: string
  apiUrl: string
  /** Where the HTML of its papers is. */
  htmlUrl: string
  /** arXiv asks clients to identify themselves with a name and a contact address. */
  contactEmail: string
}

type Interface = 'rss' | 'oai' | 'api'

const hosts = ['arxiv.org', 'www.arxiv.org', 'export.arxiv.org', 'rss.arxiv.org', 'oaipmh.arxiv.org']
/** arXiv asks for at most one request every three seconds. */
const GAP_MIN_MS = 3_000
/** Matches an arXiv id in a raw record: "oai:arXiv.org:2609.90001v1", "…/abs/math/0309136". */
const ID_IN_TEXT = /(?:arxiv\.org[:/](?:abs\/)?|arxiv:|<id>)\s*([a-z-]+(?:\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})/i

export type ArxivSource = Source &
  Required<Pick<Source, 'search' | 'papers'>> & { announcements: FeedAnnouncements; lookUp: TextLookUp }

/** arXiv: feeds for the exact batch of a day, OAI-PMH for missed days, the query API for exact times and searches. */
export function createArxivSource({
  rssUrl,
  oaiUrl,
  apiUrl,
  htmlUrl,
  gapMs,
  contactEmail,
  readSettings = noSettings,
  ...options
}: ArxivOptions): ArxivSource {
  const addresses: Record<Interface, string> = { rss: rssUrl, oai: oaiUrl, api: apiUrl }
  const requests: FetcherOptions = {
    ...options,
    name: 'arXiv',
    // One request at a time over all interfaces together.
    slotKey: 'arxiv',
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: async ({ href }) => Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href])),
    origins: [
      ...hosts.map((host) => `https://${host}`),
      ...[rssUrl, oaiUrl, apiUrl, htmlUrl].map((url) => new URL(url).origin),
    ],
  }
  const fetcher = createFetcher(requests)

  /** The fetcher for one interface. The readers write default addresses, which become those that are set now. */
  const fetcherOf = (name: Interface): Fetcher => {
    const move = async (address: URL) => {
      const base = (await readSettings()).addresses[name]
      return base === undefined ? address : moveTo(base, name, address)
    }
    return {
      get: async (address, get) => fetcher.get(await move(address), get),
      getIfChanged: async (address, get) => fetcher.getIfChanged(await move(address), get),
    }
  }
  const feeds = fetcherOf('rss')
  const oai = fetcherOf('oai')
  const api = fetcherOf('api')

  return {
    id: 'arxiv',
    name: 'arXiv',
    defaults: { gapMs, addresses },
    shortestGap,
    test: createTest(requests, {
      rss: {
        request: (address) => moveTo(address, 'rss', new URL('https://rss.arxiv.org/rss/gr-qc')),
        expected: /<rss\b/,
      },
      oai: { request: withParameters({ verb: 'Identify' }), expected: /<Identify\b/ },
      api: { request: withParameters({ id_list: '0704.0001' }), expected: /<feed\b/ },
    }),
    announcements: {
      kind: 'feeds',
      earliestDay: EARLIEST,
      readCurrent: (reading) => readFeeds({ ...reading, fetcher: feeds, rssUrl }),
      readChanges: (reading) => readChanges({ ...reading, fetcher: oai, oaiUrl }),
      deriveDays,
      expectedDay,
      nextAnnouncementAt,
      batchDayOf,
      closureReason,
    },
    lookUp: {
      prefix: 'arxiv:',
      idIn: (raw) => parseArxivId(ID_IN_TEXT.exec(raw)?.[1] ?? '')?.id ?? null,
      readByIds: (ids, reading) => readByIds(ids, { ...reading, fetcher: api, apiUrl }),
      readVersion: (id, version, reading) => readVersion(id, version, { ...reading, fetcher: api, apiUrl }),
      ...createTextReader(requests, htmlUrl),
    },
    search: (query, reading) => searchPapers(query, { ...reading, fetcher: api, apiUrl }),
    papers: { search: (words, reading) => findByWords(words, { ...reading, fetcher: api, apiUrl }) },
  }
}

const shortestGap = (addresses: Iterable<string>): number => gapOfHost(addresses, /(^|\.)arxiv\.org$/, GAP_MIN_MS)

/** The same request at another base address: feeds have their name in the path, the other interfaces only a query. */
function moveTo(base: string, name: Interface, { pathname, search }: URL): URL {
  const feed = `${base.replace(/\/+$/, '').replace(/\/rss$/, '')}/rss/${pathname.split('/').at(-1)}`
  const moved = new URL(name === 'rss' ? feed : base)
  moved.search = search
  return moved
}
