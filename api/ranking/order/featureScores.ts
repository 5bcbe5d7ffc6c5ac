import type { Taste } from '../model/taste.ts'
import type { DayIndex } from './dayIndex.ts'

/**
 * Returns the value of the linear model for the papers at `positions`. Writes the weights of the taste's features into a
 * dense array for the time of the call: one look-up per weight instead of one per feature of each paper.
 */
export function scoreFeatures(day: DayIndex, { features, bias }: Taste, positions: Uint32Array): Float32Array {
  const { columns, starts, cells, values } = day.matrix
  const { weights } = day
  const touched = new Int32Array(features.ids.length)
  for (let at = 0; at < touched.length; at++) {
    const column = columns.find(features.ids[at]!)
    touched[at] = column
    if (column !== -1) weights[column] = features.values[at]!
  }
  const decisions = new Float32Array(positions.length)
  for (let row = 0; row < positions.length; row++) {
    const position = positions[row]!
    const end = starts[position + 1]!
    let sum = bias
    for (let cell = starts[position]!; cell < end; cell++) sum += weights[cells[cell]!]! * values[cell]!
    decisions[row] = sum
  }
  for (const column of touched) if (column !== -1) weights[column] = 0
  return decisions
}

/** Calls `visit` with each feature that adds to the linear model's value of the paper at `position`. */
export function visitFeatures(
  day: DayIndex,
  { features }: Taste,
  position: number,
  visit: (column: number, value: number) => void,
): void {
  const { ids, values } = day.papers[position]!.features
  const start = day.matrix.starts[position]!
  // Both lists of ids ascend.
  let at = 0
  for (let index = 0; index < ids.length; index++) {
    while (at < features.ids.length && features.ids[at]! < ids[index]!) at++
    if (at === features.ids.length) break
    if (features.ids[at] === ids[index]) visit(day.matrix.cells[start + index]!, features.values[at]! * values[index]!)
  }
}
