/** A paper that a text refers to. */
export interface TextReference {
  /** The part of the text that refers to it. */
  raw: string
  /** Ids, DOIs, addresses and then the title that name it, the surest first. */
  names: string[]
}

const RAW_MAX = 200

/**
 * Reads the papers of a BibTeX or RIS file, or of a list of ids, DOIs, addresses and titles: several ids in a line are
 * several papers, other words are the title of one. `isReference` tells whether a word names a paper. Never throws.
 */
export function readReferences(text: string, isReference: (word: string) => boolean): TextReference[] {
  if (/^\s*@\w+\s*[{(]/m.test(text)) return readBibtex(text)
  if (/^TY {2}- /m.test(text)) return readRis(text)
  return text.split(/\r?\n/).flatMap((line): TextReference[] => {
    const words = line.split(/[\s,;]+/).filter((word) => word !== '')
    const named = words.filter(isReference)
    if (named.length > 0) return named.map((word) => ({ raw: cut(word), names: [word] }))
    const title = line.trim()
    return /\p{L}/u.test(title) ? [{ raw: cut(title), names: [title] }] : []
  })
}

function readBibtex(text: string): TextReference[] {
  // An entry begins with its type at the start of a line and ends where the next one begins.
  const entries = text.split(/^\s*(?=@\w+\s*[{(])/m).filter((entry) => /^\s*@(?!comment|string|preamble)/i.test(entry))
  return entries.map((entry) => {
    const field = (name: string) => readField(entry, name)
    const names = [field('eprint'), field('arxivid'), field('doi'), field('url'), field('title')]
    return { raw: cut(field('title') ?? entry), names: names.filter((name) => name !== null) }
  })
}

/** The value of a field of a BibTeX entry, without braces; null without the field. */
function readField(entry: string, name: string): string | null {
  const start = new RegExp(`[,{(\\s]${name}\\s*=\\s*`, 'i').exec(entry)
  if (start === null) return null
  const value = entry.slice(start.index + start[0].length)
  const open = value[0]
  if (open !== '{' && open !== '"') return clean(/^[^,}\s]*/.exec(value)?.[0] ?? '')
  let depth = 0
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '{') depth++
    if (value[at] === '}') depth--
    if (open === '{' ? depth === 0 : at > 0 && value[at] === '"' && depth === 0) return clean(value.slice(1, at))
  }
  return null
}

function readRis(text: string): TextReference[] {
  return text.split(/^ER {2}-.*$/m).flatMap((record): TextReference[] => {
    const field = (tags: string) =>
      [...record.matchAll(new RegExp(`^(?:${tags}) {2}- (.+)$`, 'gm'))].map(([, value = '']) => clean(value))
    const titles = field('TI|T1')
    const names = [...field('DO'), ...field('UR|L1|L2'), ...titles].filter((name) => name !== null)
    return names.length === 0 ? [] : [{ raw: cut(titles[0] ?? names[0] ?? ''), names }]
  })
}

const clean = (value: string): string | null => {
  const text = value.replace(/[{}]/g, '').replace(/\s+/g, ' ').trim()
  return text === '' ? null : text
}

const cut = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, RAW_MAX)
