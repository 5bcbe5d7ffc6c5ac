import { addDays, ARXIV_ZONE, dayIn, instantOf, isWeekend, now } from '../../platform/clock.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import type { RateLimit } from '../requestSlots.ts'
import type { DatedAnnouncements, Source } from '../source.ts'
import { harvest } from './harvest.ts'

export interface EprintOptions extends Pick<
  FetcherOptions,
  'retries' | 'limits' | 'resolve' | 'onBreaker' | 'onRequestFailed' | 'onRequestSucceeded'
> {
  /** Address of the OAI-PMH service. */
  oaiUrl: string
  gapMs: number
  rateLimit: RateLimit
  contactEmail: string
  /** The values that replace `gapMs` and the address. Read before each request, so that a change needs no restart. */
  readSettings?: () => Promise<{ gap_ms: number | null; addresses: Readonly<Record<string, string>> }>
}

export type EprintSource = Source & { readonly announcements: DatedAnnouncements }

const ID = 'eprint'
const NAME = 'IACR ePrint'
/** The archive opened in this year. */
const EARLIEST_DAY = '1996-01-02'
/** The site is slow, and asks for no more than one harvest a day. */
const GAP_MIN_MS = 5_000
const OVERLAP_DAYS = 3
const REST_MS = 3_600_000
const RETRIES = { tries: 2, basePauseMs: 30_000, pauseMaxMs: 60_000 }

/** IACR Cryptology ePrint Archive: what was posted on each day, by its list of changes. Its days are days in UTC. */
export function createEprintSource({
  oaiUrl,
  gapMs,
  contactEmail,
  readSettings = async () => ({ gap_ms: null, addresses: {} }),
  ...options
}: EprintOptions): EprintSource {
  const fetcher = createFetcher({
    ...options,
    retries: { ...RETRIES, ...options.retries },
    name: NAME,
    slotKey: ID,
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: async ({ href }) => Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href])),
    origins: ['https://eprint.iacr.org', new URL(oaiUrl).origin],
  })
  const readBase = async () => (await readSettings()).addresses['oai'] ?? oaiUrl

  return {
    id: ID,
    name: NAME,
    defaults: { gapMs, addresses: { oai: oaiUrl } },
    shortestGap,
    announcements: {
      kind: 'dated',
      extent: 'all',
      overlapDays: OVERLAP_DAYS,
      lateDays: OVERLAP_DAYS,
      // Its editors rest at weekends.
      mayBeEmpty: (day) => isWeekend(addDays(day, -1)),
      earliestDay: EARLIEST_DAY,
      expectedDay,
      nextAnnouncementAt: (at) => instantOf(addDays(expectedDay(at), 1), '00:00', ARXIV_ZONE),
      closureReason: () => null,
      restMs: REST_MS,
      readDays({ from, until, ...reading }) {
        const newest = expectedDay(now())
        const range = { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, until: until > newest ? newest : until }
        return harvest({ ...reading, ...range, fetcher, readBase })
      },
    },
  }
}

/** The papers of an announcement day were posted on the day before it in UTC, which is over when it begins in Eastern time. */
const expectedDay = (at: Date): string => dayIn(ARXIV_ZONE, at)

const shortestGap = (addresses: Iterable<string>): number =>
  [...addresses].some((address) => /(^|\.)iacr\.org$/.test(new URL(address).hostname)) ? GAP_MIN_MS : 0
