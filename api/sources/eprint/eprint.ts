import { addDays, isWeekend, now } from '../../platform/clock.ts'
import { gapOfHost, noSettings, type ClientOptions } from '../clientOptions.ts'
import { dailyCalendar } from '../dailyCalendar.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import { createTest, withParameters } from '../probes.ts'
import type { DatedAnnouncements, LookUpSource } from '../source.ts'
import { harvest } from './harvest.ts'
import { readByIds } from './lookUp.ts'
import { numberIn } from './records.ts'

export interface EprintOptions extends ClientOptions {
  /** Address of the OAI-PMH service. */
  oaiUrl: string
  contactEmail: string
}

export type EprintSource = LookUpSource & { readonly announcements: DatedAnnouncements }

const ID = 'eprint'
const NAME = 'IACR ePrint'
/** The archive opened in this year. */
const EARLIEST_DAY = '1996-01-02'
/** The site is slow, and asks for no more than one harvest a day. */
const GAP_MIN_MS = 5_000
const OVERLAP_DAYS = 3
const REST_MS = 3_600_000
const RETRIES = { tries: 2, basePauseMs: 30_000, pauseMaxMs: 60_000 }

/**
 * IACR Cryptology ePrint Archive: what was posted on each day, by its list of changes; single papers are asked for on
 * demand. Its days are days in UTC.
 */
export function createEprintSource({
  oaiUrl,
  gapMs,
  contactEmail,
  readSettings = noSettings,
  ...options
}: EprintOptions): EprintSource {
  const requests: FetcherOptions = {
    ...options,
    retries: { ...RETRIES, ...options.retries },
    name: NAME,
    slotKey: ID,
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: async ({ href }) => Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href])),
    origins: ['https://eprint.iacr.org', new URL(oaiUrl).origin],
  }
  const fetcher = createFetcher(requests)
  const readBase = async () => (await readSettings()).addresses['oai'] ?? oaiUrl

  return {
    id: ID,
    name: NAME,
    defaults: { gapMs, addresses: { oai: oaiUrl } },
    shortestGap,
    test: createTest(requests, {
      oai: { request: withParameters({ verb: 'Identify' }), expected: /<Identify\b/ },
    }),
    announcements: {
      kind: 'dated',
      extent: 'all',
      overlapDays: OVERLAP_DAYS,
      lateDays: OVERLAP_DAYS,
      // Its editors rest at weekends.
      mayBeEmpty: (day) => isWeekend(addDays(day, -1)),
      earliestDay: EARLIEST_DAY,
      ...dailyCalendar,
      restMs: REST_MS,
      readDays({ from, until, ...reading }) {
        const newest = dailyCalendar.expectedDay(now())
        const range = { from: from < EARLIEST_DAY ? EARLIEST_DAY : from, until: until > newest ? newest : until }
        return harvest({ ...reading, ...range, fetcher, readBase })
      },
    },
    lookUp: {
      prefix: 'eprint:',
      idIn: numberIn,
      readByIds: (ids, reading) => readByIds(ids, { ...reading, fetcher, readBase }),
    },
  }
}

const shortestGap = (addresses: Iterable<string>): number => gapOfHost(addresses, /(^|\.)iacr\.org$/, GAP_MIN_MS)
