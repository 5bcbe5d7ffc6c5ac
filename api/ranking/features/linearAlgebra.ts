/** A matrix by rows: the element (r, c) is `values[r * columns + c]`. */
export interface Matrix {
  rows: number
  columns: number
  values: Float64Array
}

export const createMatrix = (rows: number, columns: number): Matrix => ({
  rows,
  columns,
  values: new Float64Array(rows * columns),
})

/** Returns the columns' inner products, a symmetric matrix. */
export function gram({ rows, columns, values }: Matrix): Matrix {
  const product = createMatrix(columns, columns)
  for (let row = 0; row < rows; row++) {
    const from = row * columns
    for (let one = 0; one < columns; one++) {
      const value = values[from + one]!
      if (value === 0) continue
      const into = one * columns
      for (let other = one; other < columns; other++) product.values[into + other]! += value * values[from + other]!
    }
  }
  for (let one = 1; one < columns; one++)
    for (let other = 0; other < one; other++)
      product.values[one * columns + other] = product.values[other * columns + one]!
  return product
}

/**
 * Makes the columns orthonormal, in place, keeping what they span: Cholesky QR. A column that the ones before it span
 * becomes 0. A second pass is more accurate.
 */
export function orthonormalise(matrix: Matrix, passes: 1 | 2): void {
  for (let pass = 0; pass < passes; pass++) divideByFactor(matrix, cholesky(gram(matrix)))
}

/**
 * The lower triangular factor L of a symmetric matrix L·Lᵀ. A direction without length gets an infinite one, by which the
 * division leaves 0: with a tiny one the errors of rounding grow from one such direction to the next, without a limit.
 */
function cholesky({ columns: size, values }: Matrix): Float64Array {
  const lower = new Float64Array(size * size)
  let trace = 0
  for (let row = 0; row < size; row++) trace += values[row * size + row]!
  const tiny = Math.max(1e-300, trace * 1e-13)
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let sum = values[row * size + column]!
      for (let at = 0; at < column; at++) sum -= lower[row * size + at]! * lower[column * size + at]!
      lower[row * size + column] =
        row === column ? (sum > tiny ? Math.sqrt(sum) : Infinity) : sum / lower[column * size + column]!
    }
  return lower
}

/** Multiplies by the inverse of Lᵀ from the right: forward substitution in each row. */
function divideByFactor({ rows, columns, values }: Matrix, lower: Float64Array): void {
  for (let row = 0; row < rows; row++) {
    const from = row * columns
    for (let column = 0; column < columns; column++) {
      let sum = values[from + column]!
      for (let at = 0; at < column; at++) sum -= values[from + at]! * lower[column * columns + at]!
      values[from + column] = sum / lower[column * columns + column]!
    }
  }
}

const SWEEPS_MAX = 30

/** Eigenvalues of a symmetric matrix, largest first, and their unit vectors as the columns: Jacobi's method. */
export function symmetricEigen(matrix: Matrix): { values: Float64Array; vectors: Matrix } {
  const size = matrix.columns
  const a = matrix.values.slice()
  const v = createMatrix(size, size)
  for (let at = 0; at < size; at++) v.values[at * size + at] = 1
  for (let sweep = 0; sweep < SWEEPS_MAX; sweep++) {
    let off = 0
    let all = 0
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        all += a[row * size + column]! ** 2
        if (row !== column) off += a[row * size + column]! ** 2
      }
    if (off <= 1e-22 * all) break
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, v.values, size, p, q)
  }
  const order = Array.from({ length: size }, (_, at) => at).sort((p, q) => a[q * size + q]! - a[p * size + p]!)
  const vectors = createMatrix(size, size)
  for (const [column, from] of order.entries())
    for (let row = 0; row < size; row++) vectors.values[row * size + column] = v.values[row * size + from]!
  return { values: Float64Array.from(order, (at) => a[at * size + at]!), vectors }
}

/** Makes the element (p, q) zero by a rotation, which `vectors` collects. */
function rotate(a: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q]!
  if (Math.abs(apq) < 1e-300) return
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * apq)
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let at = 0; at < size; at++) turn(a, at * size + p, at * size + q, c, s)
  for (let at = 0; at < size; at++) turn(a, p * size + at, q * size + at, c, s)
  for (let at = 0; at < size; at++) turn(vectors, at * size + p, at * size + q, c, s)
}

function turn(values: Float64Array, one: number, other: number, c: number, s: number): void {
  const x = values[one]!
  const y = values[other]!
  values[one] = c * x - s * y
  values[other] = s * x + c * y
}
