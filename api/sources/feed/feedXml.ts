import { parseXml } from '../../text/xml.ts'
import { attribute, child, children, childText, textOf, type XmlElement } from '../../text/xmlElement.ts'
import type { RejectedRecord } from '../source.ts'
import type { RawFeed, RawItem } from './rawFeed.ts'

/** Some feeds have whole articles with their pictures in an item. No feed is larger. */
const ITEM_TEXT_MAX = 8 * 1024 * 1024
const RAW_MAX = 64 * 1024
/** XML 1.0 forbids these characters, and many feeds have them. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu
/** A document type without declarations of its own, as RSS 0.91 has one. */
const DOCTYPE = /<!DOCTYPE\s[^<>[\]]{0,500}>/i
/** The root element of a feed, before which there can be comments. */
const ROOT = /<(?:[\w-]{1,20}:)?(rss|RDF|feed)[\s>]/i
const ROOT_WITHIN = 20_000
const ROOT_END = /<\/(?:[\w-]{1,20}:)?(?:rss|RDF|feed)\s*>/gi
const HOURS = { hourly: 1, daily: 24, weekly: 168, monthly: 730, yearly: 8_760 }

/**
 * Reads RSS 0.9x, 1.0 and 2.0, and Atom, by their root element. An item that cannot be read is returned with the reason.
 * Throws SyntaxError when the text is none of these.
 */
export function readXmlFeed(text: string): RawFeed {
  const xml = text.replace(FORBIDDEN, '').trimStart().replace(DOCTYPE, '')
  const isAtom =
    ROOT.exec(xml.slice(0, ROOT_WITHIN).replaceAll(/<!--[^]*?(?:-->|$)/g, ''))?.[1]?.toLowerCase() === 'feed'
  const items: RawItem[] = []
  const rejected: RejectedRecord[] = []
  const read = isAtom ? readEntry : readItem
  const document = parseXml(withoutEnd(xml), {
    records: [isAtom ? 'entry' : 'item'],
    textMax: ITEM_TEXT_MAX,
    onRecord(found) {
      if ('problem' in found) rejected.push({ reason: found.problem, raw: found.source.slice(0, RAW_MAX) })
      else items.push(read(found.element, found.source))
    },
  })
  const [root] = document.children
  const isKnown = root?.name === 'feed' || root?.name === 'rss' || root?.name === 'RDF'
  if (root === undefined || !isKnown) throw new SyntaxError('it is no feed')
  const channel = root.name === 'feed' ? root : child(root, 'channel')
  if (channel === undefined) throw new SyntaxError('it is a feed without a channel')
  return {
    title: childText(channel, 'title'),
    link: root.name === 'feed' ? (alternate(channel) ?? '') : linkOf(channel),
    base: attribute(channel, 'base') || attribute(root, 'base'),
    issn: childText(channel, 'issn') || childText(channel, 'eIssn'),
    authors: root.name === 'feed' ? namesOf(channel) : [],
    hints: hintsOf(channel),
    items,
    rejected,
  }
}

/** Without what caches and counters append to a feed: comments and text behind the end of the root element. */
function withoutEnd(xml: string): string {
  let end = xml.length
  for (const { 0: tag, index } of xml.matchAll(ROOT_END)) end = index + tag.length
  return xml.slice(0, end)
}

const texts = (element: XmlElement, names: readonly string[]): string[] =>
  names.flatMap((name) => children(element, name).flatMap((one) => textOf(one).trim() || []))

/** The address in `<link>`; `<atom:link>` has its own in an attribute. */
const linkOf = (element: XmlElement): string => texts(element, ['link'])[0] ?? ''

