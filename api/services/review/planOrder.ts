import { PAGE_MINUTES, PAGES_DEFAULT } from '../../contract/limits.ts'

/** A paper to be read, and what is known about how much it is worth to its reader. */
export interface Candidate {
  id: string
  /** Position in the order that the ranking gives; null if it is not ranked. */
  position: number | null
  hasNote: boolean
  /** A new version, an article or code came since it was last opened, or a correction. */
  hasUpdate: boolean
  /** Retracted, removed or withdrawn. */
  isRetracted: boolean
  weeksWaited: number
  pages: number | null
}

export interface Planned extends Candidate {
  minutes: number
  days: number
  minutesToday: number
}

/** Added to the place in the order, which is between 0 and 1. */
const NOTE_WORTH = 0.5
const UPDATE_WORTH = 0.5
const WEEK_WORTH = 0.02
/** After half a year a paper does not get more urgent. */
const WEEKS_MAX = 26

/** Papers that were retracted come last: they are read to learn what is wrong with them. */
const worthOf = ({ position, hasNote, hasUpdate, isRetracted, weeksWaited }: Candidate, count: number): number =>
  (position === null ? 0 : 1 - position / count) +
  (hasNote ? NOTE_WORTH : 0) +
  (hasUpdate ? UPDATE_WORTH : 0) +
  Math.min(weeksWaited, WEEKS_MAX) * WEEK_WORTH -
  (isRetracted ? 10 : 0)

/**
 * The candidates by worth, and what of them is read today: each that fits into what is left of `budget` minutes. One that
 * takes longer than a whole day is read on several days: today, if nothing is planned before it. The same for the same
 * input; candidates of the same worth by their ids.
 */
export function planReading(candidates: readonly Candidate[], budget: number): Planned[] {
  const worth = new Map(candidates.map((one) => [one.id, worthOf(one, candidates.length)]))
  const sorted = candidates.toSorted(
    (one, other) => (worth.get(other.id) ?? 0) - (worth.get(one.id) ?? 0) || (one.id < other.id ? -1 : 1),
  )
  let left = budget
  return sorted.map((candidate) => {
    const minutes = (candidate.pages ?? PAGES_DEFAULT) * PAGE_MINUTES
    const isPart = minutes > budget && left === budget
    const minutesToday = isPart ? budget : minutes <= left ? minutes : 0
    left -= minutesToday
    return { ...candidate, minutes, days: Math.ceil(minutes / budget), minutesToday }
  })
}
