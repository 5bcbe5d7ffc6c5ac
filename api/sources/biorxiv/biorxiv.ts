import { addDays, ARXIV_ZONE, dayIn, instantOf, isWeekend, now } from '../../platform/clock.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import type { RateLimit } from '../requestSlots.ts'
import type { DatedAnnouncements, Source } from '../source.ts'
import { readDays } from './postedDays.ts'
import type { Server } from './records.ts'

export interface BiorxivOptions extends Pick<
  FetcherOptions,
  'retries' | 'limits' | 'resolve' | 'onBreaker' | 'onRequestFailed' | 'onRequestSucceeded'
> {
  server: Server
  /** Address of the API, which is the same for both servers. */
  apiUrl: string
  gapMs: number
  rateLimit: RateLimit
  contactEmail: string
  /** The values that replace `gapMs` and the address. Read before each request, so that a change needs no restart. */
  readSettings?: () => Promise<{ gap_ms: number | null; addresses: Readonly<Record<string, string>> }>
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
  readSettings = async () => ({ gap_ms: null, addresses: {} }),
  ...options
}: BiorxivOptions): BiorxivSource {
  const name = NAMES[server]
  const earliestDay = addDays(FIRST_POSTED[server], 1)
  const fetcher = createFetcher({
    ...options,
    retries: { ...RETRIES, ...options.retries },
    name,
    slotKey: SLOT,
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: async ({ href }) => Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href])),
    origins: ['https://api.biorxiv.org', new URL(apiUrl).origin],
  })
  const readBase = async () => (await readSettings()).addresses['api'] ?? apiUrl

  return {
    id: server,
    name,
    slotKey: SLOT,
    defaults: { gapMs, addresses: { api: apiUrl } },
    shortestGap,
    announcements: {
      kind: 'dated',
      extent: 'all',
      overlapDays: OVERLAP_DAYS,
      lateDays: OVERLAP_DAYS,
      // Little is posted at a weekend.
      mayBeEmpty: (day) => isWeekend(addDays(day, -1)),
      earliestDay,
      expectedDay,
      nextAnnouncementAt: (at) => instantOf(addDays(expectedDay(at), 1), '00:00', ARXIV_ZONE),
      closureReason: () => null,
      readDays(reading) {
        const readable = { from: earliestDay, until: expectedDay(now()) }
        return readDays({ ...reading, readable, server, name, fetcher, readBase })
      },
    },
  }
}

/** The papers of an announcement day were posted on the day before it, which is over when it begins. */
const expectedDay = (at: Date): string => dayIn(ARXIV_ZONE, at)

const shortestGap = (addresses: Iterable<string>): number =>
  [...addresses].some((address) => /(^|\.)(?:bio|med)rxiv\.org$/.test(new URL(address).hostname)) ? GAP_MIN_MS : 0
