import { ownNames } from '../text/ownNames.ts'
import { decodeReferences } from '../text/characterReferences.ts'

/** In characters as received: what is behind this is cut anyway. */
const TEXT_MAX = 60_000

/** A tag. Its attributes end at the next angle bracket, so that all tags of a text are found in linear time. */
const TAG = /<(\/?)(?:(jats|mml|m|ns\d):)?([a-z][a-z0-9-]{0,30})(\s[^<>]*|\/)?>/gi

/** They begin a new paragraph. */
const BLOCKS = new Set(
  'p sec list list-item def-list def-item disp-quote disp-formula boxed-text br break div li ul ol dl dd dt blockquote'.split(
    ' ',
  ),
)
const HEADINGS = new Set(['title', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const INLINE = new Set(
  'i b u em strong italic bold underline sc scp small-caps monospace roman sans-serif tt span font inf ext-link uri email a named-content styled-content inline-formula alternatives abstract xref'.split(
    ' ',
  ),
)
/** They are dropped with what is in them. */
const DROPPED = new Set(
  'script style table table-wrap fig figure graphic inline-graphic img nav supplementary-material'.split(' '),
)
const SHIFTED: Readonly<Record<string, string>> = ownNames({ sub: '_', inf: '_', sup: '^' })
const CAPTURED = new Set([...HEADINGS, ...Object.keys(SHIFTED), 'math', 'tex-math', 'annotation'])

/** Headings that say nothing: the text under them is the abstract. */
const EMPTY_HEADING = /^\W*(?:abstract|summary|graphical abstract|résumé|zusammenfassung|resumen)\W*$/i
/** The e-mail addresses of authors are none of the paper's text. */
const MAIL_ADDRESS = /(?:electronic address:\s*)?[^\s@<>()]{1,80}@[^\s@<>()]{1,80}\.\w{2,}/gi

/** Text that is kept until the tag that ends it: a heading, a subscript, a formula. */
interface Capture {
  name: string
  text: string
  /** TeX of a formula, which is better than its text. */
  tex?: string
}

/**
 * Returns the text of a title, an abstract or a name in JATS, HTML and MathML, which publishers mix, also escaped once too
 * often. Blocks become paragraphs, headings "Heading: ", subscripts plain text, formulas with a TeX source `$…$`. Other
 * words in angle brackets, such as "<mask>", are text. Takes linear time.
 */
export function readMarkup(source: string): string {
  const text = decodeReferences(decodeReferences(source.slice(0, TEXT_MAX)))
  const reader = new MarkupReader()
  let from = 0
  for (const match of text.matchAll(TAG)) {
    const { 0: whole, 1: slash, 2: prefix, 3: name = '', index } = match
    const isKnown = reader.knows(name.toLowerCase(), prefix !== undefined)
    if (!isKnown) continue
    reader.add(text.slice(from, index))
    if (slash === '/') reader.close(name.toLowerCase())
    else reader.open(name.toLowerCase(), whole)
    from = index + whole.length
  }
  // Without tags the line breaks are those of the text itself.
  if (from === 0) return text
  reader.add(text.slice(from))
  return reader.end()
}

/** The same without e-mail addresses. */
export const readMarkupWithoutMail = (source: string): string => readMarkup(source).replace(MAIL_ADDRESS, '')

class MarkupReader {
  #paragraphs: string[] = ['']
  readonly #captures: Capture[] = []
  /** How many formulas are open. */
  #formulas = 0
  #dropped: { name: string; depth: number } | null = null
  /** A formula is given in several forms, one of them as TeX: where they begin. */
  #alternatives: { at: number; hasTex: boolean } | null = null

  /** A tag with a prefix is one of JATS or MathML, whatever its name. */
  knows(name: string, hasPrefix: boolean): boolean {
    if (hasPrefix || this.#formulas > 0) return true
    return BLOCKS.has(name) || INLINE.has(name) || DROPPED.has(name) || CAPTURED.has(name) || name === 'math'
  }

  add(text: string): void {
    if (this.#dropped !== null || text === '') return
    const words = text.replace(/\s+/g, ' ')
    const capture = this.#captures.at(-1)
    if (capture !== undefined) capture.text += words
    else this.#paragraphs[this.#paragraphs.length - 1] += words
  }

  open(name: string, tag: string): void {
    const isEmpty = tag.endsWith('/>')
    if (this.#dropped !== null) {
      if (name === this.#dropped.name && !isEmpty) this.#dropped.depth += 1
    } else if (DROPPED.has(name)) {
      if (!isEmpty && name !== 'img') this.#dropped = { name, depth: 1 }
    } else if (isEmpty) {
      if (BLOCKS.has(name)) this.#breakParagraph()
    } else if (name === 'alternatives') this.#alternatives = { at: this.#paragraphs.at(-1)?.length ?? 0, hasTex: false }
    else if (CAPTURED.has(name)) {
      if (HEADINGS.has(name)) this.#breakParagraph()
      // Other annotations of a formula are not for people.
      const isOther = name === 'annotation' && !/tex/i.test(tag)
      this.#captures.push({ name: isOther ? 'other' : name, text: '' })
      if (name === 'math') this.#formulas += 1
    } else if (BLOCKS.has(name)) this.#breakParagraph()
  }

  close(name: string): void {
    if (this.#dropped !== null) {
      if (name === this.#dropped.name && --this.#dropped.depth === 0) this.#dropped = null
      return
    }
    if (name === 'alternatives') this.#alternatives = null
    const capture = this.#captures.at(-1)
    const isIts = capture?.name === name || (capture?.name === 'other' && name === 'annotation')
    if (capture !== undefined && isIts) {
      this.#captures.pop()
      if (name === 'math') this.#formulas -= 1
      this.#keep(capture)
    } else if (BLOCKS.has(name)) this.#breakParagraph()
  }

  end(): string {
    // What a cut text leaves open.
    for (let capture = this.#captures.pop(); capture !== undefined; capture = this.#captures.pop()) this.#keep(capture)
    return this.#paragraphs
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== '' && !EMPTY_HEADING.test(paragraph))
      .join('\n\n')
  }

  #keep(capture: Capture): void {
    const { name, text, tex } = capture
    if (name === 'other') return
    if (name === 'annotation') {
      const formula = this.#captures.findLast((one) => one.name === 'math')
      if (formula !== undefined) formula.tex = text.trim()
    } else if (name === 'tex-math') this.#keepTex(text)
    else if (name === 'math') {
      if (this.#alternatives?.hasTex !== true) this.add(tex ? toFormula(tex) : text.trim())
    } else if (name in SHIFTED) this.#shift(name, text.trim())
    else this.#keepHeading(text.trim())
  }

  /** The TeX source replaces the other forms of the same formula. */
  #keepTex(text: string): void {
    const source = /\\begin\{document\}(.*)\\end\{document\}/s.exec(text)?.[1] ?? text
    if (this.#alternatives !== null && this.#captures.length === 0) {
      const last = this.#paragraphs.length - 1
      this.#paragraphs[last] = (this.#paragraphs[last] ?? '').slice(0, this.#alternatives.at)
      this.#alternatives.hasTex = true
    }
    this.add(toFormula(source))
  }

  /** "H<sub>2</sub>O" is "H2O"; letters and powers of numbers would read as something else: "x_max", "10^3". */
  #shift(name: string, text: string): void {
    const before = (this.#captures.at(-1)?.text ?? this.#paragraphs.at(-1) ?? '').at(-1) ?? ''
    const isMarked = /^\p{L}/u.test(text) || (name === 'sup' && /^[-−+]?\d/.test(text) && /\d/.test(before))
    this.add(isMarked && /[\p{L}\p{N})]/u.test(before) ? `${SHIFTED[name]}${text}` : text)
  }

  /** A heading is written at the beginning of the paragraph that follows it. */
  #keepHeading(text: string): void {
    if (text === '' || EMPTY_HEADING.test(text)) return
    this.add(`${text.replace(/[\s.:]+$/, '')}: `)
  }

  #breakParagraph(): void {
    // A heading and the block that follows it are one paragraph; so are words that a formula is among.
    if (this.#captures.length > 0 || /(?:^|:)\s*$/.test(this.#paragraphs.at(-1) ?? '')) return
    this.#paragraphs.push('')
  }
}

/** The delimiters that the source has itself are dropped. */
function toFormula(source: string): string {
  const bare = source
    .trim()
    .replace(/^(?:\$\$?|\\\(|\\\[)|(?:\$\$?|\\\)|\\\])$/g, '')
    .trim()
  return bare === '' ? '' : `$${bare}$`
}
