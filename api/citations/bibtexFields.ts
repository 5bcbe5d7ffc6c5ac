import type { BibtexPiece } from './pieces.ts'

/** An entry of BibTeX: its key, and its fields as TeX source under names in lower case. */
export interface BibtexFields {
  key: string
  fields: Map<string, string>
  /** Why a field could not be read. */
  problem: string | null
}

/** A value is read up to this length. */
const VALUE_MAX = 100_000

/** White space and comments, between the fields; also braces that close too early. */
const GAP = /(?:[\s,}]|%[^\r\n]*)*/y
const NAME = /([\p{L}_][\p{L}\p{N}_:.+/-]{0,60})\s{0,99}=\s{0,99}/uy
const JOINT = /(?:\s|%[^\r\n]*)*#(?:\s|%[^\r\n]*)*/y
/** What a key may have: all but the signs that tell a field from it. Braces in it must be balanced. */
const KEY = /[^,={}]*(?:\{[^{}]*\}[^,={}]*)*/y
/** Another field in the middle of a value: the brace of the value was not closed. */
const NEXT_FIELD = /(?:,|[\r\n])[ \t]*[A-Za-z][\w:+-]{0,60}[ \t]*=[ \t]*[{"]/

/**
 * The fields of an entry. A key may have any signs, or be missing; `%` begins a comment between fields, and commas
 * between them may be missing. `strings` has the abbreviations under names in lower case. Of several fields of a name the first
 * counts. Takes linear time.
 */
export function readFields(text: string, piece: BibtexPiece, strings: ReadonlyMap<string, string>): BibtexFields {
  const reader = new FieldReader(text, piece, strings)
  const key = piece.type === 'string' ? '' : reader.readKey()
  return { key, ...reader.readAll() }
}

class FieldReader {
  readonly #text: string
  readonly #limit: number
  readonly #isClosed: boolean
  readonly #strings: ReadonlyMap<string, string>
  #at: number

  constructor(text: string, { body, close, isClosed }: BibtexPiece, strings: ReadonlyMap<string, string>) {
    this.#text = text
    this.#at = body
    this.#limit = close
    this.#isClosed = isClosed
    this.#strings = strings
  }

  readKey(): string {
    const key = this.#take(KEY) ?? ''
    const next = this.#at < this.#limit ? this.#text[this.#at] : undefined
    if (next !== '=') return cleanKey(key)
    // The comma behind the key is missing, or the key is: the last word is the name of a field.
    const [name = ''] = /[\p{L}_][\p{L}\p{N}_:.+/-]*\s*$/u.exec(key) ?? []
    this.#at -= name.length
    return cleanKey(key.slice(0, key.length - name.length))
  }

  readAll(): Pick<BibtexFields, 'fields' | 'problem'> {
    const fields = new Map<string, string>()
    for (;;) {
      this.#take(GAP)
      if (this.#at >= this.#limit) return { fields, problem: null }
      const [name = ''] = this.#take(NAME)?.toLowerCase().split(/\s*=/) ?? []
      if (name === '') {
        this.#skipToComma()
        continue
      }
      const value = this.#readValue(name)
      if (value === null) return { fields, problem: `the value of “${name}” does not end` }
      if (!fields.get(name)) fields.set(name, value)
    }
  }

  /** Text that is no field: up to the next comma or line. */
  #skipToComma(): void {
    const next = /[,\r\n]/g
    next.lastIndex = this.#at + 1
    this.#at = Math.min(next.exec(this.#text.slice(0, this.#limit))?.index ?? this.#limit, this.#limit)
  }

  /** Parts in braces, in quotes or bare, joined by "#". Null when it does not end in the entry. */
  #readValue(name: string): string | null {
    let value = ''
    do {
      const part = this.#readPart(name)
      if (part === null) return null
      if (value.length < VALUE_MAX) value += part
    } while (this.#take(JOINT) !== null)
    return value.slice(0, VALUE_MAX)
  }

  #readPart(name: string): string | null {
    const open = this.#text[this.#at]
    if (open !== '{' && open !== '"') return this.#readBare()
    const end = this.#findEnd(open)
    if (end === null) return null
    const part = this.#text.slice(this.#at + 1, end)
    if ((!this.#isClosed || name === 'title') && NEXT_FIELD.test(part)) return null
    this.#at = end + 1
    return part
  }

  /** The position of the brace or quote that ends the part. As in BibTeX, braces behind a backslash count, too. */
  #findEnd(open: '{' | '"'): number | null {
    let depth = 0
    for (let at = this.#at; at < this.#limit; at++) {
      const sign = this.#text[at]
      if (sign === '{') depth++
      else if (sign === '}') depth--
      if (depth === 0 && at > this.#at && sign === (open === '{' ? '}' : '"')) return at
    }
    if (open === '{') return null
    // The braces between the quotes are not balanced.
    const end = /"(?=\s{0,99}(?:[,}#)\r\n]|$))/g
    end.lastIndex = this.#at + 1
    const found = end.exec(this.#text)?.index ?? this.#limit
    return found < this.#limit ? found : null
  }

  /** A number, an abbreviation, or text without the braces that it should have. */
  #readBare(): string {
    const bare = this.#take(/[^,#{}"\r\n]*/y)?.trim() ?? ''
    return this.#strings.get(bare.toLowerCase()) ?? bare
  }

  /** Returns what matches at the present position within the entry, and moves behind it. */
  #take(pattern: RegExp): string | null {
    const from = this.#at
    pattern.lastIndex = from
    if (!pattern.test(this.#text)) return null
    this.#at = Math.min(pattern.lastIndex, this.#limit)
    return this.#text.slice(from, this.#at)
  }
}

const cleanKey = (key: string) =>
  key
    .replace(/%[^\r\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
