import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { maybe, MaybeText, parseJson } from '../jsonRecords.ts'
import type { RejectedRecord } from '../source.ts'

/** An item of a feed as it was written, whatever the format; an unknown text is empty. */
export interface RawItem {
  guid: string
  link: string
  title: string
  /** Markup, or text. */
  texts: string[]
  authors: string[]
  /** The first that can be read counts. */
  dates: string[]
  /** Where publishers write the DOI. */
  ids: string[]
  venue: string
  rights: string
  pdf: string
  /** Relative addresses of the item are resolved against it. */
  base: string
}

/** How often a feed wants to be asked. */
export interface FeedHints {
  ttlMinutes: number | null
  /** By the module "syndication" of RSS 1.0. */
  updateMinutes: number | null
  /** Hours of the day in UTC, 0 to 23. */
  skipHours: number[]
  /** "Saturday" */
  skipDays: string[]
}

export interface RawFeed {
  title: string
  /** The page of the feed. */
  link: string
  base: string
  issn: string
  /** Of all items that name none. */
  authors: string[]
  hints: FeedHints
  items: RawItem[]
  rejected: RejectedRecord[]
}

const VERSION = 'https://jsonfeed.org/version/'
const Author = Type.Object({ name: MaybeText })
const Authored = { authors: maybe(Type.Array(Author)), author: maybe(Author) }
const Feed = Type.Object({
  version: Type.String(),
  title: MaybeText,
  home_page_url: MaybeText,
  items: Type.Array(Type.Unknown()),
  ...Authored,
})
const Item = Type.Object({
  id: maybe(Type.Union([Type.String(), Type.Number()])),
  url: MaybeText,
  title: MaybeText,
  content_html: MaybeText,
  content_text: MaybeText,
  summary: MaybeText,
  date_published: MaybeText,
  date_modified: MaybeText,
  attachments: maybe(Type.Array(Type.Object({ url: Type.String(), mime_type: MaybeText }))),
  ...Authored,
})

/** Reads a JSON Feed (https://www.jsonfeed.org/version/1.1/). Throws SyntaxError for anything else. */
export function readJsonFeed(text: string): RawFeed {
  const feed = parseJson(text)
  if (!Value.Check(Feed, feed) || !feed.version.startsWith(VERSION)) throw new SyntaxError('it is no feed')
  const result: RawFeed = {
    title: feed.title ?? '',
    link: feed.home_page_url ?? '',
    base: '',
    issn: '',
    authors: namesOf(feed),
    hints: { ttlMinutes: null, updateMinutes: null, skipHours: [], skipDays: [] },
    items: [],
    rejected: [],
  }
  for (const item of feed.items) {
    if (Value.Check(Item, item)) result.items.push(toRaw(item))
    else result.rejected.push({ reason: 'it has not the form of an item', raw: JSON.stringify(item).slice(0, 65_536) })
  }
  return result
}

const namesOf = ({ authors, author }: Pick<typeof Item.static, 'authors' | 'author'>): string[] =>
  (authors ?? (author ? [author] : [])).flatMap(({ name }) => name?.trim() || [])

function toRaw(item: typeof Item.static): RawItem {
  return {
    guid: String(item.id ?? '').trim(),
    link: item.url ?? '',
    title: item.title ?? '',
    texts: [item.content_html, item.content_text, item.summary].flatMap((one) => one?.trim() || []),
    authors: namesOf(item),
    dates: [item.date_published, item.date_modified].flatMap((one) => one?.trim() || []),
    ids: [],
    venue: '',
    rights: '',
    pdf: item.attachments?.find(({ mime_type }) => mime_type === 'application/pdf')?.url ?? '',
    base: '',
  }
}
