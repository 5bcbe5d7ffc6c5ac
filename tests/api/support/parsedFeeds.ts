import { expect } from 'bun:test'
import { parseFeed, type ParsedFeed } from '#api/sources/feed/parseFeed.ts'

export const ADDRESS = 'https://press.example.org/jiv.rss'
export const ABSTRACT =
  'We introduce LanternBench, a benchmark of 4,000 lanterns in streets of towns that we invented. Each is lit at dusk and counted by three people. ' +
  'Counting by machine is wrong by 7 lanterns in 100, and we show where the errors come from.'

export const NAMESPACES =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
  'xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"'

/** Parses a feed that was received from `address`. */
export function parse(text: string, address = ADDRESS): ParsedFeed {
  const parsed = parseFeed(text, { address })
  if ('page' in parsed) throw new Error('it is a page')
  return parsed.feed
}

/** A feed in RSS 2.0 with these items. */
export const rss = (
  items: string,
  channel = '<title>Journal of Imaginary Vision: Early View</title><link>https://press.example.org/jiv</link>',
) =>
  parse(
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${NAMESPACES}><channel>${channel}${items}</channel></rss>`,
  )

/** An item with these fields. */
export const item = (fields: string) =>
  `<item><title>Counting lanterns</title><link>https://press.example.org/a/1</link>${fields}</item>`
/** The record of the only item. */
export function recordOf({ items, rejected }: ParsedFeed) {
  expect(rejected).toEqual([])
  expect(items).toHaveLength(1)
  return items[0]!.record
}
/** The record of an item with these fields. */
export const read = (fields: string) => recordOf(rss(item(fields)))
