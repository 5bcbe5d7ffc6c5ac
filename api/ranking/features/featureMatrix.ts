import type { FeaturedPaper } from './featuredPaper.ts'
import type { SparseVector } from './sparse.ts'

/** The features of many papers in typed arrays; a feature that any of them has is a column. */
export interface FeatureMatrix {
  columns: Columns
  /** Row r has the cells from `starts[r]` to `starts[r + 1]`. */
  starts: Uint32Array
  /** Column of each cell. */
  cells: Uint32Array
  values: Float32Array
}

/** Returns the features of papers as a matrix, one row per paper. */
export function indexFeatures(papers: readonly FeaturedPaper[]): FeatureMatrix {
  const total = papers.reduce((sum, { features }) => sum + features.ids.length, 0)
  const columns = new Columns()
  const starts = new Uint32Array(papers.length + 1)
  const cells = new Uint32Array(total)
  const values = new Float32Array(total)
  let end = 0
  for (const [row, { features }] of papers.entries()) {
    end = addRow(columns, features, cells, values, end)
    starts[row + 1] = end
  }
  return { columns, starts, cells, values }
}

/** Writes a row to `cells` and `values` from `end` on; returns the new end. */
export function addRow(
  columns: Columns,
  { ids, values }: SparseVector,
  cells: Uint32Array,
  into: Float32Array,
  end: number,
): number {
  for (let at = 0; at < ids.length; at++) {
    cells[end + at] = columns.add(ids[at]!)
    into[end + at] = values[at]!
  }
  return end + ids.length
}

/** Numbers features from 0 in the order they are added: a hash table with linear probing, as the ids are hashes. */
export class Columns {
  size = 0
  #ids = new Uint32Array(16)
  /** Column + 1 of the id in each slot; 0 for a free slot. */
  #columns = new Uint32Array(16)

  /** Returns the column of `id`, or -1. */
  find(id: number): number {
    return (this.#columns[this.#slotOf(id)] ?? 0) - 1
  }

  /** Returns the column of `id`, a new one for a new id. */
  add(id: number): number {
    const slot = this.#slotOf(id)
    const found = this.#columns[slot]!
    if (found !== 0) return found - 1
    this.#ids[slot] = id
    this.#columns[slot] = ++this.size
    if (this.size * 1.5 > this.#ids.length) this.#grow()
    return this.size - 1
  }

  /** The id of each column. */
  listIds(): Uint32Array {
    const ids = new Uint32Array(this.size)
    for (let slot = 0; slot < this.#ids.length; slot++) {
      const column = this.#columns[slot]!
      if (column !== 0) ids[column - 1] = this.#ids[slot]!
    }
    return ids
  }

  /** The slot that holds `id`, else the free slot for it. */
  #slotOf(id: number): number {
    const mask = this.#ids.length - 1
    let slot = id & mask
    while (this.#columns[slot] !== 0 && this.#ids[slot] !== id) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [ids, columns] = [this.#ids, this.#columns]
    this.#ids = new Uint32Array(ids.length * 2)
    this.#columns = new Uint32Array(ids.length * 2)
    for (let slot = 0; slot < ids.length; slot++) {
      if (columns[slot] === 0) continue
      const target = this.#slotOf(ids[slot]!)
      this.#ids[target] = ids[slot]!
      this.#columns[target] = columns[slot]!
    }
  }
}
