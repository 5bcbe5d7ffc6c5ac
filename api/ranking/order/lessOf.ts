import type { Taste } from '../model/taste.ts'
import type { DayIndex } from './dayIndex.ts'

/** A term of which the reader wants less. */
export interface LessOf {
  /** The feature. */
  id: number
  /** Indexes in the profile of the liked papers that are about it. */
  liked: readonly number[]
  /** Taken off a paper about it beside what the term carries, in standard deviations: 0 to count it for nothing. */
  push: number
}

/** Row of a paper -> how much of it is about the term, from 0 to 1. */
type Likeness = Float32Array

/**
 * Takes off the scores of the papers at `positions`, of which the first `candidates` are the reader's own, what papers
 * about each term have more than others, whatever carries it: the term, its synonyms, the direction or the nearest papers.
 * That is the slope of the scores over how much the papers are about the term (least squares), if it is positive. Returns
 * how much of each row is about one of the terms.
 */
export function takeOff(
  day: DayIndex,
  { taste, less }: { taste: Taste; less: readonly LessOf[] },
  scores: Float64Array,
  positions: Uint32Array,
  candidates: number,
): Likeness {
  const most = new Float32Array(positions.length)
  for (const one of less) {
    const likeness = measure(day, taste, one, positions, candidates)
    const carried = slopeOf(scores, likeness, candidates)
    for (let row = 0; row < positions.length; row++) {
      scores[row]! -= (carried + one.push) * likeness[row]!
      most[row] = Math.max(most[row]!, likeness[row]!)
    }
  }
  return most
}

/**
 * 1 for a paper that has the term. Another paper is as much about it as it is near to the mean of the papers of the day
 * that have the term and of the liked ones about it: 0 where it is no nearer than the mean candidate, 1 where it is as
 * near as they are. Of a paper without a vector only the term counts.
 */
function measure(
  day: DayIndex,
  { space, profile }: Taste,
  { id, liked }: LessOf,
  positions: Uint32Array,
  candidates: number,
): Likeness {
  const likeness = new Float32Array(positions.length)
  const having = findHaving(day, id)
  const vectorOf = (position: number) => {
    const paper = day.papers[position]!
    return space !== null && paper.space === space ? paper.vector : null
  }
  const { dimensions, values, scales } = profile.vectors
  const seeds = [
    ...[...having].flatMap((position) => vectorOf(position) ?? []),
    ...liked.map((at) => Float32Array.from({ length: dimensions }, (_, dim) => scaled(values, scales, at + 1, dim))),
  ]
  const middle = meanOf(seeds)
  if (middle !== null) {
    const products = Array.from(positions, (position) => {
      const vector = vectorOf(position)
      return vector && dot(vector, middle)
    })
    const usual = mean(products.slice(0, candidates).filter((product) => product !== null))
    const near = mean(seeds.map((seed) => dot(seed, middle)))
    const scale = near > usual ? 1 / (near - usual) : 0
    for (const [row, product] of products.entries())
      if (product !== null) likeness[row] = Math.min(1, Math.max(0, scale * (product - usual)))
  }
  for (let row = 0; row < positions.length; row++) if (having.has(positions[row]!)) likeness[row] = 1
  return likeness
}

/** Positions of the papers of the day that have a feature. */
function findHaving({ matrix: { columns, cells, starts }, papers }: DayIndex, id: number): Set<number> {
  const found = new Set<number>()
  const column = columns.find(id)
  if (column === -1) return found
  for (let position = 0; position < papers.length; position++)
    if (cells.subarray(starts[position], starts[position + 1]).includes(column)) found.add(position)
  return found
}

/** The slope of `scores` over `likeness` among the first `count` rows; 0 where it is negative or there is none. */
function slopeOf(scores: Float64Array, likeness: Likeness, count: number): number {
  const [score, like] = [mean(scores.subarray(0, count)), mean(likeness.subarray(0, count))]
  let both = 0
  let squares = 0
  for (let row = 0; row < count; row++) {
    both += (likeness[row]! - like) * (scores[row]! - score)
    squares += (likeness[row]! - like) ** 2
  }
  return squares === 0 ? 0 : Math.max(0, both / squares)
}

function mean(values: Float32Array | Float64Array | readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / Math.max(1, values.length)
}

const scaled = (values: Int8Array, scales: Float32Array, row: number, dim: number) =>
  scales[row]! * values[row * (values.length / scales.length) + dim]!

function meanOf(vectors: readonly Float32Array[]): Float32Array | null {
  if (vectors.length === 0) return null
  return Float32Array.from(vectors[0]!, (_, dim) => vectors.reduce((sum, one) => sum + one[dim]!, 0) / vectors.length)
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let dim = 0; dim < other.length; dim++) sum += one[dim]! * other[dim]!
  return sum
}
