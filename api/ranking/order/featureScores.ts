import type { Taste } from '../model/taste.ts'
import type { DayIndex } from './dayIndex.ts'

/**
 * Calls `run` while the day has the weights of a taste in its dense array: one look-up per weight of the reader, instead
 * of one per feature of each paper, and no allocation of the size of the vocabulary.
 */
export function withWeights<T>(day: DayIndex, { features, presence }: Taste, run: () => T): T {
  const { columns } = day.matrix
  const touched = new Int32Array(features.ids.length)
  for (let at = 0; at < touched.length; at++) {
    const column = columns.find(features.ids[at]!)
    touched[at] = column
    if (column === -1) continue
    day.weights[2 * column] = features.values[at]!
    day.weights[2 * column + 1] = presence[at]!
  }
  try {
    return run()
  } finally {
    for (let at = 0; at < touched.length; at++) {
      const column = touched[at]!
      if (column === -1) continue
      day.weights[2 * column] = 0
      day.weights[2 * column + 1] = 0
    }
  }
}

/**
 * Returns the value of the linear model for the papers at `positions`, within `withWeights`. A paper in `known` (by
 * position, of `findLearned`) has the value that is given there.
 */
export function scoreFeatures(
  day: DayIndex,
  { bias, features }: Taste,
  positions: Uint32Array,
  known?: ReadonlyMap<number, number>,
): Float32Array {
  const { weights } = day
  const { starts, cells, values } = day.matrix
  const decisions = new Float32Array(positions.length)
  if (features.ids.length === 0) return decisions.fill(bias)
  for (let row = 0; row < positions.length; row++) {
    const position = positions[row]!
    const end = starts[position + 1]!
    const byOthers = known?.get(position)
    if (byOthers !== undefined) {
      decisions[row] = byOthers
      continue
    }
    let sum = bias
    for (let cell = starts[position]!; cell < end; cell++) {
      const at = 2 * cells[cell]!
      sum += weights[at]! * values[cell]! + weights[at + 1]!
    }
    decisions[row] = sum
  }
  return decisions
}

/** What the linear model says by the other examples of papers of the day that it was learned from, by position. */
export function findLearned({ positions }: DayIndex, { learned: { ids, decisions } }: Taste): Map<number, number> {
  const found = new Map<number, number>()
  for (let at = 0; at < ids.length; at++) {
    const position = positions.get(ids[at]!)
    if (position !== undefined) found.set(position, decisions[at]!)
  }
  return found
}

/**
 * Calls `visit` with the cell of each feature of a paper and what it adds to the linear model's value, times `factor`,
 * within `withWeights`; without values of 0 and below `least`.
 */
export function visitFeatures(
  { matrix: { starts, cells, values }, weights }: DayIndex,
  position: number,
  { factor, least }: { factor: number; least: number },
  visit: (cell: number, value: number) => void,
): void {
  const end = starts[position + 1]!
  for (let cell = starts[position]!; cell < end; cell++) {
    const at = 2 * cells[cell]!
    const value = factor * (weights[at]! * values[cell]! + weights[at + 1]!)
    if (value !== 0 && value >= least) visit(cell, value)
  }
}
