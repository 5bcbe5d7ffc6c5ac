import type { Segment } from '../../contract/papers.ts'
import { decodeReferences } from '../../text/characterReferences.ts'
import { removeInvisible } from '../../text/clean.ts'
import { readFormulaMacros } from '../../text/macros.ts'
import { plainText } from '../../text/segments.ts'
import type { NoText, PaperText } from '../versions.ts'
import { SectionWriter } from './sectionWriter.ts'

/** What is not read as text of the paper. */
const SKIPPED_TAGS = new Set(
  'script style template noscript svg nav header footer button select textarea iframe object embed audio video canvas form'.split(
    ' ',
  ),
)
const SKIPPED_CLASSES = new Set(
  (
    'ltx_title_document ltx_authors ltx_dates ltx_TOC ltx_page_header ltx_page_footer ltx_page_navbar ltx_pagination ltx_ERROR ' +
    // Numbers that change with what is before them.
    'ltx_note_mark ltx_tag_note ltx_tag_item ltx_tag_bibitem ltx_tag_equation ltx_eqn_eqno ltx_bib_cited'
  ).split(' '),
)
const BLOCKS = new Set(
  'p div section article h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table tr figure figcaption caption blockquote pre'.split(
    ' ',
  ),
)
/** Sections by their classes, with their levels. What else has a title in it is a part of the text. */
const LEVELS: Readonly<Record<string, number>> = {
  ltx_part: 1,
  ltx_chapter: 1,
  ltx_section: 1,
  ltx_appendix: 1,
  ltx_abstract: 1,
  ltx_bibliography: 1,
  ltx_acknowledgements: 1,
  ltx_subsection: 2,
  ltx_subsubsection: 3,
}
/** A number of a section, figure, equation or reference. A year is longer. */
const LABEL = /(?<![\d.])\d{1,3}(?:\.\d{1,3})*(?![\d.]*\d)/g
/** Longer formulas are shown as text. */
const FORMULA_MAX = 2_000
/** Characters of a paper up to which its text is read: about 500,000 words. */
const TEXT_MAX = 3_000_000
/** Elements in one another. LaTeXML writes fewer than 100. */
const DEPTH_MAX = 2_000
const SECTIONS_MAX = 2_000

/** What an element does besides being read. */
type Role = 'skipped' | 'section' | 'title' | 'number' | 'label' | 'block' | 'plain'

/**
 * Reads the text of a paper from a page that LaTeXML wrote, by sections. Nothing of the page is run. Numbers of references
 * and of what they point to become "#": they change with what is before them. Throws SyntaxError for half a page.
 */
export function parsePaperHtml(html: string, _options: object = {}): { text: PaperText } | { problem: NoText } {
  if (!/<\/html\s*>\s*(?:<!--[^]{0,200}-->\s*)?$/i.test(html.slice(-1_000)))
    throw new SyntaxError('the page ends too early')
  const reader = new PageReader()
  new HTMLRewriter()
    .on('*', { element: (element) => reader.open(element) })
    .onDocument({ text: (chunk) => reader.addText(chunk.text, chunk.lastInTextNode) })
    .transform(html)
  return reader.finish()
}

