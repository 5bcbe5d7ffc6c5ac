import { plugins, type CSL } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import '@citation-js/plugin-ris'
import { noteToHtml } from './fieldText.ts'
import type { PaperKind } from '../contract/papers.ts'
import { serverOf } from '../contract/preprintServers.ts'
import { citationKey, kindOf, toReference, type Entry, type Reference } from './reference.ts'
import { escapeTex, escapeTexLines, titleToTex } from './texSource.ts'

interface BibtexEntry {
  properties: Record<string, string>
}
type RisEntry = Record<string, string | string[] | undefined>

// The library's own escaping drops the letters that it has no TeX command for, such as all of Chinese: escapeTex escapes.
const { format } = plugins.config.get('@bibtex')
format.asciiOnly = false

/** The entries of these papers for BibTeX, in UTF-8. A reader's tags are `keywords`, their note is `annote`. */
export function writeBibtex(entries: readonly Entry[]): string {
  return entries
    .map((entry) => {
      const { paper, own } = entry
      const { year, month: _month, title: _title, howpublished: _url, annote: _note, ...rest } = toBibtexFields(entry)
      const server = kindOf(paper) === 'preprint' ? serverOf(paper) : undefined
      const fields = {
        title: titleToTex(paper.title_segments),
        ...rest,
        ...(year !== undefined && { year }),
        // The styles of BibTeX print no publisher of an entry of this type.
        ...(server !== undefined && { howpublished: escapeTex(server) }),
        ...(paper.kind === 'report' && paper.venue && { institution: escapeTex(paper.venue.name) }),
        ...(paper.source === 'arxiv' && { eprint: paper.source_id, archivePrefix: 'arXiv' }),
        ...(paper.source === 'arxiv' && paper.primary_category && { primaryClass: paper.primary_category }),
        ...(own !== undefined && own.tags.length > 0 && { keywords: own.tags.map(escapeTex).join(', ') }),
        ...(own !== undefined && own.notes !== '' && { annote: escapeTexLines(own.notes) }),
      }
      const lines = Object.entries(fields).map(([name, value]) => `  ${name} = {${value}},\n`)
      return `@${BIBTEX_TYPES[kindOf(paper)]}{${citationKey(paper)},\n${lines.join('')}}\n`
    })
    .join('\n')
}

/** The library's type of a preprint, "article", would need a journal. */
const BIBTEX_TYPES: Record<PaperKind, string> = {
  preprint: 'misc',
  article: 'article',
  proceedings: 'inproceedings',
  chapter: 'incollection',
  report: 'techreport',
  thesis: 'phdthesis',
  post: 'misc',
  other: 'misc',
}
const RIS_TYPES: Record<PaperKind, string> = {
  preprint: 'UNPB',
  article: 'JOUR',
  proceedings: 'CPAPER',
  chapter: 'CHAP',
  report: 'RPRT',
  thesis: 'THES',
  post: 'BLOG',
  other: 'GEN',
}

/** The fields as the library maps them. */
function toBibtexFields(entry: Entry): Partial<Record<string, string>> {
  const { title: _title, publisher: _publisher, URL = '', DOI, note, author = [], ...rest } = toReference(entry)
  const data = {
    ...rest,
    author: author.map((name) =>
      Object.fromEntries(
        Object.entries(name).map(([part, text]) => [
          part,
          // BibTeX would take everything before a word in lower case for a particle.
          part === 'family' && /^\p{Lu}.*\s\p{Ll}/u.test(text) ? `{${escapeTex(text)}}` : escapeTex(text),
        ]),
      ),
    ),
    // Verbatim fields are not TeX, but their braces must be balanced.
    URL: encodeBraces(URL),
    ...(DOI !== undefined && { DOI: encodeBraces(DOI) }),
    ...(note !== undefined && { note: escapeTex(note) }),
    ...escaped(rest, ['container-title', 'volume', 'issue', 'page']),
  }
  return convert<BibtexEntry>('bibtex', data)?.properties ?? {}
}

const escaped = (data: Partial<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = data[name]
      return typeof text === 'string' ? [[name, escapeTex(text)]] : []
    }),
  )

const encodeBraces = (address: string) =>
  address.replace(/\s/g, '%20').replaceAll('{', '%7B').replaceAll('}', '%7D').replaceAll('\\', '%5C')

/** The records of these papers in the RIS format, one line for each value. A reader's note is HTML, as Zotero's are. */
export const writeRis = (entries: readonly Entry[]): string => entries.map(risRecord).join('\r\n')

function risRecord(entry: Entry): string {
  const { annote, ...reference } = toReference(entry)
  const server = serverOf(entry.paper)
  // The library cuts ids to 20 characters, and has no type and no publisher for an unpublished paper.
  const { TY: _type, ID: _id, ...tags } = convert<RisEntry>('ris', reference) ?? {}
  const values = Object.entries({
    TY: RIS_TYPES[kindOf(entry.paper)],
    ID: reference['citation-key'],
    ...tags,
    ...(server && { PB: server }),
  }).flatMap(([tag, value = []]) => [value].flat().map((one) => `${tag}  - ${one.replace(/\s+/g, ' ').trim()}\r\n`))
  const note = annote === undefined ? '' : `N1  - ${noteToHtml(annote)}\r\n`
  return `${values.join('')}${note}ER  - \r\n`
}

/** The papers as CSL-JSON. */
export const writeCsl = (entries: readonly Entry[]): string => `${JSON.stringify(entries.map(toReference), null, 2)}\n`

/** One entry of the library's format, before it is written as text: its RIS text breaks words after 70 characters. */
function convert<Entry>(name: string, data: object): Entry | undefined {
  const write = plugins.output.format as (name: string, data: CSL[], options: { format: 'object' }) => Entry[]
  return write(name, [data as Reference], { format: 'object' })[0]
}
