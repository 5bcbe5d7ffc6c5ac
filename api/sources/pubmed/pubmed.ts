import { addDays, now } from '../../platform/clock.ts'
import { PUBMED_GAP_MIN_MS } from '../../platform/environment.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { gapOfHost, noSettings, type ClientOptions } from '../clientOptions.ts'
import { dailyCalendar } from '../dailyCalendar.ts'
import { createFetcher, type FetcherOptions } from '../fetcher.ts'
import type { QueryFindings } from '../finders.ts'
import { createTest, withParameters } from '../probes.ts'
import {
  clearAccepted,
  isLeftOut,
  KEY_REFUSED,
  nextTry,
  rememberRefusedKeys,
  type ReadKey,
  type StoredKeys,
} from '../refusedKeys.ts'
import type { DatedAnnouncements, LookUpSource, SourceWith } from '../source.ts'
import { readDays, type ReadDaysOptions } from './createdDays.ts'
import { findByWords, readByIds } from './lookUp.ts'
import { pmidIn } from './records.ts'
import { search, toForm, type Access, type RequestOptions } from './requests.ts'
import { saysKeyIsInvalid } from './searchAnswer.ts'
import { problemOf, termOf } from './queryTerms.ts'

export interface PubmedOptions extends Omit<ClientOptions, 'gapMs'>, Pick<ReadDaysOptions, 'readQueries'> {
  /** Where the programs of the E-utilities are. */
  apiUrl: string
  contactEmail: string
  /** Default: what NCBI asks for, which is less with a key. */
  gapMs?: number
  /**
   * Key of the operator's account at NCBI, with which ten requests a second are allowed, while an admin has not set another
   * one. Sent to the host of `apiUrl` alone, in the body of requests.
   */
  apiKey?: string
}

export type PubmedSource = LookUpSource &
  SourceWith<'queries' | 'papers'> & { readonly announcements: DatedAnnouncements }

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
const gapMinMs = (hasKey: boolean) => PUBMED_GAP_MIN_MS[hasKey ? 'withKey' : 'free']
const HOST = /(^|\.)ncbi\.nlm\.nih\.gov$/
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
  refusedKeys = rememberRefusedKeys(),
  ...options
}: PubmedOptions): PubmedSource {
  const findKey = ({ addresses, key }: Pick<StoredKeys, 'addresses' | 'key'>) => {
    const base = addresses['api'] ?? apiUrl
    const isOwn = key === undefined && apiKey !== undefined && isSameHost(base, apiUrl)
    return { base, origin: new URL(base).origin, key: isOwn ? apiKey : key, isOwn }
  }
  const readTarget = async () => {
    const { gap_ms, ...saved } = await readSettings()
    const { base, origin, key } = findKey(saved)
    const refusal = key === undefined ? null : await refusedKeys.find(key, origin)
    return { base, gap_ms, key: isLeftOut(refusal) ? undefined : key, isKeyRefused: refusal !== null }
  }
  const readGap = async (address?: string) => {
    const { base, gap_ms, key } = await readTarget()
    const shortest = gapMinMs(key !== undefined)
    return Math.max(gap_ms ?? gapMs ?? shortest, gapOfHost([address ?? base], HOST, shortest))
  }
  const sending: FetcherOptions = {
    ...options,
    retries: { ...RETRIES, ...options.retries },
    limits: { ...LIMITS, ...options.limits },
    name: NAME,
    slotKey: ID,
    userAgent: `Paperdawn/0.1 (mailto:${contactEmail})`,
    gapMs: ({ href }) => readGap(href),
    describeRefusal: async ({ status, body }) =>
      status === 400 && saysKeyIsInvalid(body) ? `${KEY_REFUSED} (400)` : null,
    origins: [],
  }
  const fetcher = createFetcher(sending)
  const access: Access = {
    fetcher,
    readTarget,
    email: contactEmail,
    onKeyRefused: (key, base) => refusedKeys.record(key, new URL(base).origin, nextTry()),
    onKeyAccepted: (key, base) => refusedKeys.clear(key, new URL(base).origin),
  }

  return {
    id: ID,
    name: NAME,
    defaults: {
      gapMs: gapMs ?? gapMinMs(apiKey !== undefined),
      gapWithKeyMs: gapMs ?? gapMinMs(true),
      addresses: { api: apiUrl },
    },
    shortestGap: (addresses, hasKey = false) => gapOfHost(addresses, HOST, gapMinMs(hasKey || apiKey !== undefined)),
    key: 'optional',
    readGap: () => readGap(),
    findRefusedKey(stored) {
      const { key, origin, isOwn } = findKey(stored)
      const refusal = key === undefined ? null : stored.findRefusal(key, origin)
      if (refusal === null) return null
      const effect = 'requests go without it (at most 3 a second in place of 10)'
      return { ...refusal, effect, ...(isOwn && { setting: 'PUBMED_API_KEY' }) }
    },
    async test(addresses, { signal, key: typed }) {
      const readKey: ReadKey = async (origin) => {
        const saved = findKey(await readSettings())
        return typed ?? (isSameHost(origin, saved.base) ? saved.key : undefined)
      }
      const results = await createTest(sending, {
        api: {
          request: withParameters({}, '/esearch.fcgi'),
          form: async (address) =>
            toForm({ term: '1[uid]', retmax: '0', retmode: 'json' }, contactEmail, await readKey(address)),
          expected: /"esearchresult"/,
        },
      })(addresses, { signal })
      await clearAccepted(results, readKey, refusedKeys)
      return results
    },
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
    papers: { search: (words, reading) => findByWords(words, access, reading) },
    lookUp: {
      prefix: 'pmid:',
      alias: 'pmc:',
      idIn: pmidIn,
      readByIds: (ids, reading) => readByIds(ids, access, reading),
    },
  }
}

const isSameHost = (one: string, other: string) => new URL(one).origin === new URL(other).origin

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