class PageReader {
  readonly #sections = new SectionWriter()
  /** Open elements. */
  #depth = 0
  #isTooDeep = false
  #hasPaper = false
  readonly #open: Record<Role | 'paper', number> = {
    skipped: 0,
    section: 0,
    title: 0,
    number: 0,
    label: 0,
    block: 0,
    plain: 0,
    paper: 0,
  }
  /** Of a text that comes in pieces. */
  #text = ''
  #length = 0

  get #isRead(): boolean {
    return this.#open.paper > 0 && this.#open.skipped === 0 && this.#length <= TEXT_MAX && !this.#isTooDeep
  }

  open(element: HTMLRewriterTypes.Element): void {
    const tag = element.tagName.toLowerCase()
    if (tag === 'br') this.#add({ text: ' ' })
    if (!element.canHaveContent || element.selfClosing) return
    if (this.#isTooDeep) return
    this.#isTooDeep = ++this.#depth > DEPTH_MAX
    const classes = (element.getAttribute('class') ?? '').split(/\s+/)
    const isPaper = classes.includes('ltx_document')
    if (isPaper) this.#open.paper++
    this.#hasPaper ||= isPaper
    const role = this.#isRead ? this.#roleOf(element, tag, classes) : 'plain'
    this.#begin(role, { tag, classes })
    this.#open[role]++
    element.onEndTag(() => {
      this.#depth--
      this.#end(role)
      this.#open[role]--
      if (isPaper) this.#open.paper--
    })
  }

  #roleOf(element: HTMLRewriterTypes.Element, tag: string, classes: readonly string[]): Role {
    if (tag === 'math' && this.#addFormula(element)) return 'skipped'
    if (SKIPPED_TAGS.has(tag) || classes.some((name) => SKIPPED_CLASSES.has(name))) return 'skipped'
    if (classes.some((name) => name in LEVELS)) return 'section'
    if (classes.includes('ltx_title') && this.#sections.wantsTitle) return 'title'
    if (classes.includes('ltx_tag')) return this.#open.title > 0 ? 'number' : 'label'
    const isLink = classes.includes('ltx_ref') && !classes.includes('ltx_href')
    if (tag === 'cite' || isLink) return 'label'
    return BLOCKS.has(tag) || classes.includes('ltx_p') ? 'block' : 'plain'
  }

  #begin(role: Role, { tag, classes }: { tag: string; classes: readonly string[] }): void {
    if (role === 'section') {
      const level = classes.reduce((found, name) => LEVELS[name] ?? found, 1)
      this.#sections.begin(level)
    } else if (role === 'block' || role === 'title') this.#sections.endParagraph()
    if (!this.#isRead) return
    if (tag === 'td' || tag === 'th') this.#sections.addCell(!classes.some((name) => name.startsWith('ltx_eqn')))
  }

  #end(role: Role): void {
    if (role === 'section') this.#sections.end()
    else if (role === 'title') this.#sections.endTitle()
    else if (role === 'block') this.#sections.endParagraph()
  }

  addText(piece: string, isLast: boolean): void {
    if (this.#isRead) this.#text += piece
    if (!isLast) return
    const text = removeInvisible(decodeReferences(this.#text)).replace(/\s+/g, ' ')
    this.#text = ''
    if (text === '') return
    if (this.#open.number > 0) this.#sections.addNumber(text)
    else this.#add({ text: this.#open.label > 0 ? text.replace(LABEL, '#') : text })
  }

  /** Whether the formula is written in TeX, too. */
  #addFormula(element: HTMLRewriterTypes.Element): boolean {
    const written = element.getAttribute('alttext')
    if (written === null) return false
    // A line of TeX that ends with a percent sign goes on in the next one.
    const tex = removeInvisible(decodeReferences(written).replace(/(?<!\\)%\r?\n/g, ''))
      .replace(/\s+/g, ' ')
      .replace(/\\displaystyle(?![A-Za-z])\s*/g, '')
      .trim()
    if (tex === '') return true
    const segment: Segment = { tex: readFormulaMacros(tex), display: element.getAttribute('display') === 'block' }
    this.#add(segment.tex.length > FORMULA_MAX ? { text: plainText([segment]) } : segment)
    return true
  }

  #add(segment: Segment): void {
    if (!this.#isRead) return
    this.#length += 'text' in segment ? segment.text.length : segment.tex.length
    this.#sections.add(segment)
  }

  finish(): { text: PaperText } | { problem: NoText } {
    const sections = this.#sections.finish()
    if (this.#isTooDeep || !this.#hasPaper) return { problem: 'other-form' }
    if (this.#length > TEXT_MAX || sections.length > SECTIONS_MAX) return { problem: 'too-large' }
    return sections.some(({ paragraphs }) => paragraphs.length > 0) ? { text: { sections } } : { problem: 'other-form' }
  }
}
