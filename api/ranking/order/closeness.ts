import type { TasteProfile } from '../model/taste.ts'
import type { DayVectors } from './dayVectors.ts'

/** How close papers are to a reader's profile; one row per paper. */
export interface Closeness {
  /** Inner product with the direction of the liked papers. */
  directions: Float32Array
  /** Mean of the `NEAREST` largest weighted cosines with papers of the profile; a negative one counts 0. */
  nearests: Float32Array
  /** Whether the row has a vector; otherwise all of its values are 0. */
  known: Uint8Array
  /** Cosine of row r with paper i of the profile, at `i * rows + r`. */
  cosines: Float32Array
}

/** The closest few, as a reader follows several topics and a paper belongs to one of them. */
const NEAREST = 3

/** Compares the papers at `positions` with a profile of the same space. */
export function compareProfile(vectors: DayVectors, profile: TasteProfile, positions: Uint32Array): Closeness {
  const rows = positions.length
  const directions = vectors.compare(profile.vectors, 0, positions).slice()
  const cosines = new Float32Array(profile.ids.length * rows)
  /** The three largest of each row, in descending order. */
  const first = new Float32Array(rows)
  const second = new Float32Array(rows)
  const third = new Float32Array(rows)
  for (let paper = 0; paper < profile.ids.length; paper++) {
    const found = vectors.compare(profile.vectors, paper + 1, positions)
    cosines.set(found, paper * rows)
    const weight = profile.weights[paper]!
    for (let row = 0; row < rows; row++) {
      const value = weight * found[row]!
      if (value <= third[row]!) continue
      third[row] = Math.min(value, second[row]!)
      if (value <= second[row]!) continue
      second[row] = Math.min(value, first[row]!)
      if (value > first[row]!) first[row] = value
    }
  }
  const nearests = first
  for (let row = 0; row < rows; row++) nearests[row] = (first[row]! + second[row]! + third[row]!) / NEAREST
  const known = Uint8Array.from(positions, (position) => vectors.known[position]!)
  return { directions, nearests, known, cosines }
}

/** Calls `visit` with the cosine of each paper of the profile, and what it adds to `directions` and `nearests` of one row. */
export function visitCloseness(
  { ids, weights, shares }: TasteProfile,
  { cosines, known }: Closeness,
  row: number,
  visit: (paper: number, cosine: number, direction: number, nearest: number) => void,
): void {
  const rows = known.length
  const weighted = (paper: number) => weights[paper]! * cosines[paper * rows + row]!
  /** The closest papers, as in `compareProfile`; -1 for none. */
  let first = -1
  let second = -1
  let third = -1
  let firstValue = 0
  let secondValue = 0
  let thirdValue = 0
  for (let paper = 0; paper < ids.length; paper++) {
    const value = weighted(paper)
    if (value <= thirdValue) continue
    third = paper
    thirdValue = value
    if (value <= secondValue) continue
    third = second
    thirdValue = secondValue
    second = paper
    secondValue = value
    if (value <= firstValue) continue
    second = first
    secondValue = firstValue
    first = paper
    firstValue = value
  }
  for (let paper = 0; paper < ids.length; paper++) {
    const isClosest = paper === first || paper === second || paper === third
    const cosine = cosines[paper * rows + row]!
    visit(paper, cosine, shares[paper]! * cosine, isClosest ? weighted(paper) / NEAREST : 0)
  }
}
