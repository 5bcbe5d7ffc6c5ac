import { READING_LIST_LIMIT_DEFAULT, TOTAL_EXACT_MAX } from '../../contract/limits.ts'
import type { Paper } from '../../contract/papers.ts'
import type {
  CitedSince,
  Item,
  ItemChanges,
  ItemInput,
  ReadingFilter,
  ReadingList,
  ReadingListQuery,
} from '../../contract/readingList.ts'
import { now } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { findPaper, findPapers, toPaper } from '../../store/papers/papers.ts'
import {
  addItem,
  changeItem,
  countReading,
  findItem,
  findItems,
  findItemTexts,
  removeItem,
  restoreItem,
  type ItemRecord,
} from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { foldWords } from '../../text/words.ts'
import { markTasteChanged } from '../ranking/tasteSignals.ts'
import { countCitedSince } from './citedSince.ts'
import { findSpellings, spellAsOnList } from './readingTags.ts'

/**
 * Returns one page of the reader's list, and the number of papers per status. Every word of `q` must be a prefix of a
 * word of the item.
 */
export async function getReadingList(user: UserRecord, query: ReadingListQuery): Promise<ReadingList> {
  const { sort = 'added', skip = 0, limit = READING_LIST_LIMIT_DEFAULT, ...filter } = query
  const matching = await toItemFilter(user._id, filter)
  const [{ items, total }, counts] = await Promise.all([
    findItems(user._id, { ...matching, sort, skip, limit }),
    countReading(user._id),
  ])
  return {
    items: await toItems(items),
    total: Math.min(total, TOTAL_EXACT_MAX),
    ...(total > TOTAL_EXACT_MAX && { total_is_lower_bound: true }),
    skip,
    limit,
    counts,
  }
}

/** One item of the reader's list. Throws "not-found" for an unknown id, a removed item and another reader's item. */
export async function getReadingItem(user: UserRecord, id: string): Promise<Item> {
  const item = await findItem(user._id, id)
  if (item === null) throw itemNotFound()
  return toItemNow(item)
}

/** What the store is asked for to find the items that a reader asks for: words and tags are looked up. */
export async function toItemFilter(userId: string, { q, tag, ...filter }: Omit<ReadingFilter, 'sort'>) {
  const words = foldWords(q ?? '')
  return {
    ...filter,
    ids: words.length > 0 ? await findMatches(userId, words) : undefined,
    tags: tag === undefined ? undefined : await findSpellings(userId, tag),
  }
}

async function findMatches(userId: string, words: readonly string[]): Promise<string[]> {
  const texts = await findItemTexts(userId)
  return texts.flatMap(({ id, text }) => {
    const itemWords = foldWords(text)
    return words.every((word) => itemWords.some((itemWord) => itemWord.startsWith(word))) ? [id] : []
  })
}

/** Adds a paper of the library to the list. A paper already on the list is not changed. Throws "not-found". */
export async function saveToList(user: UserRecord, input: ItemInput): Promise<{ item: Item; created: boolean }> {
  const { paper_id, tags, ...words } = input
  const stored = await findPaper(paper_id)
  if (stored === null) throw new AppError('not-found', 'This paper is not in the library.')
  const paper = toPaper(stored)
  const spelled = tags !== undefined && { tags: await spellAsOnList(user._id, tags) }
  const { record_ids } = stored
  const { item, created } = await addItem(user._id, { paper, record_ids, ...words, ...spelled }, now())
  if (created) await markTasteChanged(user._id)
  return { item: toItem(item, paper), created }
}

/** Changes the given fields only. Throws "not-found", and "conflict" with the current item if `version` is outdated. */
export async function changeOnList(user: UserRecord, id: string, changes: ItemChanges): Promise<Item> {
  const { tags } = changes
  const spelled = tags !== undefined && { tags: await spellAsOnList(user._id, tags) }
  const changed = await changeItem(user._id, id, { ...changes, ...spelled }, now())
  if (changed !== null) {
    if (changes.notes !== undefined) await markTasteChanged(user._id)
    return toItemNow(changed)
  }
  const current = await getReadingItem(user, id)
  throw new AppError('conflict', 'This was changed in another window. Nothing was overwritten.', { current })
}

/** Removes an item, or does nothing if it is already removed. Throws "not-found" if it is not the reader's. */
export async function removeFromList(user: UserRecord, id: string): Promise<void> {
  if (!(await removeItem(user._id, id, now()))) throw itemNotFound()
  await markTasteChanged(user._id)
}

/** Restores an item that was removed in the last 30 days, with its note and tags. Throws "not-found". */
export async function restoreToList(user: UserRecord, id: string): Promise<Item> {
  const item = await restoreItem(user._id, id, now())
  if (item === null) throw itemNotFound()
  await markTasteChanged(user._id)
  return toItemNow(item)
}

/** Returns the items with the current records of their papers. */
export async function toItems(records: readonly ItemRecord[]): Promise<Item[]> {
  const papers = await findPapers(records.map(({ paper_id }) => paper_id))
  const cited = await countCitedSince(
    records,
    records.map(({ paper_id }) => papers.get(paper_id)?.id ?? paper_id),
  )
  return records.map((record, at) => toItem(record, papers.get(record.paper_id), cited[at]))
}

async function toItemNow(record: ItemRecord): Promise<Item> {
  const stored = await findPaper(record.paper_id)
  const [cited] = await countCitedSince([record], [stored?._id ?? record.paper_id])
  return toItem(record, stored === null ? undefined : toPaper(stored), cited)
}

/** Without `paper` (no longer in the library), uses the snapshot from when the item was saved. */
function toItem(record: ItemRecord, paper: Paper = record.snapshot, cited?: CitedSince): Item {
  const savedVersion = record.snapshot.version ?? 0
  return {
    id: record._id,
    paper,
    status: record.status,
    notes: record.notes,
    tags: record.tags,
    version: record.version,
    added_at: record.added_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
    ...(savedVersion > 0 &&
      paper.version !== null &&
      paper.version > savedVersion && { newer_version: paper.version, saved_version: savedVersion }),
    withdrawn: paper.withdrawn,
    ...(cited && { cited_since: cited }),
    ...(record.found_by && { found_by: record.found_by }),
  }
}

const itemNotFound = () => new AppError('not-found', 'This is not on your reading list.')
