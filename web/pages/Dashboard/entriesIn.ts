import type { Dashboard, DayEntry } from '#api/contract/dashboard.ts'

/** Returns the entries of the day that are in a category, match the followed search or belong to the interest with this id. */
export function entriesIn(
  { outline, topics = [], strands = [] }: Pick<Dashboard, 'outline' | 'topics' | 'strands'>,
  id: string,
): DayEntry[] {
  const topic = [...topics, ...strands].find((one) => one.id === id)
  const matching = new Set(topic?.paper_ids)
  return topic
    ? outline.filter(({ paper_id }) => matching.has(paper_id))
    : outline.filter(({ categories }) => categories.includes(id))
}
