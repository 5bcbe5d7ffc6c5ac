import { addDays, now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import { gapOfHost, noSettings, type ClientOptions } from '../clientOptions.ts'
import { dailyCalendar } from '../dailyCalendar.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import type { QueryFindings } from '../finders.ts'
import { createTest, withParameters } from '../probes.ts'
import type { DatedAnnouncements, LookUpSource, SourceWith } from '../source.ts'
import { readDays, type ReadDaysOptions } from './createdDays.ts'
import { readByIds } from './lookUp.ts'
import { pmidIn } from './records.ts'
import { search, type Access, type RequestOptions } from './requests.ts'
import { problemOf, termOf } from './terms.ts'

export interface PubmedOptions extends ClientOptions, Pick<ReadDaysOptions, 'readQueries'> {
  /** Where the programs of the E-utilities are. */
  apiUrl: string
  contactEmail: string
  /** Key of the operator's account at NCBI, with which ten requests a second are allowed. Sent in the body of requests alone. */
  apiKey?: string
}

export type PubmedSource = LookUpSource & SourceWith<'queries'> & { readonly announcements: DatedAnnouncements }

const ID = 'pubmed'
const NAME = 'PubMed'
/** Older records were made on the day on which PubMed began to record it. */
const EARLIEST_DAY = '1966-01-02'
/**
 * Records turn up as late as five days after the day on which they were made, and most late abstracts come within a week,
 * after which a query for words of abstracts finds the record for the first time.
 */
const OVERLAP_DAYS = 7
/** As long as a paper is news. */
const LATE_DAYS = 14
/** The shortest pauses, in milliseconds: three requests a second, ten with a key. */
const GAP_MIN_MS = { withKey: 110, withoutKey: 370 }
/** As programs of biologists wait by default. */
const RETRIES = { tries: 3, basePauseMs: 15_000, pauseMaxMs: 60_000 }
/** 200 records of 3,000 authors each. */
const LIMITS = { bodyMaxBytes: 50 * 1024 * 1024 }
const WEEK_DAYS = 7
/** What PubMed says about its own trouble, in place of what is wrong with a query. */
const OWN_TROUBLE = /backend|server|temporar|time[ds]?.?out|unavailable|failed|try again/i

/**
 * PubMed, by the E-utilities of NCBI: the records that followed queries find, announced on the day after the one on which
 * they were made, which is a day in Eastern time; single ones are asked for on demand.
 */
export function createPubmedSource({
  apiUrl,
  gapMs,
  contactEmail,
  apiKey,
  readQueries,
  readSettings = noSettings,
  ...options
}: PubmedOptions): PubmedSource {
  let isKeyRefused = false
  const readKey = () => (isKeyRefused ? undefined : apiKey)
  const shortestGap = (addresses: Iterable<string>): number =>
    gapOfHost(addresses, /(^|\.)ncbi\.nlm\.nih\.gov$/, GAP_MIN_MS[readKey() === undefined ? 'withoutKey' : 'withKey'])
  const sending: FetcherOptions = {
    ...options,
    retries: { ...RETRIES, ...options.retries },
    limits: { ...LIMITS, ...options.limits },
    name: NAME,
    slotKey: ID,
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: async ({ href }) => Math.max((await readSettings()).gap_ms ?? gapMs, shortestGap([href])),
    origins: [],
  }
  const fetcher = createFetcher(sending)
  const access: Access = {
    fetcher,
    readBase: async () => (await readSettings()).addresses['api'] ?? apiUrl,
    email: contactEmail,
    readKey,
    isKeyRefused: () => isKeyRefused,
    onKeyRefused() {
      if (!isKeyRefused)
        log.warn({ source: ID }, 'PubMed refuses PUBMED_API_KEY; it is asked without a key until a restart')
      isKeyRefused = true
    },
  }

  return {
    id: ID,
    name: NAME,
    defaults: { gapMs, addresses: { api: apiUrl } },
    shortestGap,
    test: createTest(sending, {
      api: {
        request: withParameters(
          { db: 'pubmed', term: '1[uid]', retmax: '0', retmode: 'json', tool: 'paperdawn', email: contactEmail },
          '/esearch.fcgi',
        ),
        expected: /"esearchresult"/,
      },
    }),
    announcements: {
      kind: 'dated',
      extent: 'followed',
      overlapDays: OVERLAP_DAYS,
      lateDays: LATE_DAYS,
      // Most queries find nothing on some days.
      mayBeEmpty: () => true,
      earliestDay: EARLIEST_DAY,
      ...dailyCalendar,
      readDays(reading) {
        const readable = { from: EARLIEST_DAY, until: dailyCalendar.expectedDay(now()) }
        return readDays({ ...reading, readable, readQueries }, access)
      },
    },
    queries: { check: (query, reading) => check(query, access, reading) },
    lookUp: {
      prefix: 'pmid:',
      alias: 'pmc:',
      idIn: pmidIn,
      readByIds: (ids, reading) => readByIds(ids, access, reading),
    },
  }
}

/** Asks for the query itself, whose unknown words PubMed leaves out, and for the number of its papers of the last week. */
async function check(query: string, access: Access, options: RequestOptions): Promise<QueryFindings> {
  const problem = problemOf(query)
  if (problem !== null) throw invalidField('query', `This query cannot be read: ${problem}.`)
  const last = addDays(dailyCalendar.expectedDay(now()), -1)
  const read = async (term: string) => {
    const answer = await search(term, 0, access, { ...options, step: 'a query' })
    if (!('error' in answer)) return answer
    const said = answer.error.replace(/\.$/, '')
    if (OWN_TROUBLE.test(said)) throw new AppError('source-unavailable', `PubMed did not answer the search: ${said}.`)
    throw invalidField('query', `PubMed cannot read this query: ${said}.`)
  }
  const { understood, ignored } = await read(query)
  const { count } = await read(termOf(query, { first: addDays(last, 1 - WEEK_DAYS), last }))
  return { understood, perWeek: count, ignored }
}
