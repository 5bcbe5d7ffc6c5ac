import { LOOK_BACK_DAYS } from '../../contract/limits.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { addDays, dayIn, now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { findAnnouncementsSince } from '../../store/papers/announcements.ts'
import { findAllCategories, type CategoryRecord } from '../../store/papers/categories.ts'
import { findAliases, processAgain } from '../../store/papers/joins.ts'
import { countTopicChanges, findUnprocessed, saveCategoryIds } from '../../store/papers/paperCategories.ts'
import { type PaperRecord } from '../../store/papers/papers.ts'
import { computeVolumes } from './categories.ts'
import { catchUp } from '../search/indexing.ts'
import { findMatches } from '../search/savedSearchMatches.ts'
import { requestJob } from '../jobs/jobs.ts'
import { joinPapers, joinUncompared } from '../joining/joinPapers.ts'
import type { Product } from '../product.ts'
import { readTerms } from '../ranking/paperTerms.ts'

const BATCH = 500

/**
 * Assigns categories to unprocessed papers, updates the search index, and requests the deliveries of the days that have
 * newly categorised papers. Safe to repeat.
 */
export async function processPapers(product: Pick<Product, 'index'>, run: JobContext): Promise<void> {
  run.count('processed', 0)
  const days = await categorisePapers(product, run)
  await catchUp(product)
  await computeVolumes()
  const since = addDays(dayIn('UTC', now()), -LOOK_BACK_DAYS)
  for (const { day, complete } of await findAnnouncementsSince(since)) {
    if (!days.has(day)) continue
    if (complete) await requestDelivery(day, run.log)
    else run.log.info({ day, reason: 'not complete' }, 'no delivery requested')
  }
  if (days.size === 0) run.log.info({ reason: 'no unprocessed paper was announced' }, 'no delivery requested')
}

/** Queues the delivery job of `day`. Returns false if one is open already. */
export async function requestDelivery(day: string, log: Log): Promise<boolean> {
  const isQueued = await requestJob({
    kind: 'deliver',
    input: { day },
    dedupe_key: `deliver:${day}`,
    requested_by: 'schedule',
  })
  log.info({ day }, isQueued ? 'delivery requested' : 'delivery already requested')
  return isQueued
}

/** Compares the records of a library of an earlier version with each other: all of them, at the first run after it. */
async function compareStored(run: JobContext): Promise<void> {
  let done = 0
  for (let count = BATCH; count === BATCH;) {
    run.signal.throwIfAborted()
    count = await joinUncompared(BATCH)
    done += count
    if (count > 0) await run.progress({ done, unit: 'papers', step: 'looking for several records of one paper' })
  }
}

/**
 * Joins every unprocessed record with others of its paper, and assigns it to categories. Returns the days on which these
 * records were announced.
 */
export async function categorisePapers(product: Pick<Product, 'index'>, run: JobContext): Promise<Set<string>> {
  const days = new Set<string>()
  let done = 0
  await compareStored(run)
  for (;;) {
    run.signal.throwIfAborted()
    const papers = await findUnprocessed(BATCH)
    if (papers.length === 0) return days
    const ids = papers.map(({ _id }) => _id)
    // A record that is joined has changed by that, and so is in the next batch again.
    await joinPapers(ids)
    const changes = await countTopicChanges()
    // Read for each batch: a topic may have been created meanwhile.
    const sorter = createSorter(await findAllCategories())
    // Topics are matched by a search, so these papers must be indexed first.
    if (sorter.topics.length > 0) await catchUp(product)
    const topics = await matchTopics(product, sorter.topics, papers)
    await saveCategoryIds(
      papers.map((paper) => ({
        id: paper._id,
        seq: paper.seq,
        category_ids: [...sorter.categoriesOf(paper), ...(topics(paper._id) ?? [])],
      })),
    )
    if ((await countTopicChanges()) !== changes) {
      // A topic that was created since may have been added to these papers before their categories were stored.
      await processAgain(ids)
      continue
    }
    await readTerms(papers)
    for (const { announcements } of papers) for (const { on } of announcements) days.add(on)
    done += papers.length
    run.count('processed', papers.length)
    await run.progress({ done, unit: 'papers', step: 'sorting into categories' })
  }
}

/** Returns a function that maps a paper's source codes to category ids, and the topics, which are matched by search. */
export function createSorter(categories: readonly CategoryRecord[]) {
  const byCode = Map.groupBy(
    categories.flatMap(({ _id, source_codes }) =>
      Object.values(source_codes)
        .flatMap((codes) => codes ?? [])
        .map((code) => ({ code, _id })),
    ),
    ({ code }) => code,
  )
  return {
    /** Categories that are matched by their query. */
    topics: categories.flatMap(({ _id, query }) => (query ? [{ id: _id, query }] : [])),
    categoriesOf: ({ categories: codes }: Pick<PaperRecord, 'categories'>): string[] => [
      ...new Set(codes.flatMap((code) => [code, ...(byCode.get(code) ?? []).map(({ _id }) => _id)])),
    ],
  }
}

/** Returns the topics whose query matches the paper of a record. Of the records of a paper one is in the index. */
async function matchTopics(
  product: Pick<Product, 'index'>,
  topics: readonly { id: string; query: string }[],
  papers: readonly PaperRecord[],
): Promise<(id: string) => readonly string[] | undefined> {
  const found = new Map<string, string[]>()
  const { paperOf } = await findAliases(papers.map(({ _id }) => _id))
  const within = [...new Set(papers.map(({ _id }) => paperOf(_id)))]
  for (const { id, query } of topics)
    for (const paperId of await findMatches(product, query, { within }))
      found.set(paperId, [...(found.get(paperId) ?? []), id])
  return (id) => found.get(paperOf(id))
}
