import { isDay } from '../../platform/clock.ts'
import { readWords } from '../../text/words.ts'
import { namesOfValue } from './authorTags.ts'
import type { Condition, QueryWord, Words } from './condition.ts'
import { joinLetters } from './letters.ts'
import type { Piece } from './piece.ts'
import { readPieces } from './queryPieces.ts'

export interface ParsedQuery {
  /** Null when the query contains no condition. */
  condition: Condition | null
  /** First and last day, from `from:` and `to:`; they apply to the whole query wherever they occur. */
  from?: string
  to?: string
  /** Whether the text was not well formed and was therefore parsed as plain words. */
  plain: boolean
}

/** Shorter prefixes match too many words, and may be complete words: "AI", "3D". */
const TYPED_PREFIX_MIN = 3

/** Deeper parentheses do not occur in real queries, and FTS5 rejects them. */
const DEPTH_MAX = 12

/**
 * Parses a search query. Never throws: a text that is not well formed is parsed as plain words. With `typing`, the last
 * word is treated as a prefix.
 */
export function parseQuery(text: string, { typing = false } = {}): ParsedQuery {
  const pieces = readPieces(text)
  const parser = pieces && new Parser(pieces)
  const condition = parser?.readAll()
  if (!parser || condition === undefined) return { condition: plainWords(text, typing), plain: true }
  const { from, to } = parser
  const typed = withPrefix(condition, text, typing)
  // A query of days alone matches every paper of those days.
  const every: Condition | null = from === undefined && to === undefined ? null : { kind: 'and', items: [] }
  return { condition: (typed && joinLetters(typed, text)) ?? every, from, to, plain: false }
}

/** Thrown by the parser when the query is not well formed. Does not leave this file. */
class MalformedQuery extends Error {}

class Parser {
  from: string | undefined
  to: string | undefined
  readonly #pieces: readonly Piece[]
  #at = 0
  #depth = 0

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
  }

  /** Parses the whole query. Returns null when it has no condition, undefined when it is not well formed. */
  readAll(): Condition | null | undefined {
    try {
      const condition = this.#readOr()
      if (this.#at < this.#pieces.length) return undefined
      return condition
    } catch (error) {
      // Recovered: the caller parses the text as plain words.
      if (error instanceof MalformedQuery) return undefined
      throw error
    }
  }

  #readOr(): Condition | null {
    const items = [this.#readAnd()]
    while (this.#take('or')) items.push(this.#readAnd())
    if (items.length > 1 && items.includes(null)) throw new MalformedQuery()
    return join('or', items)
  }

  #readAnd(): Condition | null {
    const items: (Condition | null)[] = []
    for (;;) {
      const piece = this.#pieces[this.#at]
      if (!piece || piece.kind === 'or' || piece.kind === 'close') return join('and', items)
      if (piece.kind === 'and') {
        const next = this.#pieces[this.#at + 1]
        if (items.length === 0 || !next || next.kind === 'or' || next.kind === 'close') throw new MalformedQuery()
        this.#at += 1
      } else items.push(this.#readOne())
    }
  }

  #readOne(): Condition | null {
    const piece = this.#pieces[this.#at]
    this.#at += 1
    if (piece?.kind === 'not') {
      const item = this.#readOne()
      if (item === null) throw new MalformedQuery()
      return item.kind === 'not' ? item.item : { kind: 'not', item }
    }
    if (piece?.kind === 'open') {
      this.#depth += 1
      if (this.#depth > DEPTH_MAX) throw new MalformedQuery()
      const inner = this.#readOr()
      if (inner === null || !this.#take('close')) throw new MalformedQuery()
      this.#depth -= 1
      return inner
    }
    if (piece?.kind === 'value') return this.#readValue(piece)
    throw new MalformedQuery()
  }

  #readValue({ field, text, start, quoted, prefix }: Extract<Piece, { kind: 'value' }>): Condition | null {
    const words = readWords(text).map(({ word, ...range }) => ({
      word,
      start: start + range.start,
      end: start + range.end,
    }))
    switch (field) {
      case 'category':
        return { kind: 'category', code: prefix ? `${text}*` : text }
      case 'year':
        if (!/^\d{4}$/.test(text)) throw new MalformedQuery()
        return { kind: 'year', year: Number(text) }
      case 'from':
      case 'to':
        if (!isDay(text)) throw new MalformedQuery()
        this[field] = text
        return null
      case 'authors':
        if (words.length === 0) throw new MalformedQuery()
        return toAuthor(text, { kind: 'words', field, words, prefix, quoted, loose: false })
      default:
        if (words.length === 0) {
          if (field === null) return null
          throw new MalformedQuery()
        }
        return { kind: 'words', field, words, prefix, quoted, loose: field === null && !quoted }
    }
  }

  #take(kind: Piece['kind']): boolean {
    if (this.#pieces[this.#at]?.kind !== kind) return false
    this.#at += 1
    return true
  }
}

/** One word is searched in all parts of the names, and as a whole family name: "DelMaestro". */
function toAuthor(text: string, words: Words): Condition {
  const names = namesOfValue(text).map((name): Condition => ({ kind: 'author', name }))
  const hasParts = words.words.length > 1 || names.length > 1 || text.includes('_')
  if (words.prefix && !hasParts) return words
  return join('or', hasParts ? names : [words, ...names]) ?? words
}

/** Combines conditions into one: flattens nested ones of the same kind and drops empty ones. */
function join(kind: 'and' | 'or', items: readonly (Condition | null)[]): Condition | null {
  const flat = items.flatMap((item) => (item === null ? [] : item.kind === kind ? item.items : [item]))
  return flat.length > 1 ? { kind, items: flat } : (flat[0] ?? null)
}

function plainWords(text: string, typing: boolean): Condition | null {
  const items = readWords(text).map((word, index, all): Words => ({
    kind: 'words',
    field: null,
    words: [word],
    prefix: typing && index === all.length - 1 && mayBeIncomplete(word, text),
    quoted: false,
    loose: true,
  }))
  return join('and', items)
}

/** While typing, the loose word at the very end of the text becomes a prefix. */
function withPrefix(condition: Condition | null, text: string, typing: boolean): Condition | null {
  if (!typing || condition === null) return condition
  if (condition.kind === 'words')
    return condition.loose && mayBeIncomplete(condition.words.at(-1), text) ? { ...condition, prefix: true } : condition
  if (condition.kind === 'and' || condition.kind === 'or') {
    const last = withPrefix(condition.items.at(-1) ?? null, text, typing)
    return last === null ? condition : { ...condition, items: [...condition.items.slice(0, -1), last] }
  }
  return condition
}

/** Whether the word at the end of the text may go on. A year is complete, and so is a name that ends with a sign. */
const mayBeIncomplete = (word: QueryWord | undefined, text: string): boolean =>
  word !== undefined &&
  word.end === text.length &&
  word.word.length >= TYPED_PREFIX_MIN &&
  /[\p{L}\p{N}]$/u.test(text) &&
  !/^(?:19|20)\d\d$/.test(word.word)
