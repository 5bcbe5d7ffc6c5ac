/** Returns the vector with length 1; a vector of zeros stays as it is. */
export function toUnit(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector)
  const length = Math.hypot(...unit)
  return length === 0 ? unit : unit.map((value) => value / length)
}
