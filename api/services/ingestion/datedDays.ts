import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import { addDays, now } from '../../platform/clock.ts'
import type { DatedSource, SourcePage, SourceRecord } from '../../sources/source.ts'
import { countByArchive } from '../../store/papers/announcedCounts.ts'
import {
  findAnnouncement,
  findAnnouncementsSince,
  recordAnnouncement,
  type AnnouncementRecord,
  type LearnedDay,
} from '../../store/papers/announcements.ts'
import { findJournalIds, findSourceCodes } from '../../store/papers/categories.ts'
import { findPapersAnnounced } from '../../store/papers/paperLookup.ts'
import { findSourceState, recordFailure, recordSuccess } from '../../store/sources/sources.ts'
import { AppError } from '../../platform/errors.ts'
import { archivesOf, isJournalCode, isSubjectCode } from '../../text/taxonomy/taxonomy.ts'
import { findMissingDays, isDayLate } from '../days/dayStates.ts'
import { findUncovered } from '../days/followedCategories.ts'
import type { Product } from '../product.ts'
import { deliverDays, keepSince } from './announcements.ts'
import type { IngestCheckpoint } from './ingestCheckpoint.ts'
import { categorisePapers } from './processing.ts'
import { readStep, type SourceContext } from './readStep.ts'

type ClosedDays = ReadonlyMap<string, AnnouncementRecord>

/**
 * Reads the days of a source whose records are dated: the newest one with those before it, missed ones, and those that
 * were asked for. All of its papers are stored, or those of the followed categories. Throws "source-unavailable" before a
 * day is recorded that was not read to its end.
 */
export async function ingestDated(
  product: Pick<Product, 'index'>,
  source: DatedSource,
  context: SourceContext,
): Promise<void> {
  const { run, checkpoint, categories, state } = context
  const archives = archivesOf(categories)
  const expected = source.announcements.expectedDay(now())
  if (checkpoint.dated === undefined && !(await isDue(source, { ...context, archives, expected }))) return
  checkpoint.dated ??= await findRange(source, { ...context, archives, expected })
  const { from, until } = checkpoint.dated
  const closed = await findClosedDays(source, { from, expected })
  const followed = new Set(categories)
  const fresh = new Set(findUncovered(source, state, categories))
  await readStep(
    'days',
    context,
    source,
    (reading) => source.announcements.readDays({ ...reading, categories, from, until }),
    { place: async (page) => placeLate(source, await withCategoryIds(page), { closed, expected, followed, fresh }) },
  )
  const { days: failure } = checkpoint.failed
  if (failure) {
    await recordFailure(source.id, failure.message)
    const { message, retryAfter, refused } = failure
    throw new AppError('source-unavailable', message, { ...(retryAfter !== undefined && { retryAfter }), refused })
  }
  // Before the days can be delivered: two records of one paper must not be two cards.
  await categorisePapers(product, run)
  const days = await recordDays(source, { from, until, archives, checkpoint, closed })
  await deliverDays(source, days, run.log)
  await recordSuccess(source.id, { archives, categories, watermark: until })
}

type DueDays = SourceContext & { archives: readonly string[]; expected: string }

/** Whether a run that is not for certain days has something to read: the feeds of another source are asked all day. */
async function isDue(source: DatedSource, due: DueDays): Promise<boolean> {
  const { input, archives, expected } = due
  if (input.days_back !== undefined || input.from !== undefined) return true
  if (findUncovered(source, due.state, due.categories).length > 0) return true
  const newest = await findAnnouncement(source.id, expected)
  return newest?.complete !== true || (await findMissing(source, archives, expected)).length > 0
}

const findMissing = (source: DatedSource, archives: readonly string[], expected: string): Promise<string[]> =>
  findMissingDays(source, { from: addDays(expected, -LOOK_BACK_DAYS), until: expected, archives })

/** The days to read: from the oldest of those of the overlap, the missing ones and those that were asked for. */
async function findRange(
  source: DatedSource,
  { input, archives, expected }: DueDays,
): Promise<{ from: string; until: string }> {
  const { earliestDay } = source.announcements
  const since = (day: string) => (day < earliestDay ? earliestDay : day)
  if (input.from !== undefined && input.until !== undefined)
    return { from: since(input.from), until: input.until < expected ? input.until : expected }
  const { kept_since } = await findSourceState(source.id)
  const [begun = expected] = archives.flatMap((archive) => kept_since[archive] ?? []).toSorted()
  const missing = await findMissing(source, archives, expected)
  // Papers may have been added to the days before a missed one, too, while nothing was read.
  const overlap = addDays(missing[0] ?? expected, -source.announcements.overlapDays)
  const wanted = input.days_back === undefined ? [] : [addDays(expected, -input.days_back)]
  const [from = expected] = [overlap < begun ? begun : overlap, ...wanted].toSorted()
  return { from: since(from), until: expected }
}

