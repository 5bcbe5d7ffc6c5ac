import { mixOf, type Mix } from '../model/mix.ts'
import type { Taste } from '../model/taste.ts'
import type { ReaderOfDay } from './readerOfDay.ts'
import { compareProfile, visitCloseness, type Closeness } from './closeness.ts'
import type { DayIndex } from './dayIndex.ts'
import { findLearned, scoreFeatures, visitFeatures } from './featureScores.ts'
import { takeOff } from './lessOf.ts'
import { findNear } from './nearPapers.ts'

/**
 * What a part of a score belongs to, and by what key: a feature by its cell of the day's matrix, a paper that it is near to by its
 * index in the profile, a followed category by its index in the paper's categories, a match by its index in the reader's
 * matches. `rest` belongs to no feature of the paper: the means of the day, what disliked and random papers add to the
 * direction, and papers that it is not near to.
 */
export type PartKind = 'feature' | 'near' | 'category' | 'match' | 'rest'
export type VisitPart = (kind: PartKind, key: number, value: number) => void

export interface ScoredPapers {
  /** Score of the paper at each of the positions. */
  scores: Float64Array
  /** Value of the linear model at each of the positions; the decision boundary is at 0. */
  decisions: Float32Array
  /**
   * Calls `visit` with each part of the score of the paper in a row, and its value. The values sum to the score. With
   * `least` only those of the category and the matches, and of the others those of at least `least`, which are few.
   */
  explain: (row: number, visit: VisitPart, least?: number) => void
}

/** A paper is about a term that the reader wants less of from this likeness on; its model's parts are then no reasons. */
const ABOUT = 0.5

/** What a followed category adds: as the primary category, and as another one. */
const CATEGORY = { primary: 0.1, crossListed: 0.05 }

/**
 * Scores the papers at `positions`, of which the first `candidates` are the reader's own. The score is z(linear model) +
 * z(direction) + z(nearest liked papers), each times its part of the mix, + category + matches, where z is the distance
 * from the mean of the candidates in their standard deviations. A paper without a vector is as close as candidates with the
 * same z(linear model) are on average (least squares). A paper that the taste was learned from is judged by what was learned
 * from the others (`scoreFeatures`, `compareProfile`). At last, what the reader wants less of is taken off (`takeOff`).
 * Must be called, as `explain` of its result, within `withWeights` of the reader's taste.
 */
export function scorePapers(
  day: DayIndex,
  reader: ReaderOfDay,
  positions: Uint32Array,
  candidates: number,
): ScoredPapers {
  const { taste, less = [] } = reader
  const learned = findLearned(day, taste)
  const visitPriors = readPriors(day, reader, positions)
  const decisions = scoreFeatures(day, taste, positions, learned)
  const linear = scaleOf(decisions, candidates, 1)
  const scores = new Float64Array(positions.length)
  for (let row = 0; row < scores.length; row++) {
    let score = linear.factor * (decisions[row]! - linear.mean)
    visitPriors(row, (_kind, _key, value) => (score += value))
    scores[row] = score
  }
  const vectors = taste.space === null ? null : day.vectorsOf(taste.space)
  const close =
    vectors &&
    addCloseness(
      scores,
      compareProfile(vectors, taste.profile, positions, findInProfile(day, taste)),
      candidates,
      mixOf(taste.space),
      (row) => linear.factor * (decisions[row]! - linear.mean),
    )
  /** How often the linear model counts. */
  const timesOf = (row: number) => (close && !close.known[row] ? close.times : 1)
  const isNear = close && findNear(day, close, positions, candidates, taste.profile.ids)
  const before = less.length > 0 ? scores.slice() : scores
  const likeness = less.length > 0 ? takeOff(day, { taste, less }, scores, positions, candidates) : null

  return {
    scores,
    decisions,
    explain: (row, visit, least = -Infinity) => {
      const position = positions[row]!
      visitPriors(row, visit)
      if (least === Infinity) return
      if (likeness !== null && likeness[row]! >= ABOUT) {
        let priors = 0
        visitPriors(row, (_kind, _key, value) => (priors += value))
        return visit('rest', 0, scores[row]! - priors)
      }
      const byOthers = learned.get(position)
      const factor = timesOf(row) * linear.factor
      let rest = factor * ((byOthers ?? taste.bias) - linear.mean) + scores[row]! - before[row]!
      if (factor !== 0 && byOthers === undefined)
        visitFeatures(day, position, { factor, least }, (cell, value) => visit('feature', cell, value))
      if (isNear && close.known[row]) {
        const { direction, nearest } = close
        rest += direction.factor * (close.directions[row]! - direction.mean) - nearest.factor * nearest.mean
        visitCloseness(taste.profile, close, row, (paper, cosine, towards, near) => {
          if (!isNear(row, paper, cosine)) rest += nearest.factor * near
          else {
            rest -= direction.factor * towards
            visit('near', paper, direction.factor * towards + nearest.factor * near)
          }
        })
      }
      visit('rest', 0, rest)
    },
  }
}

