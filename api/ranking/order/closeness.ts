import type { TasteProfile } from '../model/taste.ts'
import type { DayVectors } from './dayVectors.ts'

/** How close papers are to a reader's profile; one row per paper. */
export interface Closeness {
  /** Inner product with the direction of the liked papers. */
  directions: Float32Array
  /**
   * Mean of the weighted cosines with the papers of the profile, a negative one as 0, each weighted by its third power (a
   * Lehmer mean): the closest few decide, as a reader follows several topics and a paper belongs to one of them.
   */
  nearests: Float32Array
  /** Sum of the third powers. */
  masses: Float32Array
  /** Whether the row has a vector; otherwise all of its values are 0. */
  known: Uint8Array
  /** Cosine of row r with paper i of the profile, at `i * rows + r`. */
  cosines: Float32Array
}

/**
 * Compares the papers at `positions` with a profile of the same space. A paper of the profile is not compared with itself:
 * `profileOf` returns its index there, or undefined for another paper.
 */
export function compareProfile(
  vectors: DayVectors,
  profile: TasteProfile,
  positions: Uint32Array,
  profileOf: (position: number) => number | undefined = () => undefined,
): Closeness {
  const rows = positions.length
  const products = vectors.compare(profile.vectors, positions)
  const directions = products.subarray(0, rows)
  const cosines = products.subarray(rows)
  for (let row = 0; row < rows; row++) {
    const same = profileOf(positions[row]!)
    if (same === undefined) continue
    directions[row]! -= profile.shares[same]! * cosines[same * rows + row]!
    cosines[same * rows + row] = 0
  }
  const nearests = new Float32Array(rows)
  const masses = new Float32Array(rows)
  for (let paper = 0; paper < profile.ids.length; paper++) {
    const first = paper * rows
    const weight = profile.weights[paper]!
    for (let row = 0; row < rows; row++) {
      const value = weight * cosines[first + row]!
      if (value <= 0) continue
      const mass = value * value * value
      masses[row]! += mass
      nearests[row]! += mass * value
    }
  }
  for (let row = 0; row < rows; row++) if (masses[row]! > 0) nearests[row]! /= masses[row]!
  const known = new Uint8Array(rows)
  for (let row = 0; row < rows; row++) known[row] = vectors.known[positions[row]!]!
  return { directions, nearests, masses, known, cosines }
}

/** Calls `visit` with the cosine of each paper of the profile, and what it adds to `directions` and `nearests` of one row. */
export function visitCloseness(
  { ids, weights, shares }: TasteProfile,
  { cosines, masses, known }: Closeness,
  row: number,
  visit: (paper: number, cosine: number, direction: number, nearest: number) => void,
): void {
  for (let paper = 0; paper < ids.length; paper++) {
    const cosine = cosines[paper * known.length + row]!
    const value = weights[paper]! * cosine
    const isNear = value > 0 && masses[row]! > 0
    visit(paper, cosine, shares[paper]! * cosine, isNear ? value ** 4 / masses[row]! : 0)
  }
}
