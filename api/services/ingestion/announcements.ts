import { addDays, ARXIV_ZONE, dayIn, now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { AnnouncingSource, FeedSource } from '../../sources/source.ts'
import {
  extentOf,
  findAnnouncementsSince,
  recordAnnouncement,
  recordDelivered,
  totalOf,
  type AnnouncementRecord,
  type LearnedDay,
} from '../../store/papers/announcements.ts'
import { findSourceState, recordKeptSince } from '../../store/sources/sources.ts'
import { computeVolumes } from './categories.ts'
import { isDayLate, listOpenDays } from '../days/dayStates.ts'
import type { IngestCheckpoint, Window } from './ingestCheckpoint.ts'
import { requestDelivery } from './processing.ts'
import { recoverDays } from './recovery.ts'
import { removeSamples } from './removeSamples.ts'

type Learned = Record<string, LearnedDay>

/** How many days before the recovered ones matter: a paper is cross-listed some days or weeks after it was new. */
const KNOWN_DAYS = 60
const EMPTY = { state: 'empty', unaccounted: 0 } as const

interface Run {
  checkpoint: IngestCheckpoint
  /** The archives that users follow. */
  archives: readonly string[]
  expected: string
}

/**
 * Records what the feeds showed: an archive whose feed shows a day is announced on it. An empty feed means that the
 * archive has no paper on the expected day, if the feed of another archive shows that day, or if the calendar predicts
 * none for the day, whose feeds are built. Returns the recorded days.
 */
export async function recordFeeds(
  source: AnnouncingSource,
  { checkpoint, archives, expected }: Run,
): Promise<string[]> {
  const { kept_since } = await findSourceState(source.id)
  const feeds = Object.entries(checkpoint.feeds).filter(([, { failure, isWhole }]) => isWhole && failure === undefined)
  const isShown = feeds.some(([, { day, items }]) => day === expected && items > 0)
  const isBuilt = expected <= dayIn(ARXIV_ZONE, now())
  const isConfirmed = isShown || (isBuilt && source.announcements.closureReason(expected) === 'holiday')
  const byDay = new Map<string, { seen: number; learned: Learned }>()
  for (const [archive, { day, items, rejected, unread, rejectedBefore }] of feeds) {
    const shown = items > 0 ? day : isConfirmed ? expected : null
    if (shown === null || shown < (kept_since[archive] ?? shown)) continue
    const facts = byDay.get(shown) ?? { seen: 0, learned: {} }
    facts.seen += items
    facts.learned[archive] = {
      state: items > 0 ? 'announced' : 'empty',
      unaccounted: rejected,
      ...(unread && { unread }),
      isKnown: rejectedBefore !== undefined,
    }
    byDay.set(shown, facts)
  }
  for (const [day, { seen, learned }] of byDay) await recordDay(source, day, { archives, kept_since, seen, learned })
  return [...byDay.keys()].toSorted()
}

/** Derives the announcements of the days whose changes were read, and records these days. Returns them. */
export async function recordChanges(
  source: FeedSource,
  { checkpoint, archives }: Run,
  window: Window,
): Promise<string[]> {
  await keepSince(source, archives, { from: window.recoverFrom, until: window.recoverUntil })
  const { kept_since } = await findSourceState(source.id)
  const days = listOpenDays(source, window.recoverFrom, window.recoverUntil).filter(isDayLate)
  const isOutside = (archive: string) => window.recoverUntil < (kept_since[archive] ?? '')
  const keptOn = (day: string) => archives.filter((archive) => (kept_since[archive] ?? '') <= day || isOutside(archive))
  const kept = new Map(days.map((day) => [day, keptOn(day)]))
  const known = await findAnnouncementsSince(addDays(window.recoverFrom, -KNOWN_DAYS))
  const announcements = new Map(known.filter((one) => one.source === source.id).map((one) => [one.day, one]))
  const unread = await recoverDays(source, { days, kept, archives, announcements, unread: checkpoint.unread })
  for (const day of days) {
    // An archive with papers of the day is recorded as recovered.
    const learned = Object.fromEntries((kept.get(day) ?? []).map((archive) => [archive, EMPTY]))
    await recordDay(source, day, { archives, kept_since, seen: 0, learned, unaccounted: unread.get(day) ?? 0 })
  }
  return days
}

/** Requests the deliveries of `days`, oldest first, that have more papers or archives than at their last delivery. */
export async function deliverDays(source: AnnouncingSource, days: Iterable<string>, log: Log): Promise<void> {
  const wanted = new Set(days)
  const known = (await findAnnouncementsSince([...wanted].toSorted()[0] ?? '9999')).toReversed()
  const due: AnnouncementRecord[] = []
  for (const announcement of known) {
    if (announcement.source !== source.id || !wanted.has(announcement.day)) continue
    const { day, delivered } = announcement
    const papers = totalOf(announcement)
    // Readers of other sources, too, may have waited for this one, also if it has nothing.
    const isAwaited = known.some((one) => one.day === day && totalOf(one) > 0)
    const reason = !isAwaited ? 'no papers' : delivered === describeKnown(announcement) ? 'nothing further' : null
    if (reason === null) due.push(announcement)
    else log.info({ source: source.id, day, papers, reason }, 'no delivery requested')
  }
  if (due.length === 0) return
  await removeSamples()
  await computeVolumes()
  for (const announcement of due) {
    // An open job may be past what is new: the next run requests it again.
    if (await requestDelivery(announcement.day, log))
      await recordDelivered(announcement._id, describeKnown(announcement))
  }
}

interface DayFacts {
  archives: readonly string[]
  kept_since: Readonly<Record<string, string>>
  seen: number
  learned: Learned
  unaccounted?: number
}

async function recordDay(
  source: AnnouncingSource,
  day: string,
  { archives, kept_since, learned, ...facts }: DayFacts,
): Promise<void> {
  const required = archives.filter((archive) => (kept_since[archive] ?? '9999') <= day)
  // Without any paper the announcement may only be late, until its day is over.
  const isOver = day < dayIn(ARXIV_ZONE, now())
  const isComplete = (known: AnnouncementRecord['archives'], papers: number) =>
    required.every((archive) => known[archive] !== undefined) && (papers > 0 || isOver)
  await recordAnnouncement(source.id, day, { ...facts, archives: learned, complete: isComplete })
}

/** Days that reach the kept ones make the library begin with them. */
export async function keepSince(
  source: AnnouncingSource,
  archives: readonly string[],
  { from, until }: { from: string; until: string },
): Promise<void> {
  const { kept_since } = await findSourceState(source.id)
  const reaches = archives.filter((archive) => {
    const since = kept_since[archive]
    return since !== undefined && listOpenDays(source, addDays(until, 1), addDays(since, -1)).length === 0
  })
  await recordKeptSince(source.id, Object.fromEntries(reaches.map((archive) => [archive, from])))
}

/** Changes whenever a delivery of the day could have other contents, or other readers. */
const describeKnown = (announcement: AnnouncementRecord): string =>
  [extentOf(announcement), Object.keys(announcement.archives).length, isDayLate(announcement.day)].join(':')
