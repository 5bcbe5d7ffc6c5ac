import { toEntry, type FileEntry } from './fileEntry.ts'
import { readBibtex } from './readBibtex.ts'
import { readJson } from './readJson.ts'
import { readOpml, type Feeds } from './readOpml.ts'
import { readRis } from './readRis.ts'

export interface ImportFile {
  entries: FileEntry[]
  feeds: Feeds
  /** Number of papers behind the first `max`, which are not in `entries`. */
  leftOut: number
}

const noFeeds: Feeds = { category_ids: [], unusable: [] }

/**
 * Reads CSL-JSON, an export of a reading list, an OPML file of feeds, or BibTeX, RIS and lines of ids, DOIs, addresses and
 * titles, also mixed: several ids in a line are several papers, other words are the title of one. Returns the first `max`
 * papers. `isReference` tells whether a text is an id, DOI or address. Takes linear time. Throws SyntaxError with a sentence for
 * the reader when the text is of a format that cannot be read.
 */
export function readImport(text: string, isReference: (word: string) => boolean, max: number): ImportFile {
  const content = text.replace(/^\uFEFF/, '').trimStart()
  if (content.startsWith('<')) return { entries: [], feeds: readFeeds(content), leftOut: 0 }
  const entries = readPapers(content, isReference)
  return { entries: entries.slice(0, max), feeds: noFeeds, leftOut: Math.max(0, entries.length - max) }
}

function readFeeds(xml: string): Feeds {
  const root = /<(?:rdf:RDF|opml|xml|records|html)\b/i.exec(xml.slice(0, 2_000))?.[0].slice(1).toLowerCase()
  if (root === 'rdf:rdf')
    throw new SyntaxError('Zotero RDF cannot be read. Export from Zotero as BibTeX, RIS or CSL JSON.')
  if (root !== 'opml')
    throw new SyntaxError('Of XML files only OPML can be read. Export papers as BibTeX, RIS or CSL JSON.')
  return readOpml(xml)
}

function readPapers(text: string, isReference: (word: string) => boolean): FileEntry[] {
  if (/^[[{]/.test(text)) return readJson(text, isReference)
  const bibtex = readBibtex(text, isReference)
  const ris = readRis(bibtex.rest, isReference)
  return [...bibtex.entries, ...ris.entries, ...readLines(ris.rest, isReference)]
}

function readLines(text: string, isReference: (word: string) => boolean): FileEntry[] {
  const entries: FileEntry[] = []
  for (const line of text.split(/\r\n?|\n/)) {
    // A comment of BibTeX, as "% Encoding: UTF-8".
    if (line.startsWith('%')) continue
    const named = line.split(/[\s,;]+/).filter((word) => word.length < 300 && isReference(word))
    const isTitle = named.length === 0 && /\p{L}/u.test(line)
    const found = isTitle ? [{ title: [line] }] : named.map((word) => ({ ids: [word] }))
    entries.push(...found.flatMap((values) => toEntry(values, isReference) ?? []))
  }
  return entries
}
