import { isDay } from '../../platform/clock.ts'
import { readWords } from '../../text/words.ts'
import type { Condition, QueryWord, Words } from './condition.ts'
import { readPieces, type Piece } from './queryPieces.ts'

export interface ParsedQuery {
  /** Null when there is nothing to look for. */
  condition: Condition | null
  /** First and last day, from `from:` and `to:`; they hold for the whole query wherever they stand. */
  from?: string
  to?: string
  /** The text did not follow the query language and was read as plain words. */
  plain: boolean
}

/** Fewer letters begin too many words to be of help, and may be a word themselves: "AI", "3D". */
const TYPED_PREFIX_MIN = 3

/** Deeper parentheses are no query anybody means, and FTS5 would refuse them. */
const DEPTH_MAX = 12

/** Reads a reader's query. Never throws: what does not follow the language is read as plain words. */
export function parseQuery(text: string, { typing = false } = {}): ParsedQuery {
  const pieces = readPieces(text)
  const reader = pieces && new Reader(pieces)
  const condition = reader?.readAll()
  if (!reader || condition === undefined) return { condition: plainWords(text, typing), plain: true }
  const { from, to } = reader
  // Days alone mean every paper of them.
  const every: Condition | null = from === undefined && to === undefined ? null : { kind: 'and', items: [] }
  return { condition: withPrefix(condition, text, typing) ?? every, from, to, plain: false }
}

/** Thrown inside the reader only: the query is not well formed. */
class OddQuery extends Error {}

class Reader {
  from: string | undefined
  to: string | undefined
  readonly #pieces: readonly Piece[]
  #at = 0
  #depth = 0

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
  }

  /** The whole query; null when it holds no condition, undefined when it is not well formed. */
  readAll(): Condition | null | undefined {
    try {
      const condition = this.#readOr()
      if (this.#at < this.#pieces.length) return undefined
      return condition
    } catch (error) {
      // Recovered by the caller, who searches the text as plain words.
      if (error instanceof OddQuery) return undefined
      throw error
    }
  }

  #readOr(): Condition | null {
    const items = [this.#readAnd()]
    while (this.#take('or')) items.push(this.#readAnd())
    if (items.length > 1 && items.includes(null)) throw new OddQuery()
    return join('or', items)
  }

  #readAnd(): Condition | null {
    const items: (Condition | null)[] = []
    for (;;) {
      const piece = this.#pieces[this.#at]
      if (!piece || piece.kind === 'or' || piece.kind === 'close') return join('and', items)
      if (piece.kind === 'and') {
        const next = this.#pieces[this.#at + 1]
        if (items.length === 0 || !next || next.kind === 'or' || next.kind === 'close') throw new OddQuery()
        this.#at += 1
      } else items.push(this.#readOne())
    }
  }

  #readOne(): Condition | null {
    const piece = this.#pieces[this.#at]
    this.#at += 1
    if (piece?.kind === 'not') {
      const item = this.#readOne()
      if (item === null) throw new OddQuery()
      return item.kind === 'not' ? item.item : { kind: 'not', item }
    }
    if (piece?.kind === 'open') {
      this.#depth += 1
      if (this.#depth > DEPTH_MAX) throw new OddQuery()
      const inner = this.#readOr()
      if (inner === null || !this.#take('close')) throw new OddQuery()
      this.#depth -= 1
      return inner
    }
    if (piece?.kind === 'value') return this.#readValue(piece)
    throw new OddQuery()
  }

  #readValue({ field, text, start, quoted, prefix }: Extract<Piece, { kind: 'value' }>): Condition | null {
    const words = readWords(text).map(({ word, ...place }) => ({
      word,
      start: start + place.start,
      end: start + place.end,
    }))
    switch (field) {
      case 'category':
        return { kind: 'category', code: prefix ? `${text}*` : text }
      case 'year':
        if (!/^\d{4}$/.test(text)) throw new OddQuery()
        return { kind: 'year', year: Number(text) }
      case 'from':
      case 'to':
        if (!isDay(text)) throw new OddQuery()
        this[field] = text
        return null
      case 'authors':
        if (words.length === 0) throw new OddQuery()
        if (words.length > 1) return { kind: 'author', name: text }
        return { kind: 'words', field, words, prefix, loose: false }
      default:
        if (words.length === 0) {
          if (field === null) return null
          throw new OddQuery()
        }
        return { kind: 'words', field, words, prefix, loose: field === null && !quoted }
    }
  }

  #take(kind: Piece['kind']): boolean {
    if (this.#pieces[this.#at]?.kind !== kind) return false
    this.#at += 1
    return true
  }
}

/** One condition of several: nested ones of the same kind become one, empty ones vanish. */
function join(kind: 'and' | 'or', items: readonly (Condition | null)[]): Condition | null {
  const flat = items.flatMap((item) => (item === null ? [] : item.kind === kind ? item.items : [item]))
  return flat.length > 1 ? { kind, items: flat } : (flat[0] ?? null)
}

function plainWords(text: string, typing: boolean): Condition | null {
  const items = readWords(text).map((word, place, all): Words => ({
    kind: 'words',
    field: null,
    words: [word],
    prefix: typing && place === all.length - 1 && mayGoOn(word, text),
    loose: true,
  }))
  return join('and', items)
}

/** While typing, the loose word at the very end of the text may go on. */
function withPrefix(condition: Condition | null, text: string, typing: boolean): Condition | null {
  if (!typing || condition === null) return condition
  if (condition.kind === 'words')
    return condition.loose && mayGoOn(condition.words.at(-1), text) ? { ...condition, prefix: true } : condition
  if (condition.kind === 'and' || condition.kind === 'or') {
    const last = withPrefix(condition.items.at(-1) ?? null, text, typing)
    return last === null ? condition : { ...condition, items: [...condition.items.slice(0, -1), last] }
  }
  return condition
}

const mayGoOn = (word: QueryWord | undefined, text: string): boolean =>
  word !== undefined && word.end === text.length && word.word.length >= TYPED_PREFIX_MIN
