import { toEntry, type FileEntry } from './fileEntry.ts'
import { readNote } from './notes.ts'
import { readTex } from './tex.ts'

/** A value that does not end within this length is not read further: an unclosed brace must not cost the whole file. */
const VALUE_MAX = 100_000
/** After so many entries that cannot be read, no more are. */
const UNREADABLE_MAX = 100

/**
 * Reads the entries of BibTeX one by one, so that a broken one does not spoil the others. `rest` is the text
 * before, between and after them; what follows an unclosed entry is left out. Not with the grammar of citation-js: it
 * refuses the whole file for one bad sign, and joins the lines of notes.
 */
export function readBibtex(
  text: string,
  isReference: (word: string) => boolean,
): { entries: FileEntry[]; rest: string } {
  const entries: FileEntry[] = []
  const between: string[] = []
  const start = /(?:^|(?<=[})]))[ \t]*@([A-Za-z]{1,40})[ \t]*[{(]/gm
  const close = /[\s,]{0,999}[})]/y
  let unreadable = 0
  let restFrom = 0
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    between.push(text.slice(restFrom, match.index))
    const isComment = /^comment$/i.test(match[1] ?? '')
    const { fields, end } = isComment
      ? { fields: new Map<string, string>(), end: skipBraces(text, start.lastIndex - 1) }
      : readFields(text, start.lastIndex)
    close.lastIndex = end
    const isClosed = close.test(text)
    // The entry may end in the middle of a line in which the next one begins.
    start.lastIndex = isClosed ? close.lastIndex : end
    restFrom = isClosed ? close.lastIndex : text.length
    const entry = toBibtexEntry(fields, isReference)
    if (entry !== null) entries.push(entry)
    else if (!isClosed && ++unreadable > UNREADABLE_MAX) break
  }
  between.push(text.slice(restFrom))
  return { entries, rest: between.join('\n') }
}

/** Returns where the braces that open at `at` are closed; `at + 1` for parentheses and for braces that are not closed. */
const skipBraces = (text: string, at: number): number =>
  text[at] === '{' ? (readPart(text, at, /$^/)?.end ?? at + 2) - 1 : at + 1

function toBibtexEntry(fields: ReadonlyMap<string, string>, isReference: (word: string) => boolean): FileEntry | null {
  const text = (name: string) => readTex(fields.get(name) ?? '')
  const verbatim = (name: string) => fields.get(name)?.replace(/[{}\\]/g, '')
  return toEntry(
    {
      ids: [verbatim('eprint'), verbatim('arxivid'), verbatim('doi'), verbatim('url'), verbatim('howpublished')],
      title: [text('title').replaceAll('$', '')],
      authors: (fields.get('author') ?? '').split(/\s+and\s+/).map(readTex),
      notes: [text('annote') || text('annotation'), text('note')].map(readNote),
      tags: `${text('keywords')},${text('mendeley-tags')}`.split(/[,;]/),
    },
    isReference,
  )
}

/** The fields of an entry from `at`, behind its opening brace. `end` is behind the last of them. */
function readFields(text: string, at: number): { fields: Map<string, string>; end: number } {
  const fields = new Map<string, string>()
  const key = /[^,={}\s]{0,200}\s{0,99},/y
  key.lastIndex = at
  let end = key.test(text) ? key.lastIndex : at
  const name = /[\s,]{0,999}([A-Za-z][\w:+-]{0,60})\s{0,99}=\s{0,99}/y
  for (;;) {
    name.lastIndex = end
    const [, field] = name.exec(text) ?? []
    if (field === undefined) return { fields, end }
    const value = readValue(text, name.lastIndex)
    if (value === null) return { fields, end: name.lastIndex }
    fields.set(field.toLowerCase(), value.text)
    end = value.end
  }
}

/** One value: parts in braces, in quotes or bare, joined by "#". Null when it does not end. */
function readValue(text: string, from: number): { text: string; end: number } | null {
  let value = ''
  const bare = /[^\s,#{}"]{1,999}/y
  const joint = /\s{0,99}#\s{0,99}/y
  for (let at = from; ;) {
    const part = readPart(text, at, bare)
    if (part === null || value.length > VALUE_MAX) return null
    value += part.text
    joint.lastIndex = part.end
    if (!joint.test(text)) return { text: value, end: part.end }
    at = joint.lastIndex
  }
}

function readPart(text: string, at: number, bare: RegExp): { text: string; end: number } | null {
  const open = text[at]
  if (open !== '{' && open !== '"') {
    bare.lastIndex = at
    const word = bare.exec(text)?.[0]
    return word === undefined ? null : { text: word, end: at + word.length }
  }
  let depth = 0
  for (let end = at; end < Math.min(text.length, at + VALUE_MAX); end++) {
    const sign = text[end]
    // As in BibTeX, a brace behind a backslash counts, too.
    if (sign === '{') depth++
    else if (sign === '}') depth--
    if (depth === 0 && sign === (open === '{' ? '}' : '"') && end > at)
      return { text: text.slice(at + 1, end), end: end + 1 }
  }
  return null
}
