import type { Segment } from '../../contract/papers.ts'
import { plainText } from '../../text/segments.ts'
import type { TextSection } from '../versions.ts'

const TITLE_MAX = 300
const NUMBER_MAX = 20

/** A section that is being written. */
interface OpenSection extends TextSection {
  hasTitle: boolean
}

const createSection = (level: number): OpenSection => ({
  level,
  number: null,
  title: '',
  paragraphs: [],
  hasTitle: false,
})

/** Writes sections with their titles and paragraphs, as the elements of a page begin and end. */
export class SectionWriter {
  readonly #sections: OpenSection[] = [createSection(1)]
  /** The sections that the current one is in. */
  readonly #outer: OpenSection[] = []
  #current = this.#sections[0] ?? createSection(1)
  #paragraph: Segment[] = []

  /** Whether the next title is that of the current section. */
  get wantsTitle(): boolean {
    return this.#outer.length > 0 && !this.#current.hasTitle
  }

  begin(level: number): void {
    this.endParagraph()
    this.#outer.push(this.#current)
    this.#current = createSection(level)
    this.#sections.push(this.#current)
  }

  end(): void {
    this.endParagraph()
    this.#current = this.#outer.pop() ?? this.#current
  }

  add(segment: Segment): void {
    const last = this.#paragraph.at(-1)
    if (last && 'text' in last && 'text' in segment) last.text += segment.text
    else this.#paragraph.push({ ...segment })
  }

  addNumber(text: string): void {
    this.#current.number = `${this.#current.number ?? ''}${text}`.slice(0, NUMBER_MAX)
  }

  /** Separates a cell of a row from the one before it. */
  addCell(isOfTable: boolean): void {
    trimEnd(this.#paragraph)
    if (this.#paragraph.length > 0) this.add({ text: isOfTable ? '; ' : ' ' })
  }

  endTitle(): void {
    const title = plainText(this.#takeParagraph()).replace(/\s+/g, ' ').trim()
    this.#current.title = title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX - 1).toWellFormed()}…` : title
    this.#current.hasTitle = true
  }

  endParagraph(): void {
    const paragraph = this.#takeParagraph()
    if (paragraph.length > 0) this.#current.paragraphs.push(paragraph)
  }

  #takeParagraph(): Segment[] {
    const paragraph = this.#paragraph
    this.#paragraph = []
    trimEnd(paragraph)
    const [first] = paragraph
    if (first && 'text' in first) first.text = first.text.trimStart()
    if (first && 'text' in first && first.text === '') paragraph.shift()
    return paragraph
  }

  /** All sections that have a title or text, in order. */
  finish(): TextSection[] {
    this.endParagraph()
    return this.#sections
      .filter(({ hasTitle, paragraphs }) => hasTitle || paragraphs.length > 0)
      .map(({ level, number, title, paragraphs }) => ({ level, number: cleanNumber(number), title, paragraphs }))
  }
}

/** Removes white space at the end, and a text that is nothing else. */
function trimEnd(paragraph: Segment[]): void {
  const last = paragraph.at(-1)
  if (!last || 'tex' in last) return
  last.text = last.text.trimEnd()
  if (last.text === '') paragraph.pop()
}

/** "2.1", "Appendix A". */
function cleanNumber(number: string | null): string | null {
  const clean = number?.replace(/\s+/g, ' ').trim().replace(/[.:]$/, '') ?? ''
  return clean === '' ? null : clean
}
