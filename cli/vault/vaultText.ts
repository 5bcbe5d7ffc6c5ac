import { isMap, parseDocument } from 'yaml'
import { comparableNote, NOTE_END, NOTE_START, noteStart, PAPER_END, PAPER_START } from '#api/contract/vault.ts'

/** The keys of the front matter that Paperdawn writes; `tags` is shared with the reader. */
const OWN_KEYS = ['paperdawn', 'title', 'authors', 'published', 'venue', 'doi', 'url', 'pdf', 'status']

/** A file of the vault in its parts. Lines end with a line feed. */
export interface VaultText {
  /** The front matter without its two lines of dashes. */
  front: string
  /** The text up to the block of the paper. */
  before: string
  /** What Paperdawn writes about the paper. */
  paper: string
  /** The text from there to the block of the note. */
  between: string
  /** Name of the base of the note. */
  base: string
  note: string
  after: string
}

const FRONT = /^---\n([\s\S]*?\n)?---(?:\n|$)/

/** The id of the paper that the front matter of a file names, or null. */
export function paperIdOf(text: string): string | null {
  const front = FRONT.exec(toLineFeeds(text))?.[1] ?? ''
  return (
    /^paperdawn:[ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s'"#][^\n]*?))[ \t]*$/m.exec(front)?.slice(1).find(Boolean) ?? null
  )
}

/** Takes a file apart. Returns what is wrong with it, as the end of a sentence, when a line that Paperdawn wrote is missing. */
export function parseVaultText(text: string): VaultText | string {
  const all = toLineFeeds(text)
  const front = FRONT.exec(all)
  if (front === null) return 'its front matter has no end'
  const body = all.slice(front[0].length)
  const paperAt = body.indexOf(PAPER_START)
  const paperEnd = body.indexOf(PAPER_END, paperAt)
  if (paperAt === -1 || paperEnd === -1) return `the line “${paperAt === -1 ? PAPER_START : PAPER_END}” is missing`
  const rest = body.slice(paperEnd + PAPER_END.length)
  const start = NOTE_START.exec(rest)
  // A note may contain such a line itself.
  const noteEnd = rest.lastIndexOf(NOTE_END)
  if (start === null) return `the line “${noteStart('…')}” is missing`
  const noteAt = start.index + start[0].length
  if (noteEnd < noteAt) return `the line “${NOTE_END}” is missing`
  return {
    front: front[1] ?? '',
    before: body.slice(0, paperAt),
    paper: body.slice(paperAt + PAPER_START.length, paperEnd),
    between: rest.slice(0, start.index),
    base: start[1] ?? '',
    note: comparableNote(rest.slice(noteAt, noteEnd)),
    after: rest.slice(noteEnd + NOTE_END.length),
  }
}

/** Puts the parts together. */
export const formatVaultText = ({ front, before, paper, between, base, note, after }: VaultText): string =>
  [
    `---\n${front}---\n`,
    before,
    PAPER_START,
    paper,
    PAPER_END,
    between,
    [noteStart(base), ...(note === '' ? [] : [note]), NOTE_END].join('\n'),
    after,
  ].join('')

/** Lines of a file end as its first one does, and a byte order mark stays. */
export function likeBefore(text: string, before: string): string {
  const mark = before.startsWith('\uFEFF') ? '\uFEFF' : ''
  return mark + (/^[^\n]*\r\n/.test(before) ? text.replaceAll('\n', '\r\n') : text)
}

const toLineFeeds = (text: string) => text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')

/** The tags of the front matter, also of one that the reader wrote as a text with commas. */
export function tagsOf(front: string): string[] {
  const tags = readFront(front)?.values['tags']
  if (typeof tags === 'string') return tags.split(/[,\s]+/).filter(Boolean)
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

/**
 * The front matter with the values of `newer` for the keys of Paperdawn, and these tags. All other keys, their order and
 * comments stay. Returns null when it is no map of keys in YAML.
 */
export function updateFront(front: string, newer: string, tags: readonly string[]): string | null {
  const [own, wanted] = [readFront(front), readFront(newer)]
  if (own === null || wanted === null) return null
  const changed = OWN_KEYS.filter((key) => !Bun.deepEquals(own.values[key], wanted.values[key]))
  const hasTags = Bun.deepEquals(tagsOf(front), tags)
  // Without a change the reader's own way to write YAML stays.
  if (changed.length === 0 && hasTags) return front
  for (const key of changed) {
    if (wanted.values[key] === undefined) own.document.delete(key)
    else own.document.set(key, own.document.createNode(wanted.values[key]))
  }
  if (!hasTags) own.document.set('tags', own.document.createNode(tags))
  return own.document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

function readFront(front: string) {
  const document = parseDocument(front)
  if (document.errors.length > 0 || !isMap(document.contents)) return null
  try {
    return { document, values: document.toJS() as Record<string, unknown> }
  } catch {
    // Recovered: aliases that lead nowhere are no values; the caller names the file.
    return null
  }
}
