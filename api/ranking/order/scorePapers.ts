import type { Match, ReaderOfDay } from './readerOfDay.ts'
import { compareProfile, splitCloseness, type Closeness } from './closeness.ts'
import type { DayIndex } from './dayIndex.ts'
import { scoreFeatures, visitFeatures } from './featureScores.ts'

/** What a part of a score belongs to. */
export type Part =
  | { kind: 'feature'; column: number }
  /** A paper of the profile, by its index. */
  | { kind: 'near'; paper: number }
  | { kind: 'category'; text: string }
  | { kind: 'match'; match: Match }
  /** What belongs to no feature of the paper: the means of the day, and the direction of disliked papers. */
  | { kind: 'rest' }

export interface ScoredPapers {
  /** Score of the paper at each of the positions. */
  scores: Float64Array
  /** Value of the linear model at each of the positions; the decision boundary is at 0. */
  decisions: Float32Array
  /** Calls `visit` with each part of the score of the paper in a row, and its value. The values sum to the score. */
  explain: (row: number, visit: (part: Part, value: number) => void) => void
}

/** What the closeness to the profile counts beside the linear model, in standard deviations of the day. */
const MIX = { direction: 0.5, nearest: 0.25 }
/** What a followed category adds: as the primary category, and as another one. */
const CATEGORY = { primary: 0.1, crossListed: 0.05 }

/**
 * Scores the papers at `positions`, of which the first `candidates` are the reader's own. The score is z(linear model) +
 * 0.5 · z(direction of the liked papers) + 0.25 · z(three nearest liked papers) + category + matches, where z is the
 * distance from the mean of the candidates in their standard deviations. A paper without a vector has the mean closeness.
 */
export function scorePapers(
  day: DayIndex,
  reader: ReaderOfDay,
  positions: Uint32Array,
  candidates: number,
): ScoredPapers {
  const { taste } = reader
  const priors = readPriors(day, reader)
  const decisions = scoreFeatures(day, taste, positions)
  const linear = scaleOf(decisions, candidates, 1)
  const scores = new Float64Array(positions.length)
  for (let row = 0; row < scores.length; row++) scores[row] = linear.factor * (decisions[row]! - linear.mean)
  for (let row = 0; row < scores.length; row++) for (const { value } of priors(positions[row]!)) scores[row]! += value

  const vectors = taste.space === null ? null : day.vectorsOf(taste.space)
  const close = vectors && addCloseness(scores, compareProfile(vectors, taste.profile, positions), candidates)

  return {
    scores,
    decisions,
    explain: (row, visit) => {
      const position = positions[row]!
      let rest = linear.factor * (taste.bias - linear.mean)
      for (const { part, value } of priors(position)) visit(part, value)
      visitFeatures(day, taste, position, (column, value) => visit({ kind: 'feature', column }, linear.factor * value))
      if (close?.known[row]) {
        const { direction, nearest } = close
        const parts = splitCloseness(taste.profile, close, row)
        rest += direction.factor * (close.directions[row]! - direction.mean) - nearest.factor * nearest.mean
        for (let paper = 0; paper < taste.profile.ids.length; paper++) {
          const towards = direction.factor * parts.direction[paper]!
          rest -= towards
          visit({ kind: 'near', paper }, towards + nearest.factor * parts.nearest[paper]!)
        }
      }
      visit({ kind: 'rest' }, rest)
    },
  }
}

/** Adds the scaled closeness to the scores. Returns it with its scales. */
function addCloseness(scores: Float64Array, closeness: Closeness, candidates: number) {
  const { directions, nearests, known } = closeness
  const direction = scaleOf(directions, candidates, MIX.direction, known)
  const nearest = scaleOf(nearests, candidates, MIX.nearest, known)
  for (let row = 0; row < scores.length; row++)
    if (known[row])
      scores[row]! +=
        direction.factor * (directions[row]! - direction.mean) + nearest.factor * (nearests[row]! - nearest.mean)
  return { ...closeness, direction, nearest }
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

type Prior = { part: Part; value: number }

/** Returns the parts of the score of the paper at a position that need no model. */
function readPriors(day: DayIndex, { categories, matches }: ReaderOfDay): (position: number) => Prior[] {
  const followed = new Set(categories)
  const found = Map.groupBy(matches, ({ position }) => position)
  return (position) => {
    const [primary, ...others] = day.papers[position]!.categories
    const priors: Prior[] = []
    const add = (text: string, value: number) => priors.push({ part: { kind: 'category', text }, value })
    if (primary !== undefined && followed.has(primary)) add(primary, CATEGORY.primary)
    else {
      const crossListed = others.find((code) => followed.has(code))
      if (crossListed !== undefined) add(crossListed, CATEGORY.crossListed)
    }
    for (const match of found.get(position) ?? []) priors.push({ part: { kind: 'match', match }, value: match.weight })
    return priors
  }
}