/** Returns a function from the position of a paper to its index in the profile, if it is there. */
function findInProfile({ positions }: DayIndex, { profile }: Taste): (position: number) => number | undefined {
  const found = new Map<number, number>()
  for (const [index, id] of profile.ids.entries()) {
    const position = positions.get(id)
    if (position !== undefined) found.set(position, index)
  }
  return (position) => found.get(position)
}

/**
 * Adds the scaled closeness to the scores; of a paper without a vector the one that its linear model lets expect. Returns
 * it with its scales, and how often the linear model of such a paper counts.
 */
function addCloseness(
  scores: Float64Array,
  closeness: Closeness,
  candidates: number,
  mix: Mix,
  linearOf: (row: number) => number,
) {
  const { directions, nearests, known } = closeness
  const direction = scaleOf(directions, candidates, mix.direction, known)
  const nearest = scaleOf(nearests, candidates, mix.nearest, known)
  const closenessOf = (row: number) =>
    direction.factor * (directions[row]! - direction.mean) + nearest.factor * (nearests[row]! - nearest.mean)
  let both = 0
  let squares = 0
  for (let row = 0; row < candidates; row++) {
    if (!known[row]) continue
    both += linearOf(row) * closenessOf(row)
    squares += linearOf(row) ** 2
  }
  const slope = squares === 0 ? 0 : Math.max(0, both / squares)
  for (let row = 0; row < scores.length; row++) scores[row]! += known[row] ? closenessOf(row) : slope * linearOf(row)
  const times = 1 + slope
  return { ...closeness, direction, nearest, times }
}

interface Scale {
  mean: number
  /** Gives the values the wanted standard deviation; 0 for equal values. */
  factor: number
}

/** Equal values that were summed in another order differ by less than this share of their size. */
const ROUNDING = 1e-5

/** The scale of the first `count` values, without those that are not `known`. */
function scaleOf(values: Float32Array, count: number, weight: number, known: Uint8Array | null = null): Scale {
  let total = 0
  let sum = 0
  let squares = 0
  for (let row = 0; row < count; row++) {
    if (known && !known[row]) continue
    total++
    sum += values[row]!
    squares += values[row]! ** 2
  }
  const mean = total === 0 ? 0 : sum / total
  const deviation = total === 0 ? 0 : Math.sqrt(Math.max(0, squares / total - mean ** 2))
  return { mean, factor: deviation > ROUNDING * Math.sqrt(squares / (total || 1)) ? weight / deviation : 0 }
}

function findFirst(categories: readonly string[], followed: ReadonlySet<string>): number {
  for (let at = 0; at < categories.length; at++) if (followed.has(categories[at]!)) return at
  return -1
}

/** Returns a function that visits the parts of the score of the paper in a row that need no model. */
function readPriors(
  day: DayIndex,
  { categories, matches }: ReaderOfDay,
  positions: Uint32Array,
): (row: number, visit: VisitPart) => void {
  const followed = new Set(categories)
  /** The first followed category of each row's paper, by its index there; -1 for none. */
  const firstOf = new Int32Array(positions.length)
  for (let row = 0; row < positions.length; row++)
    firstOf[row] = findFirst(day.papers[positions[row]!]!.categories, followed)
  const found = Map.groupBy(matches.keys(), (index) => matches[index]!.position)
  return (row, visit) => {
    const category = firstOf[row]!
    if (category !== -1) visit('category', category, category === 0 ? CATEGORY.primary : CATEGORY.crossListed)
    if (found.size === 0) return
    for (const index of found.get(positions[row]!) ?? []) visit('match', index, matches[index]!.weight)
  }
}
