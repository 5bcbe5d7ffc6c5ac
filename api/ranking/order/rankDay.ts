import type { Reason } from '../../contract/papers.ts'
import type { DayIndex } from './dayIndex.ts'
import type { ReaderOfDay } from './readerOfDay.ts'
import { toReasons } from './reasons.ts'
import { scoreDay } from './scoreDay.ts'

export interface RankedCard {
  position: number
  id: string
  /** Sum of the contributions of everything that is known of the paper. */
  score: number
  /** The largest contributions, at most four; empty below the first `length` cards. */
  reasons: Reason[]
  from_next_door: boolean
}

/**
 * Returns the reader's order of a day: each candidate once, best first, and at most two papers from next door among the
 * first `length`. Deterministic. Equal scores are in the order of the day.
 */
export function rankDay(day: DayIndex, reader: ReaderOfDay): RankedCard[] {
  const scored = scoreDay(day, reader)
  const order = Uint32Array.from(reader.candidates.keys()).sort(
    (one, other) => scored.scores[other]! - scored.scores[one]! || reader.candidates[one]! - reader.candidates[other]!,
  )
  return Array.from(order, (row, rank) => ({
    position: reader.candidates[row]!,
    id: day.papers[reader.candidates[row]!]!.id,
    score: scored.scores[row]!,
    reasons: rank < reader.length ? toReasons(day, reader.candidates[row]!, scored.contributions(row)) : [],
    from_next_door: false,
  }))
}
