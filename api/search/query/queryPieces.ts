import type { Field } from './condition.ts'

/** A sign of the query language, or a value with the field it was asked for in. `start` is where its text begins. */
export type Piece =
  | { kind: 'or' | 'and' | 'not' | 'open' | 'close' }
  | {
      kind: 'value'
      field: Field | 'category' | 'year' | 'from' | 'to' | null
      text: string
      start: number
      quoted: boolean
      prefix: boolean
    }

const fields: Record<string, Extract<Piece, { kind: 'value' }>['field']> = {
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
const signs = new Map<string, 'or' | 'and' | 'not'>([
  ['OR', 'or'],
  ['AND', 'and'],
  ['NOT', 'not'],
])

const space = /\s+/y
const fieldName = /(author|au|title|ti|abs|cat|year|from|to):/iy
/** A dash is a sign only in front of something; "state - of" and "- -" are words with dashes between. */
const minus = /-(?=[^\s-])/y
const quoted = /"([^"]*)"(\*?)/y
/** Up to a space, a quote or a parenthesis that is not closed within the word: "f(x)" and "Fe(III)" are words. */
const bare = /(?:[^\s"()]|\([^\s"()]*\)(?=[^\s]))+(?:\([^\s"()]*\))?/y

/** The pieces of a query; null when a quote is not closed or a field has no value. */
export function readPieces(text: string): Piece[] | null {
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
    const sign = field === null ? signs.get(word) : undefined
    if (sign) pieces.push({ kind: sign })
    else {
      const value = word.replace(/\*+$/, '')
      const prefix = value !== word
      pieces.push({ kind: 'value', field, text: value, start: at - word.length, quoted: false, prefix })
    }
  }
  return pieces
}
