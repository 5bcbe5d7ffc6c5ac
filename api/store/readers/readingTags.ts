import { Items, listed } from './readingListModel.ts'

/** The tags on the reader's list with the number of items, the most used first, then by name. */
export async function findTags(userId: string): Promise<{ tag: string; count: number }[]> {
  const found = await Items.aggregate<{ _id: string; count: number }>([
    { $match: listed(userId) },
    { $unwind: '$tags' },
    { $group: { _id: '$tags', count: { $sum: 1 } } },
  ])
  return found
    .map(({ _id, count }) => ({ tag: _id, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'))
}
