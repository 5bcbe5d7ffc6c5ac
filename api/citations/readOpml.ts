import { canonicalCategory, categories } from '../text/taxonomy/taxonomy.ts'
import { parseXml } from '../text/xml.ts'
import type { XmlElement } from '../text/xmlElement.ts'
import { decodeEscapes } from '../text/percentEncoding.ts'

/** The feeds of a feed reader. */
export interface Feeds {
  /** Codes of the arXiv categories that they show. */
  category_ids: string[]
  /** Titles or addresses of the other feeds. */
  unusable: string[]
}

const FEEDS_MAX = 1_000
const LABEL_MAX = 200

/**
 * Reads the feeds of an OPML file (http://opml.org/spec2.opml): feeds of arXiv categories and archives, and queries of
 * arXiv for categories only, are categories. `leftOut` is the number of feeds behind the first 1,000. Throws SyntaxError for other XML.
 */
export function readOpml(text: string): { feeds: Feeds; leftOut: number } {
  const root = readRoot(text.replace(/<!DOCTYPE opml[^>[]{0,200}>/i, ''))
  if (root?.name !== 'opml') throw new SyntaxError('This XML file is not OPML.')
  const codesFound = new Set<string>()
  const unusable = new Map<string, string>()
  const feeds = outlines(root).filter(({ attributes, children }) => attributes.has('xmlUrl') || children.length === 0)
  for (const { attributes } of feeds.slice(0, FEEDS_MAX)) {
    const address = attributes.get('xmlUrl') ?? ''
    const codes = categoriesOfFeed(address)
    for (const code of codes) codesFound.add(code)
    const name = attributes.get('title') || attributes.get('text') || address
    if (codes.length === 0 && name !== '') unusable.set(address || name, name.slice(0, LABEL_MAX))
  }
  return {
    feeds: { category_ids: [...codesFound], unusable: [...unusable.values()] },
    leftOut: Math.max(0, feeds.length - FEEDS_MAX),
  }
}

/** The root element. Throws SyntaxError with a sentence about the file. */
function readRoot(xml: string): XmlElement | undefined {
  try {
    return parseXml(xml, { subject: 'This OPML file' }).children[0]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new SyntaxError(`${error.message}.`, { cause: error })
  }
}

const outlines = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => (child.name === 'outline' ? [child, ...outlines(child)] : outlines(child)))

/** The categories that a feed at this address shows; none if it is not a feed of arXiv categories only. */
function categoriesOfFeed(address: string): string[] {
  const url = URL.parse(address)
  if (url === null || !/^(?:[\w-]+\.)?arxiv\.org$/.test(url.hostname)) return []
  const query = url.searchParams.get('search_query')
  const names =
    query === null
      ? // rss.arxiv.org/rss/cs.CL+cs.LG, arxiv.org/rss/cs.CL, rss.arxiv.org/atom/cs.CL
        (/\/(?:rss|atom)\/([^/?#]+)$/.exec(decodeEscapes(url.pathname))?.[1] ?? '').split('+')
      : query.split(/\s+OR\s+/).map((part) => /^[\s(]*cat:"?([\w.-]+?)"?[\s)]*$/.exec(part)?.[1] ?? '')
  const codes = names.map(codesOf)
  // A query with other conditions shows less than its categories.
  return codes.every((of) => of.length > 0) ? codes.flat() : []
}

/** The category with this code, or all of the archive with this name. */
function codesOf(name: string): string[] {
  const code = canonicalCategory(name.replace(/\.\*$/, ''))
  if (code !== null) return [code]
  const archive = name.replace(/\.\*$/, '')
  return categories.filter((one) => one.archive === archive && one.alias_of === undefined).map(({ id }) => id)
}
