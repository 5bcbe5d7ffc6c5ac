import { seededRandom, shuffle } from '../features/random.ts'

/** Sparse rows: row r has the cells from `starts[r]` to `starts[r + 1]`. */
export interface SparseRows {
  starts: Uint32Array
  cells: Uint32Array
  values: Float32Array
}

export interface SvmProblem {
  /** The rows of all blocks one after another; blocks, so that shared rows are not copied. */
  blocks: readonly SparseRows[]
  /** 1 or -1 for each row. */
  labels: Int8Array
  /** Cost of an error of each row (C of the formulation); a row of cost 0 is left out. */
  costs: Float32Array
  /** Number of columns of all blocks. */
  columns: number
}

export interface LinearModel {
  weights: Float32Array
  bias: number
  /** The weights are the sum of the rows, each times its label and its factor here, which is 0 or more. */
  alphas: Float32Array
}

const EPOCHS_MAX = 40
/** The solver stops when no row violates its optimality condition by more than this. */
const TOLERANCE = 0.05

/**
 * Trains a linear support vector machine with squared hinge loss and a regularised bias by dual coordinate descent:
 * C.-J. Hsieh, K.-W. Chang, C.-J. Lin, S. S. Keerthi and S. Sundararajan, "A dual coordinate descent method for
 * large-scale linear SVM", ICML 2008 (LIBLINEAR). Minimises |w|²/2 + bias²/2 + Σ cost·max(0, 1 - label·(w·x + bias))².
 * The result repeats exactly for the same rows.
 */
export function trainSvm({ blocks, labels, costs, columns }: SvmProblem, { tolerance = TOLERANCE } = {}): LinearModel {
  const rows = labels.length
  const weights = new Float32Array(columns)
  let bias = 0
  const alphas = new Float32Array(rows)
  const { block, local, squares } = locateRows(blocks, rows)
  const active = Uint32Array.from(costs.keys()).filter((row) => costs[row]! > 0)
  const total = active.length
  let activeRows = total
  const random = seededRandom(1)
  /** Rows at the bound 0 whose gradient is above this leave the active set (shrinking). */
  let shrinkAbove = Infinity
  for (let epoch = 0; epoch < EPOCHS_MAX; epoch++) {
    shuffle(active, activeRows, random)
    let largest = 0
    for (let at = 0; at < activeRows; at++) {
      const row = active[at]!
      const { starts, cells, values } = blocks[block[row]!]!
      const from = starts[local[row]!]!
      const to = starts[local[row]! + 1]!
      const label = labels[row]!
      let decision = bias
      for (let cell = from; cell < to; cell++) decision += weights[cells[cell]!]! * values[cell]!
      const diagonal = 0.5 / costs[row]!
      const alpha = alphas[row]!
      const gradient = label * decision - 1 + diagonal * alpha
      if (alpha === 0 && gradient > shrinkAbove) {
        active[at--] = active[--activeRows]!
        active[activeRows] = row
        continue
      }
      const violation = alpha === 0 ? Math.min(gradient, 0) : gradient
      largest = Math.max(largest, Math.abs(violation))
      if (violation === 0) continue
      const next = Math.max(0, alpha - gradient / (squares[row]! + 1 + diagonal))
      const step = (next - alpha) * label
      if (step === 0) continue
      alphas[row] = next
      bias += step
      for (let cell = from; cell < to; cell++) weights[cells[cell]!]! += step * values[cell]!
    }
    if (largest > tolerance) shrinkAbove = largest
    // Converged on the active rows: the others are checked once more.
    else if (activeRows === total) break
    else {
      activeRows = total
      shrinkAbove = Infinity
    }
  }
  return { weights, bias, alphas }
}

/** The block of each row, its row there, and its squared length. */
function locateRows(blocks: readonly SparseRows[], rows: number) {
  const block = new Uint8Array(rows)
  const local = new Uint32Array(rows)
  const squares = new Float32Array(rows)
  let row = 0
  for (const [index, { starts, values }] of blocks.entries())
    for (let of = 0; of + 1 < starts.length; of++, row++) {
      block[row] = index
      local[row] = of
      let square = 0
      for (let cell = starts[of]!; cell < starts[of + 1]!; cell++) square += values[cell]! ** 2
      squares[row] = square
    }
  return { block, local, squares }
}

/** Vectors of one length as rows that have a cell for each dimension. */
export function denseRows(vectors: readonly Float32Array[]): SparseRows {
  const dimensions = vectors[0]?.length ?? 0
  const values = new Float32Array(vectors.length * dimensions)
  for (const [row, vector] of vectors.entries()) values.set(vector, row * dimensions)
  return {
    starts: Uint32Array.from({ length: vectors.length + 1 }, (_, row) => row * dimensions),
    cells: Uint32Array.from(values.keys(), (cell) => cell % dimensions),
    values,
  }
}
