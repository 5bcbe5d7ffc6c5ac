import { createElement, type XmlElement } from './xmlElement.ts'

/** An element that is read by itself, with its XML as received: either its content or why it cannot be used. */
export type XmlRecord = { source: string } & ({ element: XmlElement } | { problem: string })

export interface XmlOptions {
  /** What the messages of the errors are about. */
  subject?: string
  /** Names of the elements to pass to `onRecord` one at a time instead of adding them to the document. */
  records?: readonly string[]
  onRecord?: (record: XmlRecord) => void
  /** Names of elements whose `text` is their content as received, with tags and references: words among elements. */
  mixed?: readonly string[]
  /** Skip a document type that only names an external one, which is never fetched. By default there must be none. */
  skipDoctype?: boolean
  /** Characters of text in a record, and in the document without its records; references are one in 20 of them at most. */
  textMax?: number
}

export const RECORDS_MAX = 10_000
const DEPTH_MAX = 64
/** The limits below apply to one record, and to the document without its records. */
const ELEMENTS_MAX = 100_000
const ATTRIBUTES_MAX = 64
/** In characters as received. */
const TEXT_MAX = 1024 * 1024
const REFERENCES_SHARE = 50_000 / TEXT_MAX

/**
 * Parses an XML document and returns a node whose only child is the root element. Takes linear time, and keeps one
 * record at a time in memory. A record that is malformed or exceeds a limit (depth, elements, attributes, references,
 * text) is passed to `onRecord` with the problem, and the rest of the document is read. Throws SyntaxError with the
 * reason when anything else in it is malformed, exceeds a limit, is truncated or has a document type that is not skipped.
 */
export function parseXml(xml: string, options: XmlOptions = {}): XmlElement {
  return new XmlReader(xml, options).read()
}

/** A problem of the element that is being read: of a record if there is one, else of the document. */
class Problem extends SyntaxError {}

