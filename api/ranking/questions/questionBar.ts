/** A paper's score and whether it answers the question. */
export interface ScoredExample {
  score: number
  isAnswer: boolean
}

/** How a score becomes a probability: 1 / (1 + exp(-(shift + slope * score))). */
export interface Calibration {
  shift: number
  slope: number
  /** Number of examples it was learned from. */
  examples: number
}

/** The reader's choice between few and sure answers, and more of them. */
export type BarPosition = 'fewer' | 'usual' | 'more'

/** So many examples make a bar of its own; before, only what is very likely is an answer. */
export const EXAMPLES_NEEDED = 3
/** Probability from which on a paper is an answer. */
const BAR: Record<BarPosition, number> = { fewer: 0.7, usual: 0.5, more: 0.3 }
const CAREFUL_BAR: Record<BarPosition, number> = { fewer: 0.85, usual: 0.7, more: 0.5 }

/**
 * Standard deviations of the prior: how far the shift and the slope of one question are from those of all. With three
 * examples the prior decides, with thirty the examples do.
 */
const PRIOR = { shift: 2, slope: 0.3 }
const STEPS = 50
/** Newton's method may overshoot where the curve is flat: no step is longer than a standard deviation of the prior. */
const STEP_MAX = 1
const CLOSE = 1e-9
/** Examples that contradict each other must not make a better score count for nothing. */
const SLOPE_MIN = 0.4
const LOWEST = (SLOPE_MIN - 1) / PRIOR.slope

/**
 * Logistic calibration of scores to probabilities (J. Platt, 1999) with a normal prior around the scores as they are:
 * the mode of the posterior, by Newton's method. Without examples the scores stay as they are.
 */
export function calibrate(examples: readonly ScoredExample[]): Calibration {
  // In standard deviations from the mean of the prior.
  let [shift, slope] = [0, 0]
  for (let step = 0; step < STEPS; step++) {
    let [byShift, bySlope, shiftShift, shiftSlope, slopeSlope] = [-shift, -slope, 1, 0, 1]
    for (const { score, isAnswer } of examples) {
      const probability = logistic(PRIOR.shift * shift + (1 + PRIOR.slope * slope) * score)
      const error = (isAnswer ? 1 : 0) - probability
      const weight = probability * (1 - probability)
      const [one, other] = [PRIOR.shift, PRIOR.slope * score]
      byShift += error * one
      bySlope += error * other
      shiftShift += weight * one * one
      shiftSlope += weight * one * other
      slopeSlope += weight * other * other
    }
    const determinant = shiftShift * slopeSlope - shiftSlope * shiftSlope
    const isAtLowest = slope <= LOWEST && bySlope < 0
    const steps = isAtLowest
      ? ([byShift / shiftShift, 0] as const)
      : ([
          (slopeSlope * byShift - shiftSlope * bySlope) / determinant,
          (shiftShift * bySlope - shiftSlope * byShift) / determinant,
        ] as const)
    const length = Math.hypot(...steps)
    const share = Math.min(1, STEP_MAX / Math.max(length, CLOSE))
    shift += share * steps[0]
    slope = Math.max(LOWEST, slope + share * steps[1])
    if (length < CLOSE) break
  }
  return { shift: PRIOR.shift * shift, slope: 1 + PRIOR.slope * slope, examples: examples.length }
}

/** The probability that a paper with this score is an answer. */
export const probabilityOf = ({ shift, slope }: Calibration, score: number): number => logistic(shift + slope * score)

/** The probability from which on a paper is an answer. */
export const barOf = ({ examples }: Calibration, position: BarPosition): number =>
  (examples < EXAMPLES_NEEDED ? CAREFUL_BAR : BAR)[position]

const logistic = (value: number): number => 1 / (1 + Math.exp(-value))
