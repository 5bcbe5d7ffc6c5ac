/** The 97.5th percentile of the normal distribution. */
const Z = 1.959964

export interface Precision {
  value: number
  low: number
  high: number
  n: number
}

/**
 * The share `yes / n` with its 95 % interval by E. B. Wilson, "Probable inference, the law of succession, and statistical
 * inference", JASA 22 (1927), which is never empty and stays within 0 and 1. Null when `n` is 0.
 */
export function precisionOf(yes: number, n: number): Precision | null {
  if (n === 0) return null
  const value = yes / n
  const square = Z ** 2
  const centre = (value + square / (2 * n)) / (1 + square / n)
  const half = (Z / (1 + square / n)) * Math.sqrt((value * (1 - value)) / n + square / (4 * n ** 2))
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half), n }
}
