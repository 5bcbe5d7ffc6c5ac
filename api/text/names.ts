import type { Author } from '../contract/papers.ts'
import { cleanLine } from './clean.ts'

/** In characters. Long enough for 40,000 authors, more than any paper has. */
const LIST_MAX = 1_000_000

/** In characters. Longer ones are cut: a short mark repeats its entry of the legend for any number of authors. */
const AFFILIATION_MAX = 1_000

/**
 * Parses a free-text list of authors: "A. Lind (1), B. Moe and C. Ray (Some Lab), for the LANTERN Collaboration ((1) An
 * Institute)". Returns them in their order; affiliations come from parentheses and from the legend at the end, and a
 * collaboration is an author. Never throws.
 */
export function parseAuthors(text: string): Author[] {
  const { list, legend } = splitLegend(removeMarks(cleanLine(text, LIST_MAX)))
  const authors: Author[] = []
  for (const part of splitOutside(list)) {
    const last = authors.at(-1)
    if (last && isSuffix(part)) last.name = `${last.name} ${part}`
    else authors.push(...toAuthors(part, legend))
  }
  return authors
}

/** Returns a single name without markup, "et al." and DBLP's numbers; null when no letter is left. */
export function cleanName(text: string): string | null {
  const name = removeMarks(cleanLine(text))
    .replace(/(?<![\s,])[\s,]*\b(?:et\.? al\.?|and others)\s*$/i, '')
    // A double name with "--" in TeX has become one with a dash.
    .replace(/(?<=\p{L})–(?=\p{L})/gu, '-')
    // DBLP appends a number to distinguish authors with the same name.
    .replace(/\s\d{4}$/, '')
    .replace(/^[\s,;:*†‡§]+|(?<![\s,;:*†‡§])[\s,;:*†‡§]+$/g, '')
  return name === '' || !/\p{L}/u.test(name) ? null : name
}

/** "Quillfeather, Mirela" -> "Mirela Quillfeather"; "Lind, Ada, Jr" -> "Ada Lind Jr". Other names are not changed. */
export function givenFirst(name: string): string {
  const [family = '', given, ...rest] = name.split(',').map((part) => part.trim())
  if (!given) return family || name.trim()
  return [...(isSuffix(given) ? [family, given] : [given, family]), ...rest].filter((part) => part !== '').join(' ')
}

/** Removes affiliation marks written as formulas: `$^{1,2}$`. */
const removeMarks = (text: string) => text.replace(/ ?\$\^[^$]*\$/g, '')

const isSuffix = (text: string) => /^(?:[JS]r\.?|I{2,3}|IV)$/i.test(text)

/** Splits off the legend `((1) An Institute, (2) A Lab)` at the end of a list and parses it: mark -> affiliation. */
function splitLegend(text: string): { list: string; legend: Map<string, string> } {
  const legend = new Map<string, string>()
  const from = lastGroup(text)
  const inside = from === null ? '' : text.slice(from + 1, text.trimEnd().length - 1)
  if (from === null || !/^\s*\(\s*[\p{L}\p{N}*†‡]{1,2}\s*\)/u.test(inside)) return { list: text, legend }
  for (const [, mark = '', affiliation = ''] of inside.matchAll(
    /\(\s*([\p{L}\p{N}*†‡]{1,2})\s*\)\s*([^]*?)\s*(?=\(\s*[\p{L}\p{N}*†‡]{1,2}\s*\)|$)/gu,
  ))
    legend.set(mark, dropTrailing(affiliation).slice(0, AFFILIATION_MAX))
  return { list: text.slice(0, from), legend }
}

/** Drops separators and "and" at the end, which separate an entry of the legend from the next one. */
function dropTrailing(text: string): string {
  const pieces = text.match(/[,;.\s]+|[^,;.\s]+/g) ?? []
  return pieces.slice(0, pieces.findLastIndex((piece) => !/^(?:[,;.\s]+|and)$/i.test(piece)) + 1).join('')
}

/** Returns the index of the parenthesis that is closed at the very end of `text`, or null. */
function lastGroup(text: string): number | null {
  const trimmed = text.trimEnd()
  if (!trimmed.endsWith(')')) return null
  let depth = 0
  for (let at = trimmed.length - 1; at >= 0; at--) {
    if (trimmed[at] === ')') depth++
    else if (trimmed[at] === '(' && --depth === 0) return at
  }
  return null
}

/** Splits a list at `,` `;` `:` `&` and "and", except inside parentheses and brackets. */
function splitOutside(list: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  const end = (at: number, next: number) => {
    parts.push(list.slice(from, at).trim())
    from = next
  }
  for (let at = 0; at < list.length; at++) {
    const character = list[at]
    if (character === '(' || character === '[') depth++
    else if (character === ')' || character === ']') depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (character === ',' || character === ';' || character === ':') end(at, at + 1)
    else if (character === ' ' && /^ (?:and|&)\s/i.test(list.slice(at, at + 5)))
      end(at, at + (list[at + 1] === '&' ? 2 : 4))
  }
  end(list.length, list.length)
  return parts.map((part) => part.replace(/^and\s+/i, '')).filter((part) => part !== '')
}

/** Returns the author in one part of the list, and the collaboration that he or she writes for. */
function toAuthors(part: string, legend: ReadonlyMap<string, string>): Author[] {
  const affiliations: string[] = []
  const collaborations: string[] = []
  const bare = part.replace(/\s*\(((?:[^()]|\([^()]*\))*)\)/g, (_, inside: string) => {
    const collaboration = collaborationIn(inside)
    if (collaboration) collaborations.push(collaboration)
    else affiliations.push(...toAffiliations(inside, legend))
    return ''
  })
  const [before = '', ...after] = splitTeams(bare)
  collaborations.push(...after.flatMap((words) => collaborationIn(words) ?? []))
  const name = collaborationIn(before) ?? cleanName(before)
  const affiliation = affiliations.join('; ')
  const author = name === null ? [] : [affiliation === '' ? { name } : { name, affiliation }]
  return [...author, ...collaborations.map((team) => ({ name: team }))]
}

/** Splits "A. Lind for the LANTERN Collaboration" before "for" and "on behalf of", if a word for a team follows. */
function splitTeams(text: string): string[] {
  const lastTeam = [...text.matchAll(/\b(?:collaboration|consortium|team)\b/gi)].at(-1)?.index ?? -1
  const starts = [...text.matchAll(/\b(?:on behalf of|for) /gi)]
    .filter(({ 0: words, index }) => index + words.length <= lastTeam)
    .map(({ index }) => index)
  return [0, ...starts].map((from, n) => text.slice(from, starts[n]))
}

/** Looks up marks such as "1, 2" in the legend, and ignores unknown marks. Returns any other text as it is. */
function toAffiliations(inside: string, legend: ReadonlyMap<string, string>): string[] {
  const marks = inside.split(/\s*(?:,|;|&|\band\b)\s*/)
  if (marks.every((mark) => /^(?:\d{1,3}|[a-z*†‡§])$/i.test(mark)))
    return [...new Set(marks)].flatMap((mark) => legend.get(mark) || [])
  return inside.trim() === '' ? [] : [inside.trim().slice(0, AFFILIATION_MAX)]
}

/** The collaboration, consortium or team that a text names: "on behalf of the Lyre Collaboration". Null if none. */
export const collaborationIn = (text: string): string | null =>
  /^\s*(?:(?:on behalf of|for)\s+)?(?:the\s+)?(\S.*\b(?:collaborations?|consortium|team))\s*$/i.exec(text)?.[1] ?? null
