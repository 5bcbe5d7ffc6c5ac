import { readExclusions } from './exclusions.ts'
import type { Piece, ValuePiece } from './piece.ts'
import { toPlainSigns } from './typography.ts'

const fields: Record<string, ValuePiece['field']> = {
  author: 'authors',
  au: 'authors',
  title: 'title',
  ti: 'title',
  abs: 'abstract',
  cat: 'category',
  year: 'year',
  from: 'from',
  to: 'to',
}
const operators = new Map<string, 'or' | 'and' | 'not'>([
  ['OR', 'or'],
  ['AND', 'and'],
  ['NOT', 'not'],
])

const space = /\s+/y
const fieldName = /(author|au|title|ti|abs|cat|year|from|to):/iy
/** A word that looks like a field: "foo:bar", but not "std::vector", an address or "10:30". */
const likeField = /^([a-z]{2,12}):[^\s:/]/
/** A dash is an operator only directly before a word; in "state - of" and "- -" it is punctuation. */
const minus = /-(?=[^\s-])/y
const quoted = /"([^"]*)"(\*?)/y
/** A formula with spaces, which is searched as a phrase: "O(n log n)", "p < 0.05". Not after a field. */
const formula = /[^\s"():]+\([^"()]* [^"()]*\)(?=\s|$)|[^\s"():]+ ?[<>=≤≥≈] ?[^\s"()]+/y
/** Up to a space, a quote or a parenthesis; balanced parentheses belong to the word: "f(x)" and "Fe(III)". */
const bare = /(?:[^\s"()]|\([^\s"()]*\)(?=[^\s]))+(?:\([^\s"()]*\))?/y

/** Returns the name of the field that `piece` seems to be meant for and that does not exist; undefined if there is none. */
export const unknownFieldOf = (piece: Piece): string | undefined =>
  piece.kind === 'value' && piece.field === null && !piece.quoted ? likeField.exec(piece.text)?.[1] : undefined

/** Splits a query into its pieces. Returns null when a quote is not closed or a field has no value. */
export function readPieces(query: string): Piece[] | null {
  const text = toPlainSigns(query)
  const pieces = splitPieces(text)
  return pieces && readExclusions(pieces, text)
}

/** A single letter and what TeX writes before a star: "A", "D^". The star belongs to the name. */
const starredName = /^\$?\p{Script=Latin}[\^_{$]*$/u

/** Whether the value is a name that ends with a star, as "A*". */
export const isStarredName = ({ text }: ValuePiece): boolean =>
  text.endsWith('*') && starredName.test(text.replace(/\*+$/, ''))

function splitPieces(text: string): Piece[] | null {
  const pieces: Piece[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  while (at < text.length) {
    if (take(space)) continue
    if (take(minus)) {
      pieces.push({ kind: 'not' })
      continue
    }
    if (text[at] === '(' || text[at] === ')') {
      pieces.push({ kind: text[at] === '(' ? 'open' : 'close' })
      at += 1
      continue
    }
    const name = take(fieldName)?.[1]
    const field = name === undefined ? null : (fields[name.toLowerCase()] ?? null)
    const typed = field === null ? take(formula)?.[0] : undefined
    if (typed !== undefined) {
      const start = at - typed.length
      pieces.push({ kind: 'value', field, text: typed, start, quoted: true, isFormula: true, prefix: false })
      continue
    }
    const phrase = take(quoted)
    if (phrase) {
      const [whole, inner = '', star] = phrase
      pieces.push({
        kind: 'value',
        field,
        text: inner,
        start: at - whole.length + 1,
        quoted: true,
        prefix: star === '*',
      })
      continue
    }
    const word = take(bare)?.[0]
    if (word === undefined) return null
    const operator = field === null ? operators.get(word) : undefined
    if (operator) pieces.push({ kind: operator })
    else {
      const bareValue = word.replace(/\*+$/, '')
      const value = starredName.test(bareValue) ? word : bareValue
      const prefix = value !== word
      pieces.push({ kind: 'value', field, text: value, start: at - word.length, quoted: false, prefix })
    }
  }
  return pieces
}
