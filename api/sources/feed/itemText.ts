import { cleanAbstract, cleanLine } from '../../text/clean.ts'
import { cleanName, givenFirst } from '../../text/names.ts'
import { readMarkup, readMarkupWithoutMail } from '../markup.ts'

/** A shorter text is no abstract: a teaser, or the name of the journal. */
const ABSTRACT_MIN = 200
const AUTHORS_MAX = 1_000
/** Of a text as received; the rest would be cut anyway. */
const TEXT_MAX = 60_000

/** How a large publisher writes the facts of a paper in place of its abstract. */
const FACTS = /^\s*Publication date:\s*(.{1,60}?)\s*Source:\s*.{1,300}?(?:\s*Author\(s\):\s*(.*))?$/is
/** Paragraphs that say where and when a paper was published. */
const PLACE =
  /^(?:[^.!?]{0,160}\b(?:published online|early ?view|ahead of print|accepted articles?|volume \d+|vol\. ?\d+|doi:|EarlyView)\b[^.!?]{0,160}[.;]?\s*(?:\S+10\.\d{4,9}\/\S+)?)$/i
/** The words that a publisher puts before the first one of the abstract. */
const PREFIX =
  /^(?:[^.!?]{0,120}, published online: \d{1,2} \w+ \d{4};\s*(?:doi:\S+)?\s*)?(?:(?:graphical )?abstract|summary)[:.\s]*(?=\p{Lu})/iu
const FOOTER = /^(?:the post .{1,300} appeared first on |read more\b|continue reading\b|\[\s*…\s*\]$)/i

/** What a text of an item says that is not its abstract. */
export interface ItemFacts {
  abstract: string | null
  /** "October 2026" */
  date: string
  authors: string[]
  /** The whole text on one line, in which a DOI may be. */
  text: string
}

/** Reads the texts of an item, the longest of which is its abstract if it is long enough for one. `venue`: its journal. */
export function readTexts(texts: readonly string[], venue: string): ItemFacts {
  const facts: ItemFacts = { abstract: null, date: '', authors: [], text: '' }
  for (const text of texts.map((one) => one.slice(0, TEXT_MAX))) {
    const line = cleanLine(readMarkup(text), TEXT_MAX)
    if (line.length > facts.text.length) facts.text = line
    const [, date, authors] = FACTS.exec(line) ?? []
    if (date !== undefined) {
      facts.date = date
      facts.authors = splitAuthors([authors ?? ''])
      continue
    }
    const abstract = toAbstract(text, venue)
    if (abstract.length >= ABSTRACT_MIN && abstract.length > (facts.abstract?.length ?? 0)) facts.abstract = abstract
  }
  return facts
}

function toAbstract(markup: string, venue: string): string {
  const paragraphs = cleanAbstract(readMarkupWithoutMail(markup)).split('\n\n')
  const isPlace = (text: string) => PLACE.test(text) || (venue !== '' && text.length < 200 && text.startsWith(venue))
  const first = paragraphs.findIndex((paragraph) => !isPlace(paragraph))
  const [begin = '', ...rest] = first === -1 ? [] : paragraphs.slice(first)
  return [begin.replace(PREFIX, ''), ...rest].filter((paragraph) => !FOOTER.test(paragraph)).join('\n\n')
}

/** "M.", "M. B.", "MB" */
const isInitials = (part: string) => /^(?:\p{Lu}\.?[\s-]?){1,4}$/u.test(part)

/**
 * Returns the names in the elements for authors, of which one often has several: "A. Lind; B. Moe", "Ada Lind, Bo Moe and
 * Cy Ray", "Lind, A., Moe, B.", "lind@example.org (Ada Lind)".
 */
export function splitAuthors(elements: readonly string[]): string[] {
  const names = elements
    .slice(0, AUTHORS_MAX + 1)
    .flatMap((element) => splitOne(cleanLine(readMarkup(element.replace(/^\S+@\S+\s*\((.*)\)\s*$/, '$1')), 100_000)))
    .map((name) => cleanName(givenFirst(name.replace(/^by\s+/i, ''))))
    .filter((name) => name !== null && !/^\S+@\S+$/.test(name))
  const [...unique] = new Set(names.flatMap((name) => name ?? []))
  if (unique.length > AUTHORS_MAX) throw new Error(`it has more than ${AUTHORS_MAX} authors`)
  return unique
}

function splitOne(text: string): string[] {
  if (text.includes(';')) return text.split(';').map((part) => part.trim())
  const parts = text
    .split(/,\s*(?:and\s+)?|\s+(?:and|&)\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 1 || !/,|\s(?:and|&)\s/.test(text)) return parts
  const isPaired = parts.length % 2 === 0 && parts.every((part, at) => at % 2 === 0 || isInitials(part))
  if (isPaired) return parts.flatMap((part, at) => (at % 2 === 0 ? [`${part}, ${parts[at + 1]}`] : []))
  const hasMany = parts.length > 2 || parts.every((part) => part.includes(' ')) || !text.includes(',')
  // "Quillfeather, Mirela" is one name.
  return hasMany ? parts : [text]
}
