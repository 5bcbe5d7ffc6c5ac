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
  const active = new Uint32Array(rows)
  let total = 0
  for (let row = 0; row < rows; row++) if (costs[row]! > 0) active[total++] = row
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
      const decision = bias + dotRow(weights, blocks[block[row]!]!, from, to)
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

/** The inner product of the cells of a row with the weights. In four sums, as an addition waits for the one before. */
function dotRow(weights: Float32Array, { cells, values }: SparseRows, from: number, to: number): number {
  let one = 0
  let two = 0
  let three = 0
  let four = 0
  let cell = from
  for (; cell + 3 < to; cell += 4) {
    one += weights[cells[cell]!]! * values[cell]!
    two += weights[cells[cell + 1]!]! * values[cell + 1]!
    three += weights[cells[cell + 2]!]! * values[cell + 2]!
    four += weights[cells[cell + 3]!]! * values[cell + 3]!
  }
  for (; cell < to; cell++) one += weights[cells[cell]!]! * values[cell]!
  return one + two + three + four
}

/** The block of each row, its row there, and its squared length. */
function locateRows(blocks: readonly SparseRows[], rows: number) {
  const block = new Uint8Array(rows)
  const local = new Uint32Array(rows)
  const squares = new Float32Array(rows)
  let row = 0
  for (const [index, rowsOfBlock] of blocks.entries()) {
    squares.set(squareRows(rowsOfBlock), row)
    for (let of = 0; of + 1 < rowsOfBlock.starts.length; of++, row++) {
      block[row] = index
      local[row] = of
    }
  }
  return { block, local, squares }
}

/** The squared lengths of the rows of a block, which all readers of a day share. */
const known = new WeakMap<SparseRows, Float32Array>()

function squareRows(block: SparseRows): Float32Array {
  const found = known.get(block)
  if (found) return found
  const { starts, values } = block
  const squares = new Float32Array(starts.length - 1)
  for (let row = 0; row < squares.length; row++) {
    let square = 0
    for (let cell = starts[row]!; cell < starts[row + 1]!; cell++) square += values[cell]! ** 2
    squares[row] = square
  }
  known.set(block, squares)
  return squares
}

/** Vectors of one length as rows that have a cell for each dimension. */
export function denseRows(vectors: readonly Float32Array[]): SparseRows {
  const dimensions = vectors[0]?.length ?? 0
  const values = new Float32Array(vectors.length * dimensions)
  const cells = new Uint32Array(values.length)
  const starts = new Uint32Array(vectors.length + 1)
  for (const [row, vector] of vectors.entries()) {
    const start = row * dimensions
    values.set(vector, start)
    for (let dim = 0; dim < dimensions; dim++) cells[start + dim] = dim
    starts[row + 1] = start + dimensions
  }
  return { starts, cells, values }
}