const NAME = String.raw`[\p{L}_:][\p{L}\p{N}\p{M}_:.-]*`
const opening = new RegExp(`<(${NAME})`, 'uy')
const closing = new RegExp(String.raw`</(${NAME})\s*>`, 'uy')
const attributePattern = new RegExp(String.raw`\s+(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'uy')
/** A document type without declarations of its own. */
const externalDoctype = /<!DOCTYPE\s+[\w.:-]+(?:\s+(?:PUBLIC\s+"[^"<]*"|SYSTEM))?(?:\s+"[^"<]*")?\s*>/y
const tagEnd = /\s*(\/?)>/y
const reference = /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/g
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

interface OpenElement {
  /** As written, with its prefix. */
  tag: string
  element: XmlElement
  /** Where its content begins. */
  contentAt: number
}

interface OpenRecord {
  tag: string
  start: number
  /** Number of elements around it. */
  depth: number
  /** What the document has used of its own limits. */
  outerUsage: Usage
}

class XmlReader {
  readonly #xml: string
  readonly #options: XmlOptions
  readonly #subject: string
  readonly #textMax: number
  readonly #referencesMax: number
  readonly #document = createElement('')
  #open: OpenElement[] = []
  /** Never moves backwards, so that the time is linear. */
  #at = 0
  #records = 0
  #record: OpenRecord | null = null
  #used = createUsage()

  constructor(xml: string, options: XmlOptions) {
    this.#xml = xml.replace(/^\uFEFF/, '')
    this.#options = options
    this.#subject = options.subject ?? 'the response'
    this.#textMax = options.textMax ?? TEXT_MAX
    this.#referencesMax = this.#textMax * REFERENCES_SHARE
  }

  read(): XmlElement {
    if (!/\S/.test(this.#xml)) throw new SyntaxError(`${this.#subject} is empty`)
    while (this.#at < this.#xml.length) {
      try {
        this.#readNext()
      } catch (error) {
        if (!(error instanceof Problem) || this.#record === null) throw error
        this.#rejectRecord(this.#record, error.message)
      }
    }
    if (this.#document.children.length === 0) throw new SyntaxError(`${this.#subject} is not XML`)
    if (this.#open.length > 0) throw new SyntaxError(`${this.#subject} is truncated`)
    return this.#document
  }

  #readNext(): void {
    const at = this.#at
    if (this.#xml[at] !== '<') this.#readText()
    else if (this.#xml.startsWith('<!--', at)) this.#at = this.#find('-->', at + 4) + 3
    else if (this.#xml.startsWith('<?', at)) this.#at = this.#find('?>', at + 2) + 2
    else if (this.#xml.startsWith('<![CDATA[', at)) {
      const end = this.#find(']]>', at + 9)
      this.#addText(this.#xml.slice(at + 9, end))
      this.#at = end + 3
    } else if (this.#options.skipDoctype && this.#match(externalDoctype)) this.#at = externalDoctype.lastIndex
    else if (/^<!(?:doctype|entity)/i.test(this.#xml.slice(at, at + 9)))
      throw new Problem(`${this.#subject} has a document type declaration, which is not allowed`)
    else if (this.#xml[at + 1] === '/') this.#close()
    else this.#openElement()
  }

  #readText(): void {
    const next = this.#xml.indexOf('<', this.#at)
    const end = next === -1 ? this.#xml.length : next
    const text = this.#xml.slice(this.#at, end)
    // Space between elements is no content.
    if (/\S/.test(text)) this.#addText(this.#decode(text), text.length)
    this.#at = end
  }

  #openElement(): void {
    const [, tag] = this.#match(opening) ?? []
    if (tag === undefined || (this.#open.length === 0 && this.#document.children.length > 0))
      throw this.#malformed('a "<" that begins no element')
    const parent = this.#open.at(-1)?.element ?? this.#document
    const element = createElement(localName(tag))
    const isRecord = this.#record === null && this.#options.records?.includes(element.name) === true
    if (isRecord) {
      this.#record = { tag, start: this.#at, depth: this.#open.length, outerUsage: this.#used }
      this.#used = createUsage()
      this.#records += 1
      if (this.#records > RECORDS_MAX) throw new SyntaxError(`${this.#subject} has more than ${RECORDS_MAX} records`)
    }
    if (++this.#used.elements > ELEMENTS_MAX) throw new Problem(`it has more than ${ELEMENTS_MAX} elements`)
    if (this.#open.length >= DEPTH_MAX) throw new Problem(`it has elements nested deeper than ${DEPTH_MAX}`)
    this.#at = opening.lastIndex
    element.attributes = this.#readAttributes()
    const end = this.#match(tagEnd)
    if (end === null) throw this.#malformed(`the tag <${tag}> does not end`)
    this.#at = tagEnd.lastIndex
    if (!isRecord) parent.children.push(element)
    this.#open.push({ tag, element, contentAt: this.#at })
    if (end[1] === '/') this.#end()
  }

  #readAttributes(): Map<string, string> {
    const attributes = new Map<string, string>()
    for (let match = this.#match(attributePattern); match !== null; match = this.#match(attributePattern)) {
      const [whole, name = '', double, single = ''] = match
      if (attributes.size === ATTRIBUTES_MAX) throw new Problem(`it has more than ${ATTRIBUTES_MAX} attributes`)
      this.#countText(whole.length)
      attributes.set(localName(name), this.#decode(double ?? single))
      this.#at = attributePattern.lastIndex
    }
    return attributes
  }

  #close(): void {
    const tag = this.#match(closing)?.[1]
    const expected = this.#open.at(-1)?.tag
    if (tag === undefined || tag !== expected) throw this.#malformed(`<${expected ?? ''}> is not closed`)
    const { element, contentAt } = this.#open.at(-1) ?? {}
    if (element && this.#options.mixed?.includes(element.name)) element.text = this.#xml.slice(contentAt, this.#at)
    this.#at = closing.lastIndex
    this.#end()
  }

  /** Ends the innermost element; `#at` is after it. */
  #end(): void {
    const element = this.#open.pop()?.element
    if (element && this.#record?.depth === this.#open.length) this.#finishRecord(this.#record, { element })
  }

  #finishRecord({ start, outerUsage }: OpenRecord, outcome: { element: XmlElement } | { problem: string }): void {
    this.#record = null
    this.#used = outerUsage
    this.#options.onRecord?.({ ...outcome, source: this.#xml.slice(start, this.#at) })
  }

  /** Continues after the next closing tag of the record. */
  #rejectRecord(record: OpenRecord, problem: string): void {
    const end = this.#find(`</${record.tag}`, this.#at)
    this.#at = this.#find('>', end) + 1
    this.#open.length = record.depth
    this.#finishRecord(record, { problem })
  }

  #addText(text: string, length = text.length): void {
    this.#countText(length)
    const parent = this.#open.at(-1)?.element
    if (parent === undefined) throw this.#malformed('text outside the root element')
    parent.text += text
  }

  #countText(length: number): void {
    this.#used.text += length
    if (this.#used.text > this.#textMax) throw new Problem(`it has more than ${this.#textMax} characters of text`)
  }

  /** Decodes references; any other "&" is text. References to characters that XML does not allow are dropped. */
  #decode(text: string): string {
    if (!text.includes('&')) return text
    return text.replace(reference, (_, hex?: string, decimal?: string, name?: string) => {
      if (++this.#used.references > this.#referencesMax)
        throw new Problem(`it has more than ${this.#referencesMax} references`)
      if (name !== undefined) return named[name] ?? ''
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      const isAllowed = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
      return isAllowed ? String.fromCodePoint(code) : ''
    })
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#xml)
  }

  /** Returns the index of `delimiter` from `from`. Without one the whole document is truncated: the search is not repeated. */
  #find(delimiter: string, from: number): number {
    const index = this.#xml.indexOf(delimiter, from)
    if (index !== -1) return index
    if (this.#document.children.length === 0) throw new SyntaxError(`${this.#subject} is not XML`)
    throw new SyntaxError(`${this.#subject} is truncated`)
  }

  #malformed(detail: string): Problem {
    if (this.#document.children.length === 0) return new Problem(`${this.#subject} is not XML`)
    return new Problem(`${this.#subject} is not well-formed XML (${detail})`)
  }
}

interface Usage {
  elements: number
  references: number
  text: number
}

const createUsage = (): Usage => ({ elements: 0, references: 0, text: 0 })

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1)
