/** Positions of the papers of each category in the list of a day's papers. */
export type CategoryPositions = ReadonlyMap<string, readonly number[]>

/** Groups the papers of a day, by their positions, under each of their categories. */
export function groupByCategory(papers: readonly { category_ids: readonly string[] }[]): CategoryPositions {
  const byCategory = new Map<string, number[]>()
  for (const [position, { category_ids }] of papers.entries())
    for (const id of new Set(category_ids)) {
      const positions = byCategory.get(id)
      if (positions) positions.push(position)
      else byCategory.set(id, [position])
    }
  return byCategory
}

/** Returns 1 at the position of each of the `count` papers that is in one of the categories, 0 at the others. */
export function markCategories(byCategory: CategoryPositions, ids: Iterable<string>, count: number): Uint8Array {
  const marks = new Uint8Array(count)
  for (const id of ids) for (const position of byCategory.get(id) ?? []) marks[position] = 1
  return marks
}
