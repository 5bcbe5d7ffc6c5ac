import type { Field } from './condition.ts'

/** A value with its field. `start` is the offset of its text in the query. */
export interface ValuePiece {
  kind: 'value'
  field: Field | 'category' | 'year' | 'from' | 'to' | null
  text: string
  start: number
  /** In quotes, or a formula. */
  quoted: boolean
  isFormula?: boolean
  prefix: boolean
}

/** A token of the query language: an operator, or a value. */
export type Piece =
  | { kind: 'or' | 'and' | 'open' | 'close' }
  /** `spoken`: what is excluded in words, "but not images". */
  | { kind: 'not'; spoken?: string }
  | ValuePiece
