import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { AnnouncingSource, FeedSource } from '../../sources/source.ts'
import { findAnnouncement, totalOf } from '../../store/papers/announcements.ts'
import { findUnfilled } from '../../store/papers/papers.ts'
import { recordFailure, recordSuccess, type SourceState } from '../../store/sources/sources.ts'
import { archivesOf } from '../../text/taxonomy/taxonomy.ts'
import { findMissingDays, isDayLate } from '../days/dayStates.ts'
import type { Product } from '../product.ts'
import { deliverDays, recordChanges, recordFeeds } from './announcements.ts'
import { placeChanges } from './feedBatch.ts'
import { restart, resumeSource, type IngestCheckpoint, type StepFailure, type Window } from './ingestCheckpoint.ts'
import type { IngestInput } from './ingestCheckpoint.ts'
import { categorisePapers } from './processing.ts'
import { readStep, type SourceContext } from './readStep.ts'

/** Seconds until a back-fill looks again whether the feeds show the announcement that it waits for. */
const FEED_AWAITED_S = 1_800

/** Reads a source with feeds. Returns why steps failed, in sentences. */
export async function ingestFeeds(
  product: Pick<Product, 'index'>,
  source: FeedSource,
  context: SourceContext,
): Promise<string[]> {
  const { input, run, checkpoint, state, categories } = context
  const archives = archivesOf(categories)
  const expected = source.announcements.expectedDay(now())

  const validators = input.fresh ? undefined : state.validators
  resumeSource(checkpoint, source.id, expected)
  // Feeds that an earlier run has read are not read again when only its failed part is retried.
  const unread = checkpoint.step === 'current' && !checkpoint.cursor ? notIn(categories, checkpoint.feeds) : categories
  if (unread.length > 0)
    await readStep(
      'current',
      context,
      source,
      (reading) => source.announcements.readCurrent({ ...reading, categories: unread, validators }),
      {
        // A feed that fails does not hold back what the others have.
        onRound: async () => {
          // Before the day can be delivered: two records of one paper must not be two cards.
          await categorisePapers(product, run)
          const read = await recordFeeds(source, { checkpoint, archives, expected })
          await deliverDays(source, read, run.log)
        },
      },
    )
  await categorisePapers(product, run)
  const days = new Set(await recordFeeds(source, { checkpoint, archives, expected }))

  const missing = await findMissingDays(source, {
    from: addDays(expected, -LOOK_BACK_DAYS),
    until: expected,
    archives,
  })
  const isTooEarly = (input.from !== undefined || missing.length > 0) && (await isFeedAwaited(source, expected))
  // A run that resumes behind that step, perhaps days later, does not read the days that are missing now.
  if (checkpoint.step !== 'fill' && !isTooEarly && !checkpoint.areChangesRead)
    checkpoint.window ??= findWindow(input, state, { expected, missing })
  const { window } = checkpoint
  if (window) {
    await readStep(
      'changes',
      context,
      source,
      (reading) => source.announcements.readChanges({ ...reading, categories, ...window }),
      { place: (page) => placeChanges(source.id, page) },
    )
    await categorisePapers(product, run)
    if (!checkpoint.failed.changes)
      for (const day of await recordChanges(source, { checkpoint, archives, expected }, window)) days.add(day)
  }
  // One interface that could be read is enough to continue; when there was none, the job is retried.
  const { failed } = checkpoint
  if (failed.current && (!window || failed.changes)) {
    await recordFailure(source.id, failed.current.message)
    throw unreadable(failed.current, failed.changes)
  }
  await categorisePapers(product, run)
  await deliverDays(source, days, run.log)

  const unfilled = await findUnfilled(source.id, addDays(expected, -LOOK_BACK_DAYS))
  const { lookUp } = source
  if (unfilled.length > 0 && lookUp !== undefined)
    await readStep('fill', context, source, (reading) => lookUp.readByIds(unfilled, reading))
  await categorisePapers(product, run)
  const failures = describeFailures(checkpoint)
  const postponed = isTooEarly && window === undefined ? describePostponed(expected) : null
  if (postponed !== null && input.from !== undefined) {
    restart(checkpoint)
    await run.save(checkpoint)
    throw new AppError('source-unavailable', postponed, { retryAfter: FEED_AWAITED_S, refused: true })
  }
  await recordSuccess(source.id, {
    archives,
    ...(failures.length > 0 && { failure: failures.join(' ') }),
    // An empty response does not advance the watermark: arXiv sends empty responses under load.
    ...(checkpoint.changed > 0 && window && !failed.changes && { watermark: window.until }),
  })
  // A run that was asked for older days is partial; the schedule reads them later by itself.
  return postponed !== null && input.days_back !== undefined ? [...failures, postponed] : failures
}

