import { DELIVERIES_KEPT_DAYS } from '../../contract/limits.ts'
import { addDays, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { isEarlierDayWaiting } from '../../store/jobs/jobLists.ts'
import { countAnnounced, findAnnouncementsOf } from '../../store/papers/announcements.ts'
import { pruneDeliveries } from '../../store/readers/deliveryWrites.ts'
import { deleteOldLogs } from '../../store/jobs/jobLog.ts'
import { deleteExpiredItems } from '../../store/readers/readingList.ts'
import { countReaders, findReaders, type IdRange, type Reader } from '../../store/readers/users.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { readDay, renewTopics, type DayPapers } from './dayPapers.ts'
import { isDeliverable } from '../days/deliverable.ts'
import { deliverToReaders } from './delivery.ts'

const PAGE = 500
/** From this many readers on, workers share the readers of a day. */
const SHARED_FROM = 2_000
const PRUNE_PAGE = 1_000

const EVERYBODY: IdRange = { after: '', until: '\u{10FFFF}' }
/** Ids of users are random hexadecimal digits, so these ranges have about equally many. */
const RANGES: readonly IdRange[] = [...'0123456789abcdef'].map((digit, index, digits) => ({
  after: index === 0 ? EVERYBODY.after : digit,
  until: digits[index + 1] ?? EVERYBODY.until,
}))

export interface DeliverInput {
  day: string
  /** Set for a part of the job: only these readers. */
  range?: IdRange
}

interface DeliverCheckpoint {
  after: string
  done: number
}

/**
 * Delivers `day` to every user whose archives are complete on it; with many users as parts that any worker takes. Resumes
 * after the user in the checkpoint; existing cards are kept. Papers that are stored meanwhile are delivered, too. Then
 * deliveries that are too old are pruned, and papers that were removed from a reading list and logs of jobs that ended too long ago deleted. Throws "unavailable" while the cards of an earlier day are made: a paper
 * announced on both days belongs to the earlier one.
 */
export async function deliverAll(
  { day, range }: DeliverInput,
  run: JobContext,
  { sharedFrom = SHARED_FROM, page = PAGE } = {},
): Promise<void> {
  if (range !== undefined) return deliverToRange(day, { range, run, page })
  if (await isEarlierDayWaiting(day))
    throw new AppError('unavailable', 'The cards of an earlier day are made first.', { retryAfter: 1, refused: true })
  const total = await countReaders(EVERYBODY)
  if (total < sharedFrom) await deliverToRange(day, { range: EVERYBODY, run, page })
  else
    await run.share(
      RANGES.map((one) => ({ day, range: one })),
      { total, unit: 'readers', step: stepOf(day) },
    )
  await prune(addDays(day, -DELIVERIES_KEPT_DAYS), run)
  await deleteExpiredItems(now())
  await deleteOldLogs(now())
}

interface ReadersOfRun {
  range: IdRange
  run: JobContext
  /** Readers whose deliveries are stored in one write. */
  page: number
}

async function deliverToRange(day: string, readers: ReadersOfRun): Promise<void> {
  for (let resumed = readers.run.checkpoint as DeliverCheckpoint | null; ; resumed = null) {
    const dayPapers = await readDay(day)
    await deliverPages(dayPapers, { ...readers, resumed })
    if ((await countAnnounced(day)) <= dayPapers.total) return
  }
}

async function deliverPages(
  read: DayPapers,
  { range, resumed, run, page }: ReadersOfRun & { resumed: DeliverCheckpoint | null },
): Promise<void> {
  const { day } = read
  let dayPapers = read
  const announcements = await findAnnouncementsOf(day)
  const total = await countReaders(range)
  let { after, done } = resumed ?? { after: range.after, done: 0 }
  for (;;) {
    run.signal.throwIfAborted()
    const readers = await findReaders({ ...range, after }, page)
    const last = readers.at(-1)
    if (last === undefined) break
    dayPapers = await renewTopics(dayPapers)
    const complete = readers.filter(({ category_ids }) => isDeliverable(category_ids, announcements))
    await deliverPage(complete, dayPapers, run)
    logPostponed(readers, { complete: new Set(complete), day, run })
    after = last._id
    done += readers.length
    await run.save({ after, done })
    await run.progress({ done, total: Math.max(done, total), unit: 'readers', step: stepOf(day) })
  }
  await run.progress({ done, total: done, unit: 'readers', step: stepOf(day) })
}

async function deliverPage(readers: readonly Reader[], dayPapers: DayPapers, run: JobContext): Promise<void> {
  const { day } = dayPapers
  for (const [user_id, { added, isUnchanged }] of await deliverToReaders(readers, dayPapers, run.log)) {
    run.count('delivered', added)
    run.count('readers', 1)
    if (!isUnchanged) continue
    run.count('unchanged', 1)
    run.log.info({ user_id, day, reason: 'up to date' }, 'delivery skipped')
  }
}

function logPostponed(
  readers: readonly Reader[],
  { complete, day, run }: { complete: ReadonlySet<Reader>; day: string; run: JobContext },
): void {
  for (const reader of readers)
    if (!complete.has(reader))
      run.log.info({ user_id: reader._id, day, reason: 'an archive is missing' }, 'delivery postponed')
}

const stepOf = (day: string) => `cards of ${day}`

/** Reduces the deliveries from before `day` to their counts. */
async function prune(day: string, run: JobContext): Promise<void> {
  let pruned: number
  do {
    run.signal.throwIfAborted()
    pruned = await pruneDeliveries(day, PRUNE_PAGE)
    if (pruned > 0) run.count('pruned', pruned)
  } while (pruned > 0)
}
