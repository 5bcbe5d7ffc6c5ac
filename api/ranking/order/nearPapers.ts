import { isTopicId } from '../model/signals.ts'
import type { Closeness } from './closeness.ts'
import type { DayIndex } from './dayIndex.ts'

/** Least cosine of two near papers: of those above, a reader called 18 of 20 close, of those below 15 of 35. */
const NEAR_COSINE = 0.5
/** Standard deviations by which a paper is nearer to a liked one than its field is on average. */
const MARKED = 2
/** Fewer papers do not say what is usual in their field. */
const FIELD_MIN = 10

/** Whether the scored paper in a row may be said to be close to a paper of the profile. */
type IsNear = (row: number, paper: number, cosine: number) => boolean

/**
 * Returns a function that says which papers are near. Papers of one field are all rather close to each other, most of all
 * in a field that is rare in the library. So a paper is near to a liked one only if it is markedly nearer than the usual
 * candidate of its field: than those that share a category with it, or than all of them where these are few. Among fewer
 * than five candidates no paper is, and no paper is near to a topic. `ids` are those of the profile.
 */
export function findNear(
  { papers }: DayIndex,
  { cosines, known }: Closeness,
  positions: Uint32Array,
  candidates: number,
  ids: readonly string[],
): IsNear {
  const all: number[] = []
  for (let row = 0; row < candidates; row++) if (known[row]) all.push(row)
  /** Of the last row that was asked for, as all papers of the profile are asked for in turn. */
  let last: { row: number; field: readonly number[] } | null = null
  const fieldOf = (row: number) => {
    if (last?.row === row) return last.field
    const { categories } = papers[positions[row]!]!
    const own = all.filter((other) => papers[positions[other]!]!.categories.some((code) => categories.includes(code)))
    last = { row, field: own.length < FIELD_MIN ? all : own }
    return last.field
  }
  return (row, paper, cosine) => {
    if (cosine < NEAR_COSINE || isTopicId(ids[paper]!)) return false
    const { mean, deviation } = spreadOf(cosines, paper * known.length, fieldOf(row))
    return cosine >= mean + MARKED * deviation
  }
}

/** Mean and standard deviation of the cosines of rows, those of one paper of the profile from `first` on. */
function spreadOf(cosines: Float32Array, first: number, rows: readonly number[]): { mean: number; deviation: number } {
  let sum = 0
  let squares = 0
  for (const row of rows) {
    const cosine = cosines[first + row]!
    sum += cosine
    squares += cosine * cosine
  }
  const mean = sum / Math.max(1, rows.length)
  return { mean, deviation: Math.sqrt(Math.max(0, squares / Math.max(1, rows.length) - mean ** 2)) }
}
