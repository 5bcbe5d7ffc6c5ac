import { XMLParser } from 'fast-xml-parser'
import { cleanAbstract } from './clean.ts'

/** An element of the parser's ordered form: its name -> its content; attributes under ":@". */
type Ordered = Record<string, unknown>

const blocks = new Set([
  'p',
  'sec',
  'title',
  'label',
  'list',
  'list-item',
  'li',
  'ul',
  'ol',
  'disp-formula',
  'div',
  'abstract',
  'br',
])
const DEPTH_MAX = 64

/**
 * The text of an abstract in JATS, HTML or MathML, cleaned: paragraphs, section titles as "Title: ", formulas as TeX where
 * the markup carries it. What is not well-formed loses its tags and keeps its words. Never throws.
 */
export function jatsToText(markup: string): string {
  const text = decodeNamed(markup)
  if (!/<[a-zA-Z/!]/.test(text)) return cleanAbstract(text)
  try {
    const tree = parser.parse(`<root>${text.replace(/<!DOCTYPE[^[>]*(?:\[[^\]]*\])?[^>]*>/gi, '')}</root>`) as Ordered[]
    return cleanAbstract(dropHeading(writeAll(tree)))
  } catch {
    // Broken or hostile markup: its words are still worth having.
    return cleanAbstract(dropHeading(text.replace(/<[^>]*>/g, ' ')))
  }
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  maxNestedTags: DEPTH_MAX,
  unpairedTags: ['br'],
})

/** Some services escape twice: `&amp;lt;i&amp;gt;`. Two rounds, never more, or text about entities would change. */
const decodeNamed = (text: string) =>
  /<[a-zA-Z]/.test(text) ? text : decodeOnce(/&amp;(?:lt|gt|amp);/.test(text) ? decodeOnce(text) : text)

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }
const decodeOnce = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? '')

const writeAll = (nodes: readonly Ordered[]): string => nodes.map(write).join('')

function write(node: Ordered): string {
  const name = Object.keys(node).find((key) => key !== ':@') ?? ''
  if (name === '#text') return String(node[name])
  const content = node[name]
  const nodes = Array.isArray(content) ? (content as Ordered[]) : []
  if (name === 'math') return annotated(nodes) ?? writeAll(nodes)
  if (name === 'alternatives')
    return writeAll(nodes.filter((part) => 'tex-math' in part).slice(0, 1)) || writeAll(nodes)
  const inside = writeAll(nodes)
  if (name === 'tex-math') return `$${undelimited(inside)}$`
  if (name === 'sub') return shifted('_', inside)
  if (name === 'sup') return shifted('^', inside)
  if (name === 'title') return `\n\n${inside.trim().replace(/[:.]$/, '')}: `
  return blocks.has(name) ? `\n\n${inside}\n\n` : inside
}

/** The TeX that MathML carries along, as a formula. */
function annotated(nodes: readonly Ordered[]): string | null {
  for (const node of nodes) {
    if ('annotation' in node) return `$${undelimited(writeAll(node['annotation'] as Ordered[]))}$`
    for (const content of Object.values(node)) {
      const found = Array.isArray(content) ? annotated(content as Ordered[]) : null
      if (found !== null) return found
    }
  }
  return null
}

const undelimited = (tex: string) =>
  tex
    .replace(/^\s*(?:\$+|\\[([])|(?:\$+|\\[)\]])\s*$/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** "H2O" reads well, "xi" for x_i does not. */
const shifted = (sign: string, inside: string) => (/^\s*\p{L}/u.test(inside) ? `${sign}${inside.trim()}` : inside)

/** The heading every abstract has, and a title's colon before a new block. */
const dropHeading = (text: string) =>
  text.replace(/^\s*(?:abstract|summary)\s*(?::\s*|\n\s*)/i, '').replace(/: \s*\n\s*/g, ': ')
