import { DAY_MS, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { VenueStore } from '../../sources/openreview/openreview.ts'
import type { VenueReadingSource } from '../../sources/openreview/readVenue.ts'
import { findVenueIds } from '../../store/papers/categories.ts'
import { saveQuarantine } from '../../store/papers/quarantine.ts'
import { clearFailure, findSourceState, recordFailure } from '../../store/sources/sources.ts'
import { findListedIds, findVenuePapers, forgetVenueRecords, saveGonePapers } from '../../store/sources/venuePapers.ts'
import { findVenueRecords, newVenueRecord, saveVenueRecord, type VenueRecord } from '../../store/sources/venues.ts'
import { findFollowedOf } from '../days/followedCategories.ts'
import type { JobContext, PartialResult } from '../jobs/jobContext.ts'
import { requestJob } from '../jobs/jobs.ts'
import type { Product } from '../product.ts'
import { announceRead, idIn, storeGonePaper, storeVenuePapers } from './venuePapers.ts'
import { acceptedBy, afterFailure, afterReading, findUnread, latestOf, type VenueReading } from './venueStates.ts'

/** How long the record of a paper is kept after its last change: longer than a day can be delivered late. */
const KEPT_MS = 30 * DAY_MS
/** Papers that have left a list are asked for one by one: so many at most in one reading, the others in the next. */
const GONE_MAX = 20

type Reading = Pick<Product, 'sources'>

/** What the source of venues reads of its days. */
export const venueStore: VenueStore = {
  async readPapers(range) {
    const papers = await findVenuePapers(range)
    return papers.map(({ record, day, is_news }) => ({
      ...record,
      announced_on: is_news ? day : null,
      announce_type: is_news ? ('new' as const) : null,
    }))
  },
  findUnread,
}

/** Queues the reading of venues when one is due. */
export async function requestVenueReadings({ sources }: Reading): Promise<void> {
  const source = sources.findVenueReading()
  if (source === undefined || !(await findSourceState(source.id)).enabled) return
  if ((await findDue(source)).length > 0)
    await requestJob({ kind: 'read-venues', input: {}, dedupe_key: 'read-venues', requested_by: 'schedule' })
}

/** The followed venues whose reading is due, as they are stored. Venues that no reader follows are not read. */
async function findDue({ id }: VenueReadingSource): Promise<VenueRecord[]> {
  const followed = await findFollowedOf(id)
  const [ids, records] = await Promise.all([findVenueIds(followed), findVenueRecords(followed)])
  const venues = [...ids].map(([code, venue]) => records.get(code) ?? newVenueRecord(code, venue))
  return venues.filter(({ next_read_at }) => next_read_at <= now())
}

/**
 * Reads the followed venues that are due, one after the other, and stores each accepted paper at its first sight and when it
 * has changed. A venue that cannot be read concerns itself alone. Safe to repeat: a paper is stored before what would keep
 * its venue from being read again.
 */
export async function readVenues({ sources }: Reading, run: JobContext): Promise<PartialResult | undefined> {
  const source = sources.findVenueReading()
  if (source === undefined) throw new AppError('not-found', 'No source of this library reads venues.')
  await forgetVenueRecords(new Date(now().getTime() - KEPT_MS))
  for (const name of ['read', 'new', 'changed', 'failed']) run.count(name, 0)
  const due = await findDue(source)
  let failure: string | null = null
  for (const [done, venue] of due.entries()) {
    run.signal.throwIfAborted()
    // A venue that was never read is known from its first try on: what is accepted after it is news.
    await saveVenueRecord(venue)
    failure = (await readOne(source, venue, run)) ?? failure
    await run.progress({ done: done + 1, total: due.length, unit: 'venues', step: 'reading venues' })
  }
  if (failure !== null) await recordFailure(source.id, failure)
  else if (due.length > 0) await clearFailure(source.id)
  return failure === null ? undefined : { partial: failure }
}

/** Reads one venue. Returns why it could not be read, in a sentence. */
async function readOne(source: VenueReadingSource, venue: VenueRecord, run: JobContext): Promise<string | null> {
  try {
    const reading = await readList(source, venue, run)
    await announceRead(venue, { complete: true })
    await saveVenueRecord(afterReading(venue, reading))
    run.count('read', 1)
    return null
  } catch (error) {
    run.signal.throwIfAborted()
    if (!(error instanceof AppError) || error.code !== 'source-unavailable') throw error
    // Recovered: the venue is read again later, and says until then why it could not be read.
    await announceRead(venue, { complete: false })
    await saveVenueRecord(afterFailure(venue, error))
    run.count('failed', 1)
    run.problem(error.message, venue.venue)
    run.log.warn({ venue: venue.venue, reason: error.message }, 'a venue could not be read')
    return error.message
  }
}

/** Reads the list to its end. Each page is stored before the next one is asked for. */
async function readList(source: VenueReadingSource, venue: VenueRecord, run: JobContext): Promise<VenueReading> {
  const { signal } = run
  const seen = new Set<string>()
  const unread = new Set<string>()
  let news = 0
  let lastAcceptedAt: Date | null = null
  for await (const page of source.readVenue(venue.venue, { signal })) {
    for (const { source_id } of page.records) seen.add(source_id)
    for (const { source_id, raw, reason } of page.rejected) {
      if (!unread.has(source_id ?? raw)) run.problem(reason, source_id ?? venue.venue)
      unread.add(source_id ?? raw)
    }
    await saveQuarantine(source.id, page.rejected)
    const stored = await storeVenuePapers(venue, page.records)
    news += stored.news
    // Papers of the first reading say it themselves, those of later ones by their first sight.
    const acceptedAt = venue.first_read_at === null ? acceptedBy(page.newest) : null
    lastAcceptedAt = latestOf([lastAcceptedAt, stored.news > 0 ? now() : acceptedAt])
    run.count('new', stored.fresh)
    run.count('changed', stored.changed)
    const total = page.total === null ? {} : { total: page.total }
    await run.progress({ done: page.done, ...total, unit: 'papers', step: `reading ${venue.venue}` })
  }
  await readGone(source, venue, { isListed: (id) => seen.has(id) || unread.has(id), run })
  return { papers: seen.size, unread: unread.size, news, lastAcceptedAt }
}

/** Asks for the papers that the list does not have any more: most of them were withdrawn. */
async function readGone(
  source: VenueReadingSource,
  venue: VenueRecord,
  { isListed, run }: { isListed: (sourceId: string) => boolean; run: JobContext },
): Promise<void> {
  const gone = (await findListedIds(venue._id)).filter((sourceId) => !isListed(sourceId))
  for (const sourceId of gone.slice(0, GONE_MAX)) {
    const record = await source.readPaper(sourceId, { signal: run.signal })
    if (record === null) await saveGonePapers([idIn(venue, sourceId)])
    else await storeGonePaper(venue, record)
    run.count('changed', 1)
  }
}
