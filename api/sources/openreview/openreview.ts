import { addDays, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { dailyCalendar } from '../dailyCalendar.ts'
import type { DatedAnnouncements, LookUpSource, SourcePage, SourceRecord, SourceWith } from '../source.ts'
import { createClient, GAP_MIN_MS, ID, NAME, shortestGap, type OpenreviewOptions } from './client.ts'
import { createVenues } from './findVenues.ts'
import { readByIds, readPaper } from './lookUp.ts'
import { noteIdIn } from './notes.ts'
import { readVenue, type VenueReadingSource } from './readVenue.ts'
import { rememberRefusedKeys } from '../refusedKeys.ts'
import { createHostTest } from './testHosts.ts'

export interface VenueRange {
  venues: readonly string[]
  from: string
  until: string
  skip: number
  limit: number
}

/** What earlier readings of venues stored. Injected, since it is stored in the database. */
export interface VenueStore {
  /**
   * The papers of these venues that were first seen, or have changed since, so that their announcement day or that of the
   * change is from `from` to `until`; without a day those that are no news. At most `limit` after the first `skip`, in an
   * order to which papers are only added.
   */
  readPapers(range: VenueRange): Promise<SourceRecord[]>
  /**
   * Whether venues should have been read on `day` (Eastern), and none was: then why the last reading of one failed, in a
   * sentence, if one did. Null if all is well.
   */
  findUnread(venues: readonly string[], day: string): Promise<{ failure: string | null } | null>
}

export type OpenreviewSource = VenueReadingSource &
  LookUpSource &
  SourceWith<'venues'> & { readonly announcements: DatedAnnouncements }

/** The first venues are of this year. No venue has a past here: its days begin when it is followed. */
const EARLIEST_DAY = '2013-01-02'
const OVERLAP_DAYS = 3
/** A failed reading of a day makes no request, and an earlier one cannot be read better. */
const REST_MS = 3_600_000
/** Papers of one page. */
const PAGE = 500

/**
 * The venues of OpenReview that readers follow. All accepted papers of a venue are read several times a day, and a paper is
 * announced on the Eastern day after it was first seen: so a day is complete when it begins. It answers only with an account.
 */
export function createOpenreviewSource({
  store,
  refusedKeys = rememberRefusedKeys(),
  ...rest
}: OpenreviewOptions & { store: VenueStore }): OpenreviewSource {
  const options = { ...rest, refusedKeys }
  const client = createClient(options)
  return {
    id: ID,
    name: NAME,
    defaults: {
      gapMs: options.gapMs ?? GAP_MIN_MS,
      addresses: { api: options.apiUrl, old: options.oldUrl },
      keyForm: 'e-mail:password',
    },
    shortestGap,
    key: 'required',
    findRefusedKey: client.findRefusedKey,
    test: createHostTest(options),
    venues: createVenues(client),
    readVenue: (venue, reading) => readVenue(client, venue, reading),
    readPaper: (sourceId, reading) => readPaper(client, sourceId, reading),
    lookUp: {
      prefix: `${ID}:`,
      idIn: noteIdIn,
      readByIds: (ids, reading) => readByIds(client, ids, reading),
    },
    announcements: {
      kind: 'dated',
      extent: 'followed',
      overlapDays: OVERLAP_DAYS,
      lateDays: OVERLAP_DAYS,
      mayBeEmpty: () => true,
      earliestDay: EARLIEST_DAY,
      ...dailyCalendar,
      restMs: REST_MS,
      async *readDays({ categories, from, until, after }): AsyncIterable<SourcePage> {
        const expected = dailyCalendar.expectedDay(now())
        const last = until > expected ? expected : until
        if (from > last) return
        const unread = await store.findUnread(categories, addDays(last, -1))
        if (unread !== null) throw notRead(addDays(last, -1), unread.failure)
        const step = `papers of ${categories.length === 1 ? '1 venue' : `${categories.length} venues`}`
        const days = { venues: categories, from, until: last }
        for (let skip = firstOf(after, `${from} ${last}`), isLast = false; !isLast;) {
          const records = await store.readPapers({ ...days, skip, limit: PAGE })
          skip += records.length
          isLast = records.length < PAGE
          yield { records, rejected: [], cursor: `${from} ${last} ${skip}`, done: skip, step }
        }
      },
    },
  }
}

function notRead(day: string, failure: string | null): AppError {
  const because = failure === null ? '' : `: ${failure.replace(`${NAME} `, 'it ').replace(/\.$/, '')}`
  return new AppError('source-unavailable', `${NAME} could not be read on ${day}${because}.`)
}

/** Where a reading goes on: behind the papers that the cursor counts, if it is of the same days. */
function firstOf(cursor: string | undefined, days: string): number {
  const done = cursor?.startsWith(`${days} `) ? Number(cursor.slice(days.length + 1)) : 0
  return Number.isSafeInteger(done) && done > 0 ? done : 0
}
