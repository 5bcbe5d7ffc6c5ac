import type { DayIndex } from './dayIndex.ts'
import { scoreFeatures } from './featureScores.ts'
import type { ReaderOfDay } from './readerOfDay.ts'

/** Papers from next door in one list, at most. */
const SHOWN_MAX = 2
/** Papers from next door are shown only if their score is in this share of the day's best. */
const BEST_SHARE = 0.01
/** Papers from next door that are scored fully, those with the highest value of the linear model. */
const SCORED_MAX = 8

const none = new Uint32Array(0)

/** Returns the positions of the papers outside of the reader's categories that may be among the day's best, within
 * `withWeights`. */
export function offerNextDoor(day: DayIndex, { nextDoor, taste, candidates }: ReaderOfDay): Uint32Array {
  if (taste.state === 'prior' || candidates.length === 0 || nextDoor.length === 0) return none
  const decisions = scoreFeatures(day, taste, nextDoor)
  const best: number[] = []
  for (let row = 0; row < nextDoor.length; row++) {
    if (best.length === SCORED_MAX && decisions[row]! <= decisions[best.at(-1)!]!) continue
    let at = best.length
    while (at > 0 && decisions[best[at - 1]!]! < decisions[row]!) at--
    best.splice(at, 0, row)
    if (best.length > SCORED_MAX) best.pop()
  }
  return Uint32Array.from(best, (row) => nextDoor[row]!)
}

/**
 * Leaves out the rows from next door (from `candidates` on) that are not among the best 1 % of the day's `papers`, and all
 * but the best two.
 */
export function chooseNextDoor(sorted: Uint32Array, candidates: number, papers: number): Uint32Array {
  if (sorted.length === candidates) return sorted
  const best = Math.ceil(papers * BEST_SHARE)
  let shown = 0
  return sorted.filter((row, rank) => row < candidates || (rank < best && ++shown <= SHOWN_MAX))
}