/** The days that were read to their end before this run, of those that are read and those of late papers. */
async function findClosedDays(
  { id, announcements: { lateDays } }: DatedSource,
  { from, expected }: { from: string; expected: string },
): Promise<ClosedDays> {
  const [since = from] = [from, addDays(expected, -lateDays)].toSorted()
  const announcements = await findAnnouncementsSince(since)
  const closed = announcements.filter(({ source, complete }) => source === id && complete)
  return new Map(closed.map((one) => [one.day, one]))
}

/** The papers with the categories of their journals, which have several codes each. Other journals and subjects are no categories. */
async function withCategoryIds(page: SourcePage): Promise<SourcePage> {
  const codes = [...new Set(page.records.flatMap(({ categories }) => categories))]
  const [journals, subjects] = await Promise.all([
    findJournalIds(codes.filter(isJournalCode)),
    findSourceCodes(codes.filter(isSubjectCode)),
  ])
  const idsOf = (code: string): string | readonly string[] => {
    if (isJournalCode(code)) return journals.get(code) ?? []
    return isSubjectCode(code) && !subjects.includes(code) ? [] : code
  }
  const records = page.records.map((record) => {
    const categories = [...new Set(record.categories.flatMap(idsOf))]
    return { ...record, categories, primary_category: categories[0] ?? null }
  })
  return { ...page, records }
}

interface Placing {
  closed: ClosedDays
  expected: string
  followed: ReadonlySet<string>
  /** Those of them that are read for the first time. */
  fresh: ReadonlySet<string>
}

/**
 * Gives papers that turn up after their day was read the day that is read now, so that a mail has them. If that was
 * read, too, they are left for the next one, whose reading includes them. Older days keep their papers: they are no news.
 * Neither are those of a category before it was followed, and a version that was posted by the day on which an earlier
 * one is announced.
 */
async function placeLate(
  { announcements: { lateDays, overlapDays } }: DatedSource,
  page: SourcePage,
  { closed, expected, followed, fresh }: Placing,
): Promise<SourcePage> {
  const stored = await findPapersAnnounced(page.records.map(({ id }) => id))
  const isClosed = closed.has(expected)
  // When they are left for the next reading, it must include their day.
  const first = addDays(expected, isClosed ? 1 - overlapDays : -lateDays)
  const place = (record: SourceRecord): SourceRecord | null => {
    const announcements = stored.get(record.id)?.announcements ?? []
    const known = announcements.find(({ version }) => version === record.version)
    if (known) return { ...record, announced_on: known.on, announce_type: known.type }
    const { announced_on: day, categories } = record
    if (day === null) return record
    if (announcements.some(({ on, version }) => on >= day && (version ?? 0) < (record.version ?? 0)))
      return { ...record, announced_on: null, announce_type: null }
    // A paper of a server has the server as a category, too, which only some follow.
    const isFresh = fresh.size > 0 && categories.every((code) => fresh.has(code) || !followed.has(code))
    if (isFresh || !closed.has(day) || day < first) return record
    return isClosed ? null : { ...record, announced_on: expected }
  }
  return { ...page, records: page.records.flatMap((record) => place(record) ?? []) }
}

interface ReadDays {
  from: string
  until: string
  archives: readonly string[]
  checkpoint: IngestCheckpoint
  closed: ClosedDays
}

/** Records the days that were read to their end. Returns them. */
async function recordDays(
  source: DatedSource,
  { from, until, archives, checkpoint, closed }: ReadDays,
): Promise<string[]> {
  const days: string[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const papers = (await countByArchive(source.id, day)).size
    const unaccounted = checkpoint.rejectedOn?.[day]?.length ?? 0
    if (papers === 0 && !isDayLate(day) && !(source.announcements.mayBeEmpty(day) && unaccounted === 0)) continue
    const learn = (archive: string): LearnedDay => {
      // A day that was read keeps how it was read.
      const before = closed.get(day)?.archives[archive]?.state ?? (isDayLate(day) ? 'recovered' : 'announced')
      return { state: papers + unaccounted === 0 ? 'empty' : before === 'empty' ? 'recovered' : before, unaccounted }
    }
    const byArchive = Object.fromEntries(archives.map((archive) => [archive, learn(archive)]))
    await recordAnnouncement(source.id, day, { seen: 0, archives: byArchive, complete: true })
    days.push(day)
  }
  await keepSince(source, archives, { from, until })
  return days
}