/**
 * Whether the feeds do not show the announcement of `expected` yet, which was published the evening before. OAI-PMH does:
 * a paper that was cross-listed in it would be recovered as one of an older day in its new category. From the hour on
 * from which that day is late, it is recovered, too.
 */
async function isFeedAwaited(source: AnnouncingSource, expected: string): Promise<boolean> {
  const announcement = await findAnnouncement(source.id, expected)
  return !isDayLate(expected) && (announcement === null || totalOf(announcement) === 0)
}

/** The categories of archives whose feed is not among `feeds`. */
const notIn = (categories: readonly string[], feeds: IngestCheckpoint['feeds']): readonly string[] =>
  categories.filter((category) => archivesOf([category]).some((archive) => feeds[archive] === undefined))

const describePostponed = (expected: string) =>
  `Older days are read once the feeds show the announcement of ${expected}, soon after midnight Eastern.`

/** The error of a run that could read neither the feeds nor the changes. */
function unreadable(current: StepFailure, changes: StepFailure | undefined): AppError {
  const waits = [current, changes].flatMap((failure) => failure?.retryAfter ?? [])
  return new AppError('source-unavailable', current.message, {
    ...(waits.length > 0 && { retryAfter: Math.max(...waits) }),
    refused: current.refused === true && changes?.refused !== false,
  })
}

const listFormat = new Intl.ListFormat('en-GB')

function describeFailures({ failed, feeds }: IngestCheckpoint): string[] {
  const unread = Object.values(feeds).filter(({ failure }) => failure !== undefined)
  const ofFeeds = [...Map.groupBy(unread, ({ failure }) => failure)].map(([cause, same]) => {
    const archives = listFormat.format(same.map(({ archive }) => archive))
    return `The ${same.length === 1 ? 'feed' : 'feeds'} of ${archives} could not be read: ${cause}`
  })
  // A request that was not sent has no cause of its own.
  const ofSteps = Object.values(failed).filter(({ refused }) => ofFeeds.length === 0 || refused !== true)
  return [...ofFeeds, ...ofSteps.map(({ message }) => message)]
}

/** The days whose changes to read; undefined when no day is missing. */
function findWindow(
  { days_back, from, until: last }: IngestInput,
  { watermark }: SourceState,
  { expected, missing }: { expected: string; missing: readonly string[] },
): Window | undefined {
  const until = dayIn('UTC', now())
  if (from !== undefined && last !== undefined)
    return { from: addDays(from, -1), until, recoverFrom: from, recoverUntil: last < expected ? last : expected }
  const isBehind = watermark === null || watermark < addDays(until, -1)
  const [oldest] = missing
  if (days_back === undefined && !isBehind && oldest === undefined) return undefined
  // One day of overlap, because papers may be added to a day after it was read; always includes the expected day,
  // for new categories.
  const read = addDays(watermark !== null && watermark < expected ? watermark : expected, -1)
  const requested = days_back === undefined ? read : addDays(expected, -days_back)
  // The day before the oldest day that can be missing: papers may be added to a day after it was read.
  const earliest = addDays(expected, -Math.max(LOOK_BACK_DAYS, days_back ?? 0) - 1)
  const [first = read] = [read, requested, ...(oldest === undefined ? [] : [addDays(oldest, -1)])].toSorted()
  const start = first < earliest ? earliest : first
  return { from: start, until, recoverFrom: start, recoverUntil: expected }
}
