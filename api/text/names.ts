import type { Author } from '../contract/papers.ts'
import { cleanLine } from './clean.ts'

/** Forty thousand authors, more than any paper has had. */
const LIST_MAX = 1_000_000

/**
 * The authors of a free-text list, in its order: "A. Lind (1), B. Moe and C. Ray (Some Lab), for the LANTERN Collaboration
 * ((1) An Institute)". Marks and the legend at its end become affiliations; a collaboration is an author. Never throws.
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

/** One name as told alone: markup and "et al." off. Null when nothing is left. */
export function cleanName(text: string): string | null {
  const name = removeMarks(cleanLine(text))
    .replace(/[\s,]*\b(?:et\.? al\.?|and others)\s*$/i, '')
    // TeX writes the hyphen of a double name as a dash.
    .replace(/(?<=\p{L})–(?=\p{L})/gu, '-')
    // DBLP tells namesakes apart by a number.
    .replace(/\s\d{4}$/, '')
    .replace(/^[\s,;:*†‡§]+|[\s,;:*†‡§]+$/g, '')
  return name === '' || !/\p{L}/u.test(name) ? null : name
}

/** "Quillfeather, Mirela" -> "Mirela Quillfeather"; "Lind, Ada, Jr" -> "Ada Lind Jr". Other names stay. */
export function givenFirst(name: string): string {
  const [family = '', given, ...rest] = name.split(',').map((part) => part.trim())
  if (!given) return family || name.trim()
  return [...(isSuffix(given) ? [family, given] : [given, family]), ...rest].filter((part) => part !== '').join(' ')
}

/** Marks of affiliation set as formulas: `$^{1,2}$`. */
const removeMarks = (text: string) => text.replace(/\s*\$\^[^$]*\$/g, '')

const isSuffix = (text: string) => /^(?:[JS]r\.?|I{2,3}|IV)$/i.test(text)

/** The legend `((1) An Institute, (2) A Lab)` at the end of a list, taken apart: mark -> affiliation. */
function splitLegend(text: string): { list: string; legend: Map<string, string> } {
  const legend = new Map<string, string>()
  const from = lastGroup(text)
  const inside = from === null ? '' : text.slice(from + 1, text.trimEnd().length - 1)
  if (from === null || !/^\s*\(\s*[\p{L}\p{N}*†‡]{1,2}\s*\)/u.test(inside)) return { list: text, legend }
  for (const [, mark = '', words = ''] of inside.matchAll(
    /\(\s*([\p{L}\p{N}*†‡]{1,2})\s*\)\s*([^]*?)\s*(?=\(\s*[\p{L}\p{N}*†‡]{1,2}\s*\)|$)/gu,
  ))
    legend.set(mark, words.replace(/(?:[,;.\s]+|\band\b\s*)+$/i, ''))
  return { list: text.slice(0, from), legend }
}

/** Where the parenthesis that closes at the very end of `text` opens, or null. */
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

/** The parts between `,` `;` `:` "and" that stand outside parentheses and formulas. */
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
    else if (/^\s(?:and|&)\s/i.test(list.slice(at, at + 5))) {
      const length = list.slice(at).search(/\S/)
      end(at, at + length + (list[at + length] === '&' ? 1 : 3))
    }
  }
  end(list.length, list.length)
  return parts.map((part) => part.replace(/^and\s+/i, '')).filter((part) => part !== '')
}

/** The author of one part, and the collaboration he or she writes for. */
function toAuthors(part: string, legend: ReadonlyMap<string, string>): Author[] {
  const affiliations: string[] = []
  const collaborations: string[] = []
  const bare = part.replace(/\s*\(((?:[^()]|\([^()]*\))*)\)/g, (_, inside: string) => {
    const collaboration = collaborationIn(inside)
    if (collaboration) collaborations.push(collaboration)
    else affiliations.push(...toAffiliations(inside, legend))
    return ''
  })
  const [before = '', ...after] = bare.split(
    /\s*\b(?=(?:on behalf of|for) (?:the )?.*\b(?:collaboration|consortium|team)\b)/i,
  )
  collaborations.push(...after.flatMap((words) => collaborationIn(words) ?? []))
  const name = collaborationIn(before) ?? cleanName(before)
  const affiliation = affiliations.join('; ')
  const author = name === null ? [] : [affiliation === '' ? { name } : { name, affiliation }]
  return [...author, ...collaborations.map((team) => ({ name: team }))]
}

/** "1, 2" by the legend, anything else as it is. A mark without a legend says nothing. */
function toAffiliations(inside: string, legend: ReadonlyMap<string, string>): string[] {
  const marks = inside.split(/\s*(?:,|;|&|\band\b)\s*/)
  if (marks.every((mark) => /^(?:\d{1,3}|[a-z*†‡§])$/i.test(mark)))
    return marks.flatMap((mark) => legend.get(mark) || [])
  return inside.trim() === '' ? [] : [inside.trim()]
}

const collaborationIn = (text: string): string | null =>
  /^\s*(?:(?:on behalf of|for)\s+)?(?:the\s+)?(\S.*\b(?:collaborations?|consortium|team))\s*$/i.exec(text)?.[1] ?? null
