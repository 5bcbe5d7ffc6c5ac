import type { BackgroundVectors } from './background.ts'
import { labelRows } from './labelRows.ts'
import { denseRows, trainSvm } from './linearSvm.ts'

/** A liked or disliked paper with a vector. */
export interface VectorExample {
  id: string
  vector: Float32Array
  weight: number
}

export interface Direction {
  values: Float32Array
  /** What each of the liked papers adds to `values`, per unit of its own vector. */
  shares: Float32Array
}

/** Share of the mean of the disliked papers that is taken off, as in the linear model. */
const DISLIKED = 0.5
/** Cost of an error: an action of weight 1, and a paper of the background. */
const COST = { action: 1, background: 0.1 }

/** The weighted mean of the liked papers minus half the mean of the disliked. `liked` is not empty. */
export function meanDirection(liked: readonly VectorExample[], disliked: readonly VectorExample[]): Direction {
  const values = new Float32Array(liked[0]?.vector.length ?? 0)
  const add = (examples: readonly VectorExample[], share: number) => {
    const total = examples.reduce((sum, { weight }) => sum + Math.abs(weight), 0)
    for (const { vector, weight } of examples)
      for (let dim = 0; dim < values.length; dim++) values[dim]! += ((share * Math.abs(weight)) / total) * vector[dim]!
    return total
  }
  const total = add(liked, 1)
  add(disliked, -DISLIKED)
  return { values, shares: Float32Array.from(liked, ({ weight }) => weight / total) }
}

/**
 * The weights of a linear support vector machine of the liked papers against the disliked and the background. They are
 * a sum of the vectors of the papers, and `shares` are the factors of the liked ones.
 */
export function trainDirection(
  liked: readonly VectorExample[],
  disliked: readonly VectorExample[],
  background: BackgroundVectors,
): Direction {
  const own = [...liked, ...disliked]
  const rows = denseRows(own.map(({ vector }) => vector))
  const { labels, costs } = labelRows(own, background, COST)
  const columns = liked[0]?.vector.length ?? 0
  const { weights, alphas } = trainSvm({ blocks: [rows, background.matrix], labels, costs, columns })
  return { values: weights, shares: alphas.slice(0, liked.length) }
}
