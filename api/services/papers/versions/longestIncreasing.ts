/** The positions of a longest increasing subsequence, in n log n steps: thousands of authors may be sorted anew. */
export function longestIncreasing(values: readonly (number | undefined)[]): Set<number> {
  const ends: number[] = []
  const before = new Map<number, number | undefined>()
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before.set(index, ends[low - 1])
    ends[low] = index
  }
  const positions = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) positions.add(at)
  return positions
}
