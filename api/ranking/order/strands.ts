import type { DayIndex } from './dayIndex.ts'
import { withWeights } from './featureScores.ts'
import type { ReaderOfDay, StrandOfDay } from './readerOfDay.ts'
import { scorePapers } from './scorePapers.ts'

/** What the best strand counts beside the model of all papers. Measured by `bun run eval`. */
const STRAND = 0.4
/** What it costs a strand to have had more than its share of the places above, by the natural logarithm of how much more. */
const OVERDRAWN = 1
/** The first places that the shares are not yet strict in. */
const PLACES_BEFORE = 4
/** A paper belongs to a strand if it is so many standard deviations above the mean candidate there. */
const BELONGS = 1
/** What is taken off a paper of a strand that the reader wants less of, per standard deviation. */
const LESS = 0.5

export interface StrandScores {
  /** What the strands add to the score of each row. */
  added: Float64Array
  /** For each row the strand that the paper belongs to, as an index in the reader's strands; -1 for none. */
  strandOf: Int8Array
}

/**
 * The shares of strands, which sum to 1: those that were chosen, taken down together if they leave nothing for others, and
 * the others by their number of papers.
 */
export function shareOut(strands: readonly { papers: number; chosen: number | null }[]): number[] {
  const others = strands.reduce((sum, { papers, chosen }) => sum + (chosen === null ? papers : 0), 0)
  const chosen = strands.reduce((sum, one) => sum + (one.chosen ?? 0), 0)
  const most = others > 0 ? 1 - SHARE_LEFT : 1
  const scale = chosen > most || (others === 0 && chosen > 0) ? most / chosen : 1
  return strands.map((one) =>
    one.chosen === null ? ((1 - scale * chosen) * one.papers) / Math.max(1, others) : scale * one.chosen,
  )
}

/** What chosen shares leave for the other strands together. */
const SHARE_LEFT = 0.1

/** What each strand's model alone says of the papers at `positions`, as `scorePapers`; outside of `withWeights`. */
export const scoreByStrand = (
  day: DayIndex,
  { strands = [] }: ReaderOfDay,
  positions: Uint32Array,
  candidates: number,
): Float64Array[] =>
  strands.map(({ taste }) => {
    const ofStrand = { candidates: positions, nextDoor: NONE, taste, categories: [], matches: [], length: 0, seed: '' }
    return withWeights(day, taste, () => scorePapers(day, ofStrand, positions, candidates).scores)
  })

const NONE = new Uint32Array(0)

/**
 * What a reader's strands add to the scores of papers, of which the first `candidates` are the reader's own; `own` is of
 * `scoreByStrand`. Each paper gets a part of what its best strand gives it, so that a strand of few papers is not drowned by
 * one of many; one of a strand that the reader wants less of loses the same. Then places are drawn from the best down: a
 * strand that had more than its share of those above waits. Null with one strand, where the reader's model says all.
 */
export function addStrands(
  { strands = [] }: ReaderOfDay,
  own: readonly Float64Array[],
  scores: Float64Array,
  candidates: number,
): StrandScores | null {
  if (strands.length < 2) return null
  const added = new Float64Array(scores.length)
  const strandOf = new Int8Array(scores.length).fill(-1)
  for (let row = 0; row < scores.length; row++) {
    const best = bestOf(own, row)
    const value = own[best]![row]!
    added[row] = strands[best]!.share === 0 ? -LESS * Math.max(0, value) : STRAND * value
    if (value >= BELONGS) strandOf[row] = best
  }
  centre(added, candidates)
  drawByShare(strands, { scores, added, strandOf })
  return { added, strandOf }
}

function bestOf(own: readonly Float64Array[], row: number): number {
  let best = 0
  for (let at = 1; at < own.length; at++) if (own[at]![row]! > own[best]![row]!) best = at
  return best
}

/** A score of 0 stays that of the mean candidate. */
function centre(values: Float64Array, candidates: number): void {
  if (candidates === 0) return
  let sum = 0
  for (let row = 0; row < candidates; row++) sum += values[row]!
  for (let row = 0; row < values.length; row++) values[row]! -= sum / candidates
}

/**
 * Draws the papers one after the other, each time the best of those at the heads of the strands and of the papers of none,
 * and takes off what its strand had above its share. No paper is then above one that was drawn before it.
 */
function drawByShare(
  strands: readonly StrandOfDay[],
  { scores, added, strandOf }: StrandScores & { scores: Float64Array },
): void {
  const totalOf = (row: number) => scores[row]! + added[row]!
  const queues = [...strands, null].map(() => [] as number[])
  for (let row = 0; row < added.length; row++) queues.at(strandOf[row]!)!.push(row)
  for (const queue of queues) queue.sort((one, other) => totalOf(other) - totalOf(one) || one - other)
  const heads = queues.map(() => 0)
  let last = Infinity
  for (let places = 0; places < added.length; places++) {
    let drawn = { queue: -1, value: -Infinity }
    for (const [at, queue] of queues.entries()) {
      const row = queue[heads[at]!]
      if (row === undefined) continue
      const share = strands[at]?.share ?? 0
      const value = totalOf(row) - (share > 0 ? OVERDRAWN * overdrawn(heads[at]!, share, places) : 0)
      if (value > drawn.value) drawn = { queue: at, value }
    }
    const row = queues[drawn.queue]![heads[drawn.queue]!++]!
    last = Math.min(last, drawn.value)
    added[row] = last - scores[row]!
  }
}

/** The logarithm of how many times its share of the places a strand had. */
const overdrawn = (had: number, share: number, places: number): number =>
  Math.log((had + share * PLACES_BEFORE) / (share * (places + PLACES_BEFORE)))
