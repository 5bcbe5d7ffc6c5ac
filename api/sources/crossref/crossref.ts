import { DAY_MS, now } from '../../platform/clock.ts'
import { parseDoi } from '../../text/doi.ts'
import { splitDoiVersion } from '../../text/doiVersions.ts'
import { gapOfHost, noSettings, type ClientOptions } from '../clientOptions.ts'
import { dailyCalendar } from '../dailyCalendar.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import type { NoticesByDay } from '../noticing.ts'
import { createTest, withParameters } from '../probes.ts'
import type { DatedAnnouncements, LookUpSource, SourceWith } from '../source.ts'
import { findJournal, searchJournals } from './journals.ts'
import { NOTICES_BATCH, readNoticesAbout, readNoticesSince } from './notices.ts'
import { readDays } from './registeredDays.ts'
import { readByIds } from './requests.ts'
import { listSubjects } from './subjects.ts'

export interface CrossrefOptions extends ClientOptions {
  apiUrl: string
  /** Contact address of the operator: requests with one are in Crossref's polite pool. Absent if none is set. */
  mailto?: string
}

export type CrossrefSource = LookUpSource &
  SourceWith<'journals' | 'subjects'> & { readonly announcements: DatedAnnouncements; readonly notices: NoticesByDay }

/** Records have had the time of their registration since then. */
const EARLIEST_DAY = '2002-07-26'
/** The index can lag behind the registration by six days. */
const OVERLAP_DAYS = 7
/** As long as a paper is news; see `PENDING_DAYS`. */
const LATE_DAYS = 14
/** The shortest pauses, in milliseconds: the polite pool allows ten requests a second, the public one five. */
const GAP_MIN_MS = { polite: 250, public: 1_000 }
/** A limit that asks for more is taken for a mistake. */
const STATED_GAP_MAX_MS = 60_000
/** After an answer that asks to slow down. */
const SLOW_MS = DAY_MS
/** Shorter than those of arXiv: a reader waits, and Crossref is made for many requests. */
const RETRIES = { tries: 4, basePauseMs: 2_000, pauseMaxMs: 60_000 }
const DOI_IN_TEXT = /"DOI"\s*:\s*"((?:[^"\\]|\\.){1,300})"|^(10\.\d{4,9}\/\S{1,300})$/

/**
 * Crossref: the records of nearly all papers with a DOI of their publisher. Papers of the followed journals and preprint
 * servers are announced on the day after their registration, which is a day in UTC; single ones are asked for on demand.
 */
export function createCrossrefSource({
  apiUrl,
  gapMs,
  mailto,
  readSettings = noSettings,
  ...options
}: CrossrefOptions): CrossrefSource {
  let statedGapMs = 0
  /** Until then the pauses are twice as long. */
  let slowUntil = 0
  const shortestGap = (addresses: Iterable<string>): number =>
    gapOfHost(addresses, /(^|\.)crossref\.org$/, GAP_MIN_MS[mailto === undefined ? 'public' : 'polite'])
  const sending: FetcherOptions = {
    ...options,
    retries: { ...RETRIES, ...options.retries },
    name: 'Crossref',
    slotKey: 'crossref',
    userAgent: mailto === undefined ? 'Paperdawn/0.1' : `Paperdawn/0.1 (mailto:${mailto})`,
    async gapMs({ href }) {
      const own = Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href]), statedGapMs)
      return now().getTime() < slowUntil ? 2 * own : own
    },
    origins: ['https://api.crossref.org', new URL(apiUrl).origin],
    onResponse({ status, headers }) {
      statedGapMs = readStatedGap(headers) ?? statedGapMs
      if (status === 429) slowUntil = now().getTime() + SLOW_MS
    },
  }
  const fetcher = createFetcher(sending)
  const readBase = async () => (await readSettings()).addresses['api'] ?? apiUrl
  const requests = { fetcher, readBase, ...(mailto !== undefined && { mailto }) }

  return {
    id: 'crossref',
    name: 'Crossref',
    defaults: { gapMs, addresses: { api: apiUrl } },
    shortestGap,
    test: createTest(sending, {
      api: {
        request: withParameters({ filter: 'doi:10.5555/12345678', rows: '0' }, '/works'),
        expected: /"message-type"\s*:\s*"work-list"/,
      },
    }),
    announcements: {
      kind: 'dated',
      extent: 'followed',
      overlapDays: OVERLAP_DAYS,
      lateDays: LATE_DAYS,
      // A few journals have no paper on most days.
      mayBeEmpty: () => true,
      earliestDay: EARLIEST_DAY,
      ...dailyCalendar,
      readDays(reading) {
        const readable = { from: EARLIEST_DAY, until: dailyCalendar.expectedDay(now()) }
        return readDays({ ...reading, readable, ...requests })
      },
    },
    journals: {
      search: (words, options) => searchJournals(words, { ...options, ...requests }),
      find: (issn, options) => findJournal(issn, { ...options, ...requests }),
    },
    subjects: { list: (server, options) => listSubjects(server, { ...options, ...requests }) },
    notices: {
      kind: 'days',
      batchMax: NOTICES_BATCH,
      readSince: (day, options) => readNoticesSince(day, { ...options, ...requests }),
      readAbout: (dois, options) => readNoticesAbout(dois, { ...options, ...requests }),
    },
    lookUp: {
      prefix: 'doi:',
      idIn(raw) {
        const [, quoted, bare] = DOI_IN_TEXT.exec(raw) ?? []
        const doi = parseDoi(quoted === undefined ? (bare ?? '') : (JSON.parse(`"${quoted}"`) as string))
        return doi === null ? null : splitDoiVersion(doi).key
      },
      readByIds: (ids, reading) => readByIds(ids, { ...reading, ...requests }),
    },
  }
}

/** The pause that the rate limit of the pool asks for: "5" requests in "1s", one at a time. Null without a limit. */
function readStatedGap(headers: Headers): number | null {
  const requests = Number(headers.get('x-rate-limit-limit'))
  const [, amount, unit] = /^(\d{1,6})(ms|s|m|h)$/.exec(headers.get('x-rate-limit-interval')?.trim() ?? '') ?? []
  if (amount === undefined || unit === undefined || !(requests > 0)) return null
  const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit] ?? 1_000
  return Math.min(STATED_GAP_MAX_MS, Math.ceil((Number(amount) * unitMs) / requests))
}
