import { cutJson, isJson } from './cutJson.ts'
import { isUnread, type FileEntry, type ReadEntry } from './fileEntry.ts'
import type { IsReference } from './paperIds.ts'
import { readJson } from './readJson.ts'
import { readOpml, type Feeds } from './readOpml.ts'
import { readRecords, type ImportLimits } from './readRecords.ts'

export interface ImportFile {
  entries: FileEntry[]
  /** The entries that name no paper. */
  unreadable: UnreadableEntry[]
  feeds: Feeds
  /** Number of papers behind the first `max`, which are neither in `entries` nor in `unreadable`. */
  leftOut: number
  /** Characters that were read. What follows is the next part of the file. */
  read: number
}

export interface UnreadableEntry {
  label: string
  problem: string
  /** Where it is in the text, from 1. */
  line?: number
  /** Of JSON: its number in the list, from 1. */
  item?: number
}

const noFeeds: Feeds = { category_ids: [], unusable: [] }

/**
 * Reads the first papers of CSL-JSON, an export of a reading list, an OPML file of feeds, or BibTeX, RIS, MEDLINE,
 * EndNote and lines of ids, DOIs, addresses and titles. Several ids in a line are several papers, other words are the title
 * of one; beside entries and records they are a comment. Each entry is in `entries`, `unreadable` or `leftOut`. Takes linear time. Throws
 * SyntaxError with a sentence for the reader when the text is of a format that cannot be read.
 */
export function readImport(text: string, isReference: IsReference, limits: ImportLimits): ImportFile {
  const content = text.replace(/^\uFEFF/, '').trimStart()
  const skipped = text.length - content.length
  if (content.startsWith('<')) {
    // A part of it is not XML.
    if (limits.more) return { entries: [], unreadable: [], feeds: noFeeds, leftOut: 0, read: 0 }
    return { entries: [], unreadable: [], ...readFeeds(content), read: text.length }
  }
  if (/^key,id,title,authors,|^# Reading list\r?\n/.test(content))
    throw new SyntaxError('This export is for reading. To import a reading list, export it as JSON.')
  if (isJson(content)) {
    const file = readJsonPart(content, isReference, limits)
    return { ...file, feeds: noFeeds, read: skipped + file.read }
  }
  const { records, leftOut, read } = readRecords(content, isReference, limits)
  const parts = separate(records.map(({ entry, line }) => ({ entry, at: { line: line + linesIn(text, skipped) } })))
  return { ...parts, feeds: noFeeds, leftOut, read: read === 0 ? 0 : skipped + read }
}

/** Line breaks of the first `length` characters. */
export const linesIn = (text: string, length: number): number => text.slice(0, length).match(/\r\n?|\n/g)?.length ?? 0

function readJsonPart(text: string, isReference: IsReference, { max, more = false }: ImportLimits) {
  const { end, content, broken } = cutJson(text, { max, more })
  const all = readJson(content, isReference)
  if (/[^\s,]/.test(broken))
    all.push({ label: broken.replace(/^[\s,]+/, '').slice(0, 80), problem: 'the file ends in the middle of it' })
  const parts = separate(all.slice(0, max).map((entry, index) => ({ entry, at: { item: index + 1 } })))
  const behind = more ? 0 : cutJson(text.slice(end), { max: Infinity, more: false }).items
  return { ...parts, leftOut: Math.max(0, all.length - max) + behind, read: end }
}

function separate(records: readonly { entry: ReadEntry; at: Pick<UnreadableEntry, 'line' | 'item'> }[]) {
  return {
    entries: records.flatMap(({ entry }) => (isUnread(entry) ? [] : entry)),
    unreadable: records.flatMap(({ entry, at }) => (isUnread(entry) ? { ...entry, ...at } : [])),
  }
}

function readFeeds(xml: string): { feeds: Feeds; leftOut: number } {
  const root = /<(?:rdf:RDF|opml|xml|records|html)\b/i.exec(xml.slice(0, 2_000))?.[0].slice(1).toLowerCase()
  if (root === 'rdf:rdf')
    throw new SyntaxError('Zotero RDF cannot be read. Export from Zotero as BibTeX, RIS or CSL JSON.')
  if (root !== 'opml')
    throw new SyntaxError('Of XML files only OPML can be read. Export papers as BibTeX, RIS or CSL JSON.')
  return readOpml(xml)
}
