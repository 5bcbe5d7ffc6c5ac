import type { Dashboard, DayEntry } from '#api/contract/dashboard.ts'

/** Returns the entries of the day that are in a category, or match the followed search with this id. */
export function entriesIn({ outline, topics }: Pick<Dashboard, 'outline' | 'topics'>, id: string): DayEntry[] {
  const topic = topics?.find((one) => one.id === id)
  const matching = new Set(topic?.paper_ids)
  return topic
    ? outline.filter(({ paper_id }) => matching.has(paper_id))
    : outline.filter(({ categories }) => categories.includes(id))
}
