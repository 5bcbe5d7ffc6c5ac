import { addDays, isWeekend, now } from '../../platform/clock.ts'
import { gapOfHost, noSettings, type ClientOptions } from '../clientOptions.ts'
import { dailyCalendar } from '../dailyCalendar.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import { createTest, withParameters } from '../probes.ts'
import type { DatedAnnouncements, Source } from '../source.ts'
import { readDays } from './postedDays.ts'
import type { Server } from './records.ts'

export interface BiorxivOptions extends ClientOptions {
  server: Server
  /** Address of the API, which is the same for both servers. */
  apiUrl: string
  contactEmail: string
}

export type BiorxivSource = Source & { readonly announcements: DatedAnnouncements }

const NAMES: Readonly<Record<Server, string>> = { biorxiv: 'bioRxiv', medrxiv: 'medRxiv' }
/** One host has both servers. */
const SLOT = 'biorxiv'
/** The servers opened in these months. */
const FIRST_POSTED: Readonly<Record<Server, string>> = { biorxiv: '2013-11-01', medrxiv: '2019-06-01' }
/** No rate is published: one request a second, of both servers together. */
const GAP_MIN_MS = 1_000
const OVERLAP_DAYS = 3
/** Answers with 5xx are frequent where lists are long, and pass within a minute. */
const RETRIES = { tries: 5, basePauseMs: 10_000, pauseMaxMs: 60_000 }

/**
 * bioRxiv or medRxiv: the versions of preprints that were posted on each day. Its days are calendar days in the time zone
 * of the servers, which is that of arXiv, and none of them is closed.
 */
export function createBiorxivSource({
  server,
  apiUrl,
  gapMs,
  contactEmail,
  readSettings = noSettings,
  ...options
}: BiorxivOptions): BiorxivSource {
  const name = NAMES[server]
  const earliestDay = addDays(FIRST_POSTED[server], 1)
  const requests: FetcherOptions = {
    ...options,
    retries: { ...RETRIES, ...options.retries },
    name,
    slotKey: SLOT,
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: async ({ href }) => Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href])),
    origins: ['https://api.biorxiv.org', new URL(apiUrl).origin],
  }
  const fetcher = createFetcher(requests)
  const readBase = async () => (await readSettings()).addresses['api'] ?? apiUrl

  return {
    id: server,
    name,
    slotKey: SLOT,
    defaults: { gapMs, addresses: { api: apiUrl } },
    shortestGap,
    test: createTest(requests, {
      api: {
        request: withParameters({}, `/details/${server}/${earliestDay}/${earliestDay}/0/json`),
        expected: /"messages"/,
      },
    }),
    announcements: {
      kind: 'dated',
      extent: 'all',
      overlapDays: OVERLAP_DAYS,
      lateDays: OVERLAP_DAYS,
      // Little is posted at a weekend.
      mayBeEmpty: (day) => isWeekend(addDays(day, -1)),
      earliestDay,
      ...dailyCalendar,
      readDays(reading) {
        const readable = { from: earliestDay, until: dailyCalendar.expectedDay(now()) }
        return readDays({ ...reading, readable, server, name, fetcher, readBase })
      },
    },
  }
}

const shortestGap = (addresses: Iterable<string>): number =>
  gapOfHost(addresses, /(^|\.)(?:bio|med)rxiv\.org$/, GAP_MIN_MS)
