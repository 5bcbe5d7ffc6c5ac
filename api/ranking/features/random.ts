/** A generator of numbers from 0 to 1 that repeats for a seed: mulberry32 by T. Ettinger. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shuffles in place, by Fisher and Yates. */
export function shuffle(values: Uint32Array, length: number, random: () => number): void {
  for (let at = length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const value = values[at]!
    values[at] = values[other]!
    values[other] = value
  }
}
