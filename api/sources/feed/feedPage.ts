import { decodeReferences } from '../../text/characterReferences.ts'
import { cleanLine } from '../../text/clean.ts'
import { canonicalFeedAddress } from '../../text/feedAddress.ts'
import { parseIssn } from '../../text/issn.ts'

/** What a page says about feeds and about the journal that it belongs to. */
export interface FeedPage {
  title: string
  /** Of the feeds that it names, the likeliest first. */
  feeds: string[]
  issn: string | null
}

/** In characters: links and facts of a page are at its beginning, links to feeds also at its end. */
export const PAGE_MAX = 5 * 1024 * 1024
const FEEDS_MAX = 8
const TAG = /<(link|a|meta|base)\s([^<>]{1,4000})>/gi
const ATTRIBUTE = /([a-z-]{1,20})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
const FEED_TYPE = /^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)$/i
const ISSN_NAMES = /^(?:citation_issn|prism\.(?:e?issn)|dc\.source\.issn)$/i
/** The best feeds of a journal have papers when they are published, not when an issue is complete. */
const RANKS: readonly [RegExp, number][] = [
  [/comment/i, 9],
  [/online.?first|early.?view|ahead.of.print|just.?accepted|latest|recent|articles|papers|current research/i, 0],
  [/current.?issue|toc\b|table of contents/i, 3],
]

/** Reads the links to feeds in the HTML of a page at `address`, in linear time. */
export function readPage(html: string, address: string): FeedPage {
  const text = html.slice(0, PAGE_MAX)
  let base = address
  let issn: string | null = null
  const found = new Map<string, number>()
  for (const { 1: tag = '', 2: source = '', index } of text.matchAll(TAG)) {
    const attributes = attributesOf(source)
    const href = attributes.get('href') ?? ''
    const name = tag.toLowerCase()
    if (name === 'base' && URL.canParse(href, address)) base = new URL(href, address).href
    if (name === 'meta') {
      const key = attributes.get('name') ?? attributes.get('property') ?? ''
      if (ISSN_NAMES.test(key)) issn ??= parseIssn(attributes.get('content') ?? '')
      continue
    }
    const words = `${attributes.get('title') ?? ''} ${href}`
    const isAlternate =
      name === 'link' &&
      /\balternate\b/i.test(attributes.get('rel') ?? '') &&
      FEED_TYPE.test(attributes.get('type') ?? '') &&
      !/wp-json|oembed/i.test(href)
    const label = name === 'a' ? text.slice(index, index + 400) : ''
    const isAnchor =
      name === 'a' && /\b(?:rss|atom|feed)\b/i.test(`${href} ${label.replace(/<[^>]*>/g, ' ').slice(0, 60)}`)
    if (!isAlternate && !isAnchor) continue
    const feed = URL.canParse(href, base) ? canonicalFeedAddress(new URL(href, base).href) : null
    if (feed === null || found.has(feed)) continue
    const rank = RANKS.find(([pattern]) => pattern.test(words))?.[1] ?? 2
    found.set(feed, rank + (isAlternate ? 0 : 4))
  }
  const feeds = [...found].toSorted(([, one], [, other]) => one - other).map(([feed]) => feed)
  const title = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(text)?.[1] ?? ''
  return { title: cleanLine(decodeReferences(title), 300), feeds: feeds.slice(0, FEEDS_MAX), issn }
}

/** The attributes of a tag by their names in lower case, in linear time. */
export function attributesOf(source: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare = ''] of source.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), decodeReferences(double ?? single ?? bare).trim())
  return attributes
}
