/** The part of a file that is read at once. */
export interface FilePart {
  /** Length of the part, in characters. 0 if the text ends before its first paper does. */
  end: number
  /** The part as a file of its own. */
  content: string
}

interface Limits {
  /** Papers of a part at most, except that a line is not cut. */
  max: number
  /** Whether the file goes on behind the text: what its end cuts is not read. */
  more: boolean
}

/** What follows the last item of a JSON file. */
const JSON_END = /^[\s,\]}]*$/

/**
 * Cuts the first papers of a file behind a whole one, so that the next part begins with a paper. Reads the formats that
 * `readImport` reads. Takes linear time.
 */
export function cutFile(text: string, limits: Limits): FilePart {
  const content = text.trimStart()
  const skipped = text.length - content.length
  const isJson = /^(?:[[{]|,\s*\{)/.test(content.replace(/^\uFEFF/, ''))
  if (content !== '' && JSON_END.test(content)) return { end: text.length, content: '' }
  if (/^\uFEFF?</.test(content)) return { end: limits.more ? 0 : text.length, content }
  if (isJson) return cutJson(text, limits)
  const end = skipped + cutLines(content, limits)
  return { end, content: text.slice(0, end) }
}

/** The items are in the list that the file is, or in a list in its object; a later part begins behind an item. */
function cutJson(text: string, { max, more }: Limits): FilePart {
  const level = { '[': 1, '{': 2, ',': 0 }[text.replace(/^[\s\uFEFF]*/, '').charAt(0)] ?? 0
  let depth = 0
  let papers = 0
  let first = -1
  let end = 0
  for (let at = 0; at < text.length && papers < max; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfString(text, at)
    else if (sign === '{' || sign === '[') {
      if (depth === level && first < 0) first = at
      depth++
    } else if (sign === '}' || sign === ']') {
      depth--
      if (depth !== level || first < 0) continue
      papers++
      end = at + 1
    }
  }
  const isWhole = JSON_END.test(text.slice(end)) && !more
  // A file in one part is read as it is, so that a mistake in it is reported.
  if (level > 0 && (isWhole || (papers < max && !more))) return { end: text.length, content: text }
  return { end: isWhole ? text.length : end, content: end === 0 ? '' : `[${text.slice(first, end)}]` }
}

/** The position of the quote that ends the string which begins at `at`. */
function endOfString(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}

const BIBTEX_START = /^[ \t]*@[A-Za-z]{1,40}[ \t]*([{(])/
const RIS_LINE = /^([A-Z][A-Z0-9]) {2}-(?: |$)/

/** BibTeX, RIS, and lines of ids and titles. Returns where the last whole paper of the first `max` ends. */
function cutLines(text: string, { max, more }: Limits): number {
  let papers = 0
  let end = 0
  let entry: BibtexEntry | null = null
  let isRis = false
  for (const match of text.matchAll(/[^\r\n]*(?:\r\n?|\n|$)/g)) {
    const [line] = match
    // What follows a line break may be cut: only the last line of the file has none.
    if (line === '' || (more && !/[\r\n]$/.test(line))) break
    const open: string | undefined = entry === null ? BIBTEX_START.exec(line)?.[1] : undefined
    const [, tag] = RIS_LINE.exec(line) ?? []
    const isBetween: boolean = entry === null && !isRis
    if (open !== undefined) entry = { hasParenthesis: open === '(', depth: 0 }
    if (entry !== null) {
      if (!skipLine(entry, line)) continue
      entry = null
      papers++
    } else if (tag !== undefined) {
      // A record without an end: the next one begins here.
      if (tag === 'TY' && isRis) papers++
      if (tag === 'TY' && papers >= max) break
      isRis = tag !== 'ER'
      if (isRis) {
        if (tag === 'TY') end = match.index
        continue
      }
      papers++
    } else if (isRis) continue
    else if (isBetween) {
      const named = countNamed(line)
      if (papers > 0 && papers + named > max) return end
      papers += named
    }
    end = match.index + line.length
    if (papers >= max) break
  }
  return !more && papers < max ? text.length : end
}

interface BibtexEntry {
  hasParenthesis: boolean
  depth: number
}

/** Counts the braces of a line of an entry. Returns whether the entry ends in it. */
function skipLine(entry: BibtexEntry, line: string): boolean {
  let isClosed = false
  for (const [sign] of line.matchAll(/[{}()]/g)) {
    if (sign === '{') entry.depth++
    else if (sign === '}') entry.depth--
    if (entry.depth === 0 && sign === (entry.hasParenthesis ? ')' : '}')) isClosed = true
  }
  return isClosed && entry.depth <= 0
}

/** Upper bound of the papers that a line of ids, or the title of one, names. */
const countNamed = (line: string): number =>
  line.split(/[\s,;]+/).filter((word) => /\d/.test(word)).length || (/\p{L}/u.test(line) ? 1 : 0)
