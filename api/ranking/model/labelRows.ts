/** Random papers as the negative rows of a problem. */
interface NegativeRows {
  papers: number
  /** Row of each paper, by its id. */
  rows: ReadonlyMap<string, number>
}

/**
 * The labels and costs of a reader's examples, followed by the background. An example counts by the size of its weight;
 * its row in the background has the cost 0.
 */
export function labelRows(
  own: readonly { id: string; weight: number }[],
  background: NegativeRows,
  cost: { action: number; background: number },
): { labels: Int8Array; costs: Float32Array } {
  const labels = new Int8Array(own.length + background.papers).fill(-1)
  const costs = new Float32Array(labels.length).fill(cost.background)
  for (const [row, { id, weight }] of own.entries()) {
    if (weight > 0) labels[row] = 1
    costs[row] = cost.action * Math.abs(weight)
    const same = background.rows.get(id)
    if (same !== undefined) costs[own.length + same] = 0
  }
  return { labels, costs }
}
