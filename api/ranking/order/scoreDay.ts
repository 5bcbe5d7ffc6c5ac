import type { DayIndex } from './dayIndex.ts'
import type { ReaderOfDay } from './readerOfDay.ts'

/** A part of a score. */
export type Contribution =
  | { kind: 'feature'; feature: number; value: number }
  | { kind: 'category'; text: string; value: number }
  | { kind: 'keyword' | 'author'; text: string; maybe?: boolean; value: number }
  | { kind: 'near'; paper_id: string; value: number }
  | { kind: 'rest'; value: number }

export interface ScoredDay {
  /** Score of each candidate, in the order of the candidates. */
  scores: Float64Array
  /** The parts of a candidate's score; they sum to it. */
  contributions: (row: number) => Contribution[]
}

const MIX = { vector: 0.5, near: 0.5 }
const NEAREST = 3
/** What a followed category adds to the score: as the primary category, and cross-listed. */
const CATEGORY = { primary: 0.2, crossListed: 0.1 }

/** Scores the candidates of a reader. */
export function scoreDay(day: DayIndex, reader: ReaderOfDay): ScoredDay {
  const { candidates, taste } = reader
  const linear = new Float64Array(candidates.length)
  const weights = new Float64Array(day.matrix.columns.size)
  for (const [at, id] of taste.features.ids.entries()) {
    const column = day.matrix.columns.find(id)
    if (column !== -1) weights[column] = taste.features.values[at]!
  }
  const { starts, cells, values } = day.matrix
  for (const [row, position] of candidates.entries())
    for (let cell = starts[position]!; cell < starts[position + 1]!; cell++)
      linear[row]! += weights[cells[cell]!]! * values[cell]!
  const vector = new Float64Array(candidates.length)
  const near = new Float64Array(candidates.length)
  const closest: { row: number; value: number }[][] = []
  for (const [row, position] of candidates.entries()) {
    const paper = day.papers[position]!
    const own = paper.space !== null && paper.space === taste.space ? paper.vector! : null
    vector[row] = own === null ? NaN : dot(taste.vectorWeights, 0, own)
    const found = own === null ? [] : nearest(taste.profile, own)
    closest.push(found)
    near[row] = own === null ? NaN : found.reduce((sum, { value }) => sum + value, 0)
  }
  const scales = [scaleOf(linear, 1), scaleOf(vector, MIX.vector), scaleOf(near, MIX.near)] as const
  const priors = candidates.length === 0 ? [] : Array.from(candidates, (position) => priorsOf(day, reader, position))
  const contributions = (row: number): Contribution[] => {
    const position = candidates[row]!
    const parts: Contribution[] = [...priors[row]!]
    for (let cell = starts[position]!; cell < starts[position + 1]!; cell++) {
      const value = scales[0].factor * weights[cells[cell]!]! * values[cell]!
      if (value !== 0) parts.push({ kind: 'feature', feature: day.columnIds[cells[cell]!]!, value })
    }
    for (const { row: of, value } of closest[row]!)
      parts.push({ kind: 'near', paper_id: taste.profile.ids[of]!, value: scales[2].factor * value })
    let rest = -scales[0].factor * scales[0].mean
    if (!Number.isNaN(vector[row])) {
      rest += scales[1].factor * (vector[row]! - scales[1].mean)
      rest -= scales[2].factor * scales[2].mean
    }
    parts.push({ kind: 'rest', value: rest })
    return parts
  }
  const scores = Float64Array.from(candidates, (_, row) =>
    contributions(row).reduce((sum, { value }) => sum + value, 0),
  )
  return { scores, contributions }
}

/** Mean of the numbers, and the factor that gives them the standard deviation `weight`; 0 for equal numbers. */
function scaleOf(values: Float64Array, weight: number): { mean: number; factor: number } {
  const known = values.filter((value) => !Number.isNaN(value))
  const mean = known.reduce((sum, value) => sum + value, 0) / (known.length || 1)
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (known.length || 1)
  return { mean, factor: variance > 1e-12 ? weight / Math.sqrt(variance) : 0 }
}

function nearest({ ids, vectors, weights }: ReaderOfDay['taste']['profile'], own: Float32Array) {
  const found = ids.map((_, row) => ({ row, value: (weights[row]! * dot(vectors, row * own.length, own)) / NEAREST }))
  return found.sort((one, other) => other.value - one.value).slice(0, NEAREST)
}

function dot(rows: Float32Array, from: number, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < other.length; at++) sum += rows[from + at]! * other[at]!
  return sum
}

/** The parts of the score that need no model. */
function priorsOf(day: DayIndex, { categories, matches }: ReaderOfDay, position: number): Contribution[] {
  const parts: Contribution[] = []
  const [primary, ...others] = day.papers[position]!.categories
  const crossListed = others.find((code) => categories.includes(code))
  if (primary !== undefined && categories.includes(primary))
    parts.push({ kind: 'category', text: primary, value: CATEGORY.primary })
  else if (crossListed !== undefined) parts.push({ kind: 'category', text: crossListed, value: CATEGORY.crossListed })
  for (const { position: of, kind, text, weight, maybe } of matches)
    if (of === position) parts.push({ kind, text, value: weight, ...(maybe && { maybe }) })
  return parts
}
