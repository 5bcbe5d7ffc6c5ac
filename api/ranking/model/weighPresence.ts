import { authorFeature } from '../features/featuredPaper.ts'
import type { Background } from './background.ts'
import type { SparseRows } from './linearSvm.ts'
import type { Example } from './signals.ts'

/** Share of the presence of features in disliked papers that is taken off. */
const DISLIKED = 0.5

/**
 * Returns what having a feature adds to a paper, by column, whatever its value: n / (n + 1) · idf², where n is the weight
 * of the liked papers that have it, minus half of the same for the disliked. As in BM25 with the liked papers as the query
 * (S. Robertson and H. Zaragoza, 2009), a term counts little more when it is repeated: many shared terms say more than
 * one that is frequent, where a weight says the opposite. Authors have none: each is so rare that two of them would
 * outweigh the subject. Over the background the presence varies `share` times as much as what the weights add; `mean` is
 * what a paper of the background gets. All 0 without a background. `byOthers` is what the features of each example sum to
 * without this example.
 */
export function weighPresence(
  weights: Float32Array,
  examples: readonly Example[],
  { rows, ids }: { rows: SparseRows; ids: Uint32Array },
  background: Background,
  share: number,
): { values: Float32Array; mean: number; byOthers: Float32Array } {
  const liked = new Float32Array(weights.length)
  const disliked = new Float32Array(weights.length)
  for (const [row, { weight }] of examples.entries()) {
    const into = weight > 0 ? liked : disliked
    for (let cell = rows.starts[row]!; cell < rows.starts[row + 1]!; cell++)
      into[rows.cells[cell]!]! += Math.abs(weight)
  }
  const values = new Float32Array(weights.length)
  const authors = new Set(examples.flatMap(({ paper }) => paper.authors.map(authorFeature)))
  const own = new Set(rows.cells)
  /** The value of a column when `without` of the liked weight that has it is left out. */
  const valueOf = (column: number, without: number): number => {
    if (authors.has(ids[column]!)) return 0
    const rarity = Math.log((background.papers + 1) / ((background.counts[column] ?? 0) + 0.5))
    const gain = saturate(liked[column]! - without) - DISLIKED * saturate(disliked[column]!)
    return gain * Math.max(0, rarity) ** 2
  }
  for (const column of own) {
    values[column] = valueOf(column, 0)
  }
  const { starts, cells, values: cellValues } = background.matrix
  const presences = new Float32Array(background.papers)
  const decisions = new Float32Array(background.papers)
  for (let row = 0; row < background.papers; row++) {
    let presence = 0
    let decision = 0
    for (let cell = starts[row]!; cell < starts[row + 1]!; cell++) {
      const column = cells[cell]!
      presence += values[column]!
      decision += weights[column]! * cellValues[cell]!
    }
    presences[row] = presence
    decisions[row] = decision
  }
  const { mean, deviation } = spreadOf(presences)
  const factor = deviation === 0 ? 0 : (share * spreadOf(decisions).deviation) / deviation
  for (const column of own) values[column]! *= factor
  const byOthers = Float32Array.from(examples, ({ weight }, row) => {
    let sum = 0
    for (let cell = rows.starts[row]!; cell < rows.starts[row + 1]!; cell++)
      sum += valueOf(rows.cells[cell]!, Math.max(0, weight))
    return factor * sum
  })
  return { values, mean: factor * mean, byOthers }
}

const saturate = (count: number): number => Math.max(0, count) / (Math.max(0, count) + 1)

function spreadOf(values: Float32Array): { mean: number; deviation: number } {
  let sum = 0
  let squares = 0
  for (const value of values) {
    sum += value
    squares += value * value
  }
  const mean = sum / Math.max(1, values.length)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, values.length) - mean * mean)) }
}
