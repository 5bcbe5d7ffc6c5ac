/** A part of a text that is one entry of BibTeX, one record of a tagged format, or one line. */
export type Piece = Extent & (BibtexPiece | { kind: Tagged } | { kind: 'line' })

/** A format of lines with tags: RIS, MEDLINE of PubMed and EndNote's, of which refer is the old name. */
export type Tagged = 'ris' | 'medline' | 'refer'

interface Extent {
  from: number
  end: number
  /** Whether it ends here even if the text goes on. */
  isWhole: boolean
}

export interface BibtexPiece {
  kind: 'bibtex'
  /** In lower case. */
  type: string
  /** The range between the braces or parentheses. */
  body: number
  close: number
  /** Whether its last brace or parenthesis is there. */
  isClosed: boolean
}

/** Where an entry begins: at the start of a line, or behind the end of another one. */
const START = /(?:^|(?<=[})]))[,; \t]*@[ \t]*([A-Za-z]{1,40})\s{0,99}([{(])/gm
const LINE_START = /^[ \t]*@[ \t]*[A-Za-z]{1,40}\s{0,99}[{(]/gm
/** What follows a brace that closes too early: the next field of the same entry. */
const CONTINUES = /\s{0,99},\s{0,99}[A-Za-z][\w:+-]{0,60}\s{0,99}=\s{0,99}[{"\w]/y

/** The first line of an entry whose brace is in the next line. */
const CUT_START = /^[ \t]*@[ \t]*[A-Za-z]{1,40}[ \t]*$/

const RIS_TAG = /^[A-Z][A-Z0-9] {2}-(?: |$)/
/** The first line of a record, by its format. */
const RECORD_STARTS: readonly (readonly [Tagged, RegExp])[] = [
  ['ris', /^[ \t\uFEFF]*TY {0,4}-/],
  ['medline', /^PMID- /],
  ['refer', /^%0 /],
]
/** The last line of a record. That of RIS also as programs misspell it: "ER", "ER -", "ER  -x". */
const RECORD_ENDS: Readonly<Record<Tagged, RegExp>> = {
  ris: /^[ \t]*ER[ \t]*(?:-.*)?$/,
  medline: /^\s*$/,
  refer: /^\s*$/,
}

/** Whether a text has entries of BibTeX or tagged records, so that its other lines are comments. */
export const hasRecords = (text: string): boolean =>
  text.search(LINE_START) !== -1 || /^(?:(?:TY {0,4}|[A-Z][A-Z0-9] {2})-(?: |$)|PMID- |%0 )/m.test(text)

/**
 * Splits a text into entries, records and lines, in their order. An entry that is not closed ends where a line begins with
 * the next one, so that it does not take others with it. Takes linear time.
 */
export function* splitPieces(text: string): Generator<Piece> {
  const ends = new EntryEnds(text)
  const start = new RegExp(START)
  for (let at = 0; ;) {
    start.lastIndex = at
    const match = start.exec(text)
    yield* splitLines(text, at, match?.index ?? text.length)
    if (match === null) return
    const [{ length }, type = '', opening = ''] = match
    const body = match.index + length
    const { close, end, isClosed } = ends.find(match.index, body, { type: type.toLowerCase(), opening })
    const isWhole = isClosed || end < text.length
    yield { kind: 'bibtex', type: type.toLowerCase(), from: match.index, body, close, end, isClosed, isWhole }
    at = end
  }
}

interface EntryEnd {
  close: number
  end: number
  isClosed: boolean
}

class EntryEnds {
  readonly #text: string
  readonly #lineStart = new RegExp(LINE_START)
  #nextStart = -1
  /** A comment that is not closed is looked for once up to the end of the text. */
  #hasOpenComment = false

  constructor(text: string) {
    this.#text = text
  }

  find(from: number, body: number, { type, opening }: { type: string; opening: string }): EntryEnd {
    const limit = this.#findNextStart(from)
    if (opening === '(') return type === 'comment' ? this.#endOfLine(body) : this.#closeParenthesis(body, limit)
    if (type !== 'comment') return this.#closeBraces(body, limit)
    // A comment may contain entries.
    const whole = this.#hasOpenComment ? null : this.#closeBraces(body, this.#text.length)
    if (whole?.isClosed) return whole
    this.#hasOpenComment = true
    return this.#closeBraces(body, limit)
  }

  #findNextStart(from: number): number {
    if (this.#nextStart > from) return this.#nextStart
    this.#lineStart.lastIndex = from + 1
    return (this.#nextStart = this.#lineStart.exec(this.#text)?.index ?? this.#text.length)
  }

  #endOfLine(from: number): EntryEnd {
    const length = this.#text.slice(from).search(/[\r\n]/)
    const end = length === -1 ? this.#text.length : from + length
    return { close: end, end, isClosed: true }
  }

  #closeBraces(body: number, limit: number): EntryEnd {
    // A field that is commented out may have a brace that is not closed in its line.
    const sign = /[{}]|^[ \t]*%[^\r\n]*/gm
    sign.lastIndex = body
    let depth = 1
    for (let match = sign.exec(this.#text); match !== null && match.index < limit; match = sign.exec(this.#text)) {
      const { 0: found, index } = match
      if (found === '{') depth++
      else if (found !== '}') {
        if (depth > 1) sign.lastIndex = index + found.indexOf('%') + 1
      } else if (--depth === 0) {
        CONTINUES.lastIndex = index + 1
        if (!CONTINUES.test(this.#text)) return { close: index, end: index + 1, isClosed: true }
        depth = 1
      }
    }
    return { close: limit, end: limit, isClosed: false }
  }

  /** As in BibTeX, the parenthesis that ends the entry is outside braces and quotes. One in the key is not the end. */
  #closeParenthesis(body: number, limit: number): EntryEnd {
    const key = /[^,{}="]{0,300},/y
    key.lastIndex = body
    const sign = /[{}")]/g
    sign.lastIndex = key.test(this.#text) ? key.lastIndex : body
    let depth = 0
    let isQuoted = false
    for (let match = sign.exec(this.#text); match !== null && match.index < limit; match = sign.exec(this.#text)) {
      const { 0: found, index } = match
      if (found === '{') depth++
      else if (found === '}') depth--
      else if (depth > 0) continue
      else if (found === '"') isQuoted = !isQuoted
      else if (!isQuoted) return { close: index, end: index + 1, isClosed: true }
    }
    return { close: limit, end: limit, isClosed: false }
  }
}

/** Text without entries of BibTeX: tagged records, which a new one ends as well, and the lines between them. */
function* splitLines(text: string, from: number, to: number): Generator<Piece> {
  let record: { kind: Tagged; from: number } | null = null
  for (const match of text.slice(from, to).matchAll(/([^\r\n]*)(\r\n?|\n|$)/g)) {
    const { 0: whole, 1: line = '', 2: lineBreak = '', index } = match
    if (whole === '') break
    const [start, end] = [from + index, from + index + whole.length]
    const isWhole = end < text.length || (lineBreak !== '' && !CUT_START.test(line))
    const begun = RECORD_STARTS.find(([, pattern]) => pattern.test(line))?.[0]
    // A note of a record may begin a line as another format does.
    if (begun !== undefined && (record === null || begun === record.kind)) {
      if (record) yield { ...record, end: start, isWhole: true }
      record = { kind: begun, from: start }
    } else if (record && RECORD_ENDS[record.kind].test(line)) {
      yield { ...record, end, isWhole }
      record = null
    } else if (record === null) {
      // A record of RIS may lack its first line.
      if (RIS_TAG.test(line)) record = { kind: 'ris', from: start }
      else yield { kind: 'line', from: start, end, isWhole }
    }
  }
  if (record) yield { ...record, end: to, isWhole: to < text.length }
}
