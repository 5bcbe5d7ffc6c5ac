import { addDays, ARXIV_ZONE, DAY_MS, dayIn, now } from '../../platform/clock.ts'
import type { SourceRecord } from '../../sources/source.ts'
import { findKnownPapers, giveDay, saveChangedPapers, savePapersOfVenue } from '../../store/sources/venuePapers.ts'
import type { VenueRecord } from '../../store/sources/venues.ts'

/** A venue that was not read for so long is read as if for the first time: no reader followed it. */
const PAUSE_MS = 60 * DAY_MS

/** So long the papers of a list that cannot be read to its end wait for the others: then its day is late anyway. */
const WAIT_MS = 3 * DAY_MS

/** What became of the papers of a page. */
export interface StoredPapers {
  /** Papers that were not known. */
  fresh: number
  /** Those of them that are announced. */
  news: number
  changed: number
}

/** Stores the papers of a venue that are not known or have changed, each once. Safe to repeat. */
export async function storeVenuePapers(venue: VenueRecord, records: readonly SourceRecord[]): Promise<StoredPapers> {
  const own = new Map(records.map((record) => [idIn(venue, record.source_id), withCategory(venue, record)]))
  const known = await findKnownPapers([...own.keys()])
  const at = now()
  const fresh = [...own]
    .filter(([id]) => !known.has(id))
    .map(([id, record]) => ({
      _id: id,
      venue: venue._id,
      source_id: record.source_id,
      seen_at: at,
      day: null,
      is_news: isNews(venue, record, at),
      is_gone: false,
      ...contentOf(record, at),
    }))
  await savePapersOfVenue(fresh)
  const changed = [...own].flatMap(([id, record]) => {
    const before = known.get(id)
    const after = { _id: id, is_gone: false, ...contentOf(record, at) }
    return before === undefined || (before.hash === after.hash && !before.is_gone) ? [] : [after]
  })
  await saveChangedPapers(changed)
  return { fresh: fresh.length, news: fresh.filter(({ is_news }) => is_news).length, changed: changed.length }
}

/**
 * Lets the papers of a reading be announced: all of a list on one day, also when an earlier reading broke off in it. After a
 * reading that was not `complete` only those that have waited for days.
 */
export async function announceRead(venue: VenueRecord, { complete }: { complete: boolean }): Promise<void> {
  const at = now()
  await giveDay(venue._id, dayAfter(at), complete ? {} : { seenBefore: new Date(at.getTime() - WAIT_MS) })
}

/** Stores what a paper has become that the list of the venue does not have any more. */
export async function storeGonePaper(venue: VenueRecord, record: SourceRecord): Promise<void> {
  const after = contentOf(withCategory(venue, record), now())
  await saveChangedPapers([{ _id: idIn(venue, record.source_id), is_gone: true, ...after }])
}

/** The id of a stored paper of the venue. */
export const idIn = ({ _id }: VenueRecord, sourceId: string): string => `${_id} ${sourceId}`

function withCategory({ _id }: VenueRecord, record: SourceRecord): SourceRecord {
  const { published_at } = record
  // A date that is still to come is that of the conference.
  const isPast = published_at !== null && published_at.getTime() <= now().getTime() + DAY_MS
  return { ...record, published_at: isPast ? published_at : null, categories: [_id], primary_category: _id }
}

const dayAfter = (at: Date): string => addDays(dayIn(ARXIV_ZONE, at), 1)

function contentOf(record: SourceRecord, at: Date) {
  const { changed_on: _changed, ...content } = record
  const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify(content)).digest('base64url')
  return { record, hash, changed_at: at, changed_day: dayAfter(at) }
}

/**
 * Whether a paper that was not known was accepted since the venue is followed. At the first reading, and after a long
 * pause, its own date says so: the decision may have come while the venue could not be read.
 */
function isNews(venue: VenueRecord, { published_at }: SourceRecord, at: Date): boolean {
  const before = venue.last_success_at
  if (before !== null && at.getTime() - before.getTime() < PAUSE_MS) return true
  return published_at !== null && published_at >= (before ?? venue.first_tried_at)
}