function readItem(item: XmlElement): RawItem {
  const guid = childText(item, 'guid').trim()
  const isPermalink = attribute(child(item, 'guid'), 'isPermaLink') !== 'false' && /^https?:/i.test(guid)
  const about = attribute(item, 'about').trim()
  const pdf = children(item, 'enclosure').find((one) => attribute(one, 'type') === 'application/pdf')
  const creators = texts(item, ['creator'])
  return {
    guid: guid || about,
    link: linkOf(item) || (isPermalink ? guid : '') || about,
    title: texts(item, ['title'])[0] ?? '',
    texts: texts(item, ['encoded', 'description', 'summary']),
    authors: creators.length > 0 ? creators : texts(item, ['author']),
    dates: texts(item, ['pubDate', 'date', 'publicationDate', 'modified']),
    ids: texts(item, ['doi', 'identifier']),
    venue: texts(item, ['publicationName'])[0] ?? texts(item, ['source'])[0]?.replace(/\s*\(.*$/s, '') ?? '',
    rights: texts(item, ['rights', 'license'])[0] ?? '',
    pdf: pdf === undefined ? '' : attribute(pdf, 'url'),
    base: attribute(item, 'base'),
  }
}

function readEntry(entry: XmlElement, source: string): RawItem {
  const pdf = children(entry, 'link').find(
    (one) => attribute(one, 'rel') === 'enclosure' && attribute(one, 'type') === 'application/pdf',
  )
  return {
    guid: childText(entry, 'id').trim(),
    link: alternate(entry) ?? '',
    title: textConstruct(entry, 'title', source),
    texts: ['content', 'summary', 'description'].map((name) => textConstruct(entry, name, source)).filter(Boolean),
    authors: namesOf(entry).length > 0 ? namesOf(entry) : texts(entry, ['creator']),
    dates: texts(entry, ['published', 'issued', 'updated', 'modified', 'date']),
    ids: texts(entry, ['doi', 'identifier']),
    venue: texts(entry, ['publicationName'])[0] ?? '',
    rights: texts(entry, ['rights'])[0] ?? '',
    pdf: pdf === undefined ? '' : attribute(pdf, 'href'),
    base: attribute(entry, 'base') || attribute(child(entry, 'content'), 'base'),
  }
}

const namesOf = (element: XmlElement): string[] =>
  children(element, 'author').flatMap((author) => childText(author, 'name').trim() || textOf(author).trim() || [])

/** The address of the page: of the link without a `rel`, or with "alternate". */
function alternate(element: XmlElement): string | undefined {
  const links = children(element, 'link').filter((one) => /^(?:alternate)?$/.test(attribute(one, 'rel')))
  const page = links.find((one) => /html|^$/.test(attribute(one, 'type'))) ?? links[0]
  return page === undefined ? undefined : attribute(page, 'href')
}

/** Text of Atom: plain, escaped markup, or elements of XHTML, which are read from the source because their order counts. */
function textConstruct(entry: XmlElement, name: string, source: string): string {
  const element = child(entry, name)
  if (element === undefined) return ''
  if (attribute(element, 'type') === 'xhtml' || element.children.length > 0)
    return (
      new RegExp(String.raw`<(?:[\w-]+:)?${name}(?:\s[^>]*)?>([^]*?)</(?:[\w-]+:)?${name}\s*>`, 'i').exec(
        source,
      )?.[1] ?? ''
    )
  return textOf(element)
}

function hintsOf(channel: XmlElement): RawFeed['hints'] {
  const ttl = Number(childText(channel, 'ttl').trim())
  const period = childText(channel, 'updatePeriod').trim()
  const frequency = Math.max(1, Number(childText(channel, 'updateFrequency').trim()) || 1)
  const hours = Object.entries(HOURS).find(([name]) => name === period)?.[1]
  return {
    ttlMinutes: ttl > 0 ? ttl : null,
    updateMinutes: hours === undefined ? null : (hours * 60) / frequency,
    skipHours: texts(child(channel, 'skipHours') ?? channel, ['hour'])
      .map(Number)
      .filter((hour) => hour >= 0 && hour <= 24),
    skipDays: texts(child(channel, 'skipDays') ?? channel, ['day']),
  }
}
