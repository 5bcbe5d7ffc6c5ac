import { now } from '../../platform/clock.ts'
import { readCounter, takeNumbers, TOPIC_CHANGES } from './counters.ts'
import { Papers, type PaperRecord } from './paperModel.ts'

/** Papers that are not yet assigned to categories, oldest change first. */
export const findUnprocessed = (limit: number): Promise<PaperRecord[]> =>
  Papers.find({ processed_at: null }).sort({ seq: 1 }).limit(limit).lean()

/** Stores the categories of papers. Skips papers that were changed after `seq`. */
export async function saveCategoryIds(
  papers: readonly { id: string; seq: number; category_ids: readonly string[] }[],
): Promise<void> {
  const at = now()
  await Papers.bulkWrite(
    papers.map(({ id, seq, category_ids }) => ({
      updateOne: { filter: { _id: id, seq }, update: { $set: { category_ids: [...category_ids], processed_at: at } } },
    })),
    { ordered: false },
  )
}

/** Adds a topic to papers that do not have it. Safe to repeat. */
export async function addTopic(ids: readonly string[], topicId: string): Promise<void> {
  await Papers.updateMany({ _id: { $in: [...ids] } }, { $addToSet: { category_ids: topicId } })
}

/** Adds a category to the papers of these codes that were announced last on `from` or later. Safe to repeat. */
export async function addCategoryOf(
  codes: readonly string[],
  { from, categoryId }: { from: string; categoryId: string },
): Promise<void> {
  // The codes of a paper are among its categories, which there is an index of.
  const ofCodes = { category_ids: { $in: [...codes] }, announced_on: { $gte: from } }
  await Papers.updateMany(ofCodes, { $addToSet: { category_ids: categoryId } })
}

/** A number that grows with each `recordTopicChange`. */
export const countTopicChanges = (): Promise<number> => readCounter(TOPIC_CHANGES)

/** Call it when a category is stored, and when it was added to papers: who has read them before reads them again. */
export async function recordTopicChange(): Promise<void> {
  await takeNumbers(TOPIC_CHANGES, 1)
}

/**
 * The ids of the records in a category (canonical code or id of a topic) that were announced last, the newest day first.
 * One may be a part of another paper.
 */
export async function findNewestIn(categoryId: string, limit: number): Promise<string[]> {
  const found = await Papers.find({ category_ids: categoryId, announced_on: { $ne: null } }, { _id: 1 })
    .sort({ announced_on: -1, _id: -1 })
    .limit(limit)
    .lean()
  return found.map(({ _id }) => _id)
}

/** Takes categories from all papers. Safe to repeat. */
export async function removeCategories(categoryIds: readonly string[]): Promise<void> {
  if (categoryIds.length === 0) return
  const ids = { $in: [...categoryIds] }
  await Papers.updateMany({ category_ids: ids }, { $pull: { category_ids: ids } })
}
