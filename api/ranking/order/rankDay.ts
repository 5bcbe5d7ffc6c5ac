import type { Reason } from '../../contract/reasons.ts'
import type { DayIndex } from './dayIndex.ts'
import { diversify } from './diversify.ts'
import { insertExplored } from './explore.ts'
import { withWeights } from './featureScores.ts'
import { chooseNextDoor, offerNextDoor } from './nextDoor.ts'
import type { ReaderOfDay } from './readerOfDay.ts'
import { toReasons } from './reasons.ts'
import { scorePapers } from './scorePapers.ts'
import { addStrands, scoreByStrand } from './strands.ts'

export interface RankedCard {
  /** Position of the paper in the day. */
  position: number
  id: string
  /**
   * Sum of the contributions of everything known of the paper; 0 is the mean of the reader's candidates. Cards are in
   * the order of their scores but for diversity and exploration.
   */
  score: number
  /** The largest contributions, at most four, and the strand that the paper belongs to; empty below the first `explained` cards. */
  reasons: Reason[]
  /** Outside of the reader's categories. */
  from_next_door: boolean
}

/**
 * Returns the reader's order of a day: each candidate once, best first, and at most two papers from next door. The first
 * `length` cards differ from each other, and from the 11th on a tenth are explored papers. Deterministic; equal
 * scores are in the order of the day.
 */
export function rankDay(day: DayIndex, reader: ReaderOfDay): RankedCard[] {
  const { candidates, taste } = reader
  const offered = withWeights(day, taste, () => offerNextDoor(day, reader))
  const positions = new Uint32Array(candidates.length + offered.length)
  positions.set(candidates)
  positions.set(offered, candidates.length)
  const byStrand = scoreByStrand(day, reader, positions, candidates.length)
  return withWeights(day, taste, () => orderPapers(day, reader, positions, byStrand))
}

function orderPapers(
  day: DayIndex,
  reader: ReaderOfDay,
  positions: Uint32Array,
  byStrand: readonly Float64Array[],
): RankedCard[] {
  const { candidates, length, explained = length, taste } = reader
  const scored = scorePapers(day, reader, positions, candidates.length)
  const strands = addStrands(reader, byStrand, scored.scores, candidates.length)
  const scores = strands ? scored.scores.map((value, row) => value + strands.added[row]!) : scored.scores
  const sorted = sortRows(scores, positions)
  const chosen = chooseNextDoor(sorted, candidates.length, candidates.length + reader.nextDoor.length)
  const vectors = taste.space === null ? null : day.vectorsOf(taste.space)
  const diverse = diversify(chosen, length, scores, positions, vectors)
  const { rows, explored } = insertExplored(diverse, scored.decisions, candidates.length, reader)
  // Loops, as this is done for every reader of a day.
  const cards: RankedCard[] = []
  for (let rank = 0; rank < rows.length; rank++) {
    const row = rows[rank]!
    const position = positions[row]!
    const from_next_door = row >= candidates.length
    const label = from_next_door ? 'next_door' : explored.has(row) ? 'explore' : null
    const score = scores[row]!
    const reasons =
      rank < explained
        ? toReasons(day, reader, { position, score, label }, (visit, least) => scored.explain(row, visit, least))
        : []
    const strand = strands && reader.strands?.[strands.strandOf[row]!]
    if (strand && strand.id !== '' && rank < explained)
      reasons.push({ kind: 'strand', text: strand.name, strand_id: strand.id })
    cards.push({ position, id: day.papers[position]!.id, score, reasons, from_next_door })
  }
  return cards
}

/** The rows by score, highest first; equal scores in the order of the day. */
function sortRows(scores: Float64Array, positions: Uint32Array): Uint32Array {
  const rows = new Uint32Array(positions.length)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  return rows.sort((one, other) => scores[other]! - scores[one]! || positions[one]! - positions[other]!)
}
