import { addDays, ARXIV_ZONE, dayIn, isWeekend, now } from '../../platform/clock.ts'
import type { SourcePage, SourceRecord } from '../../sources/source.ts'
import { findAnnouncement } from '../../store/papers/announcements.ts'
import { findPapersAnnounced, findLastNumberBefore } from '../../store/papers/paperLookup.ts'
import { isArrival, type Announcement } from '../../store/papers/paperMerge.ts'
import type { PaperRecord } from '../../store/papers/papers.ts'

/** More rejected records than this share of a feed, and than one: too much of the announcement is missing. */
const REJECTED_SHARE_MAX = 0.1

type KnownPaper = Pick<PaperRecord, 'announcements' | 'categories'>

/** What a page of a feed shows: `page` without the records that an earlier announcement had. */
export interface FeedBatch {
  page: SourcePage
  /** Records of today that no earlier announcement had, and those that one had. */
  fresh: number
  repeated: number
}

/**
 * Gives the records of a feed their day. A feed can show yesterday's announcement under today's date, or today's with
 * the date of yesterday. The library knows which records an earlier announcement had, and arXiv's numbers rise with
 * its announcements: a paper that an announcement that was read did not have, with a number above all that were new
 * before today, is of today. A record that an earlier announcement had is not announced again.
 */
export async function placeRecords(sourceId: string, page: SourcePage): Promise<FeedBatch> {
  const archive = page.feed?.archive
  if (archive === undefined || page.records.length === 0) return { page, fresh: 0, repeated: 0 }
  const today = dayIn(ARXIV_ZONE, now())
  const stored = await findPapersAnnounced(page.records.map(({ id }) => id))
  const isKnown = (record: SourceRecord, before: string) => isAnnouncedBefore(record, stored.get(record.id), before)
  const misdated = await findMisdated(sourceId, page, { archive, today, isKnown })
  const records = page.records.map((record) => (misdated.has(record) ? { ...record, announced_on: today } : record))
  const [repeated, others] = partition(records, (one) => one.announced_on === today && isKnown(one, today))
  const days = others.flatMap(({ announced_on }) => announced_on ?? [])
  const isMoved = misdated.size > 0 || repeated.length > 0
  const feed = isMoved && page.feed ? { feed: { ...page.feed, day: days.toSorted().at(-1) ?? null } } : {}
  return {
    page: { ...page, records: others, ...feed },
    fresh: others.filter(({ announced_on }) => announced_on === today).length,
    repeated: repeated.length,
  }
}

/**
 * Moves the records of a list of changes from days that were read without any paper to the day before: what changed on
 * such a day was announced earlier.
 */
export async function placeChanges(sourceId: string, page: SourcePage): Promise<SourcePage> {
  const moved = new Map<string, string>()
  for (const day of new Set(page.records.flatMap(({ announced_on }) => announced_on ?? []))) {
    let real = day
    while (isWeekend(real) || (await isReadEmpty(sourceId, real))) real = addDays(real, -1)
    moved.set(day, real)
  }
  const place = (on: string | null) => (on === null ? null : (moved.get(on) ?? on))
  return { ...page, records: page.records.map((one) => ({ ...one, announced_on: place(one.announced_on) })) }
}

async function isReadEmpty(sourceId: string, day: string): Promise<boolean> {
  const announcement = await findAnnouncement(sourceId, day)
  const states = Object.values(announcement?.archives ?? {})
  return states.length > 0 && states.every(({ state }) => state === 'empty')
}

/** The records with an earlier date that are of today. */
async function findMisdated(
  sourceId: string,
  { records }: SourcePage,
  {
    archive,
    today,
    isKnown,
  }: { archive: string; today: string; isKnown: (record: SourceRecord, before: string) => boolean },
): Promise<Set<SourceRecord>> {
  const earlier = records.filter(({ announced_on: on }) => on !== null && on < today)
  const unread = new Set<string>()
  for (const day of new Set(earlier.flatMap(({ announced_on }) => announced_on ?? []))) {
    const state = (await findAnnouncement(sourceId, day))?.archives[archive]?.state
    // What OAI-PMH had of a day may be a part of it.
    if (state !== 'announced' && state !== 'empty') unread.add(day)
  }
  const unknown = earlier.filter((one) => !unread.has(one.announced_on ?? '') && !isKnown(one, today))
  if (unknown.length === 0) return new Set()
  const last = await findLastNumberBefore(sourceId, today)
  const isAbove = ({ source_id, announced_in, announce_type }: SourceRecord) =>
    isArrival(toEntry({ announce_type, announced_in })) && last !== null && /^\d/.test(source_id) && source_id > last
  const above = unknown.filter(isAbove)
  // Replacements and later cross-lists have old numbers: they are of today if new papers of their feed are.
  const isOfToday = above.length > 0 || records.some((one) => one.announced_on === today && !isKnown(one, today))
  return new Set(isOfToday ? unknown.filter((one) => above.includes(one) || !isArrival(toEntry(one))) : above)
}

const toEntry = ({ announce_type, announced_in }: Pick<SourceRecord, 'announce_type' | 'announced_in'>) => ({
  type: announce_type ?? 'new',
  ...(announced_in !== null && { added: announced_in }),
})

/** Whether an announcement before `day` that was read had the record. */
function isAnnouncedBefore(record: SourceRecord, stored: KnownPaper | undefined, day: string): boolean {
  if (stored === undefined) return false
  const isNew = isArrival(toEntry(record))
  const isLate = record.announced_in !== null
  const hasGained = record.categories.some((code) => !stored.categories.includes(code))
  const isSame = (one: Announcement) => {
    if (isNew) return isArrival(one)
    if (isLate) return one.type === 'cross' && one.added !== undefined && !hasGained
    return one.type !== 'new' && one.type !== 'cross' && one.version !== null && one.version === record.version
  }
  return stored.announcements.some((one) => one.on < day && !one.derived && isSame(one))
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const groups = Map.groupBy(items, test)
  return [groups.get(true) ?? [], groups.get(false) ?? []]
}

/**
 * Why what a feed showed is not the announcement of today, in a sentence; null if it can be. `items`: all that it
 * listed; `fresh` and `repeated` as in `FeedBatch`.
 */
export function whyNotRead({
  items,
  rejected,
  fresh,
  repeated,
}: {
  items: number
  rejected: number
  fresh: number
  repeated: number
}): string | null {
  if (rejected > 0 && (rejected === items || rejected > Math.max(1, items * REJECTED_SHARE_MAX)))
    return `${rejected} of its ${items} records could not be read.`
  return repeated > 0 && fresh === 0 ? 'It shows an earlier announcement under the date of today.' : null
}
