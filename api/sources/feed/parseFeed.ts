import { cleanLine, cleanTitle } from '../../text/clean.ts'
import { canonicalItemAddress } from '../../text/feedAddress.ts'
import { isFrontMatterTitle, isNoticeTitle } from '../../text/noticeTitles.ts'
import { parseIssn } from '../../text/issn.ts'
import { servers } from '../../text/taxonomy/taxonomy.ts'
import { readMarkup } from '../markup.ts'
import type { RejectedRecord, SourceRecord } from '../source.ts'
import { readXmlFeed } from './feedXml.ts'
import { parseItemDate } from './itemDate.ts'
import { findIds, type ItemIds } from './itemIds.ts'
import { readTexts, splitAuthors } from './itemText.ts'
import { readPage, type FeedPage } from './feedPage.ts'
import { readJsonFeed, type FeedHints, type RawFeed, type RawItem } from './rawFeed.ts'

/** An item without the code of its feed, which the parser does not know. */
export interface FeedItem {
  /** Hashes of what identifies it in its feed, the surest first: an item with one of them is the same item. */
  keys: string[]
  record: SourceRecord
}

export interface ParsedFeed {
  title: string
  issn: string | null
  hints: FeedHints
  items: FeedItem[]
  /** All items, with those that are no papers and those that could not be read. */
  count: number
  rejected: RejectedRecord[]
}

export type FeedOrPage = { feed: ParsedFeed } | { page: FeedPage }

const UNTITLED = /^(?:untitled|no title|\(no title\)|sans titre|ohne titel)?$/i
/** The longest beginning of a text that is used as the title of an item without one. */
const TITLE_FROM_TEXT = 120
const SERVER_PREFIXES = ['10.1101', '10.64898', ...servers.flatMap(({ prefixes }) => prefixes)]

/**
 * Parses what was received from `address`: a feed in any format, or a page of HTML that may name feeds. Throws SyntaxError
 * with the reason for anything else.
 */
export function parseFeed(text: string, { address }: { address: string }): FeedOrPage {
  const start = text
    .slice(0, 5_000)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (start.startsWith('{')) return { feed: toFeed(readJsonFeed(text), address) }
  const isFeed = /<(?:rss|(?:\w+:)?RDF|(?:\w+:)?feed)[\s>]/i.exec(start)
  const isPage = /<!doctype html|<html[\s>]|<head[\s>]|<body[\s>]/i.exec(start)
  if (isPage !== null && (isFeed === null || isPage.index < isFeed.index)) return { page: readPage(text, address) }
  if (!start.startsWith('<')) throw new SyntaxError('it is no feed')
  return { feed: toFeed(readXmlFeed(text), address) }
}

function toFeed(raw: RawFeed, address: string): ParsedFeed {
  const title = cleanTitle(readMarkup(raw.title))
  const home = canonicalItemAddress(raw.link, address)
  const uses = countUses(raw.items)
  const items: FeedItem[] = []
  const rejected = [...raw.rejected]
  for (const item of raw.items) {
    try {
      const read = toItem(item, { raw, title, home, address, uses })
      if (read !== null) items.push(read)
    } catch (error) {
      // One item that cannot be read must not spoil its feed: it is returned with the reason.
      const reason = error instanceof Error ? error.message : String(error)
      rejected.push({ reason, raw: JSON.stringify(item).slice(0, 65_536).toWellFormed() })
    }
  }
  const count = raw.items.length + raw.rejected.length
  return { title, issn: parseIssn(raw.issn), hints: raw.hints, items, count, rejected }
}

/** How often each guid and each link is used. Some feeds have the same for all items. */
function countUses(items: readonly RawItem[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const { guid, link } of items)
    for (const text of new Set([guid, link])) uses.set(text, (uses.get(text) ?? 0) + 1)
  return uses
}

interface Context {
  raw: RawFeed
  title: string
  /** The page of the feed. */
  home: string | null
  address: string
  uses: ReadonlyMap<string, number>
}

/** Null for front matter of an issue, which is no paper. */
function toItem(item: RawItem, context: Context): FeedItem | null {
  const { raw, home, address, uses } = context
  const ofFeed = canonicalItemAddress(raw.base, home ?? address) ?? home ?? address
  const base = canonicalItemAddress(item.base, ofFeed) ?? ofFeed
  const own = canonicalItemAddress(item.link, base)
  const venue = cleanLine(readMarkup(item.venue), 300)
  const facts = readTexts(item.texts, venue)
  const written = cleanTitle(readMarkup(item.title))
  const title = UNTITLED.test(written) ? titleFromText(facts.text) : written
  if (title === '') throw new Error('it has no title')
  if (isFrontMatterTitle(title) && facts.abstract === null) return null
  const ids = findIds({ ...item, link: own ?? item.link }, facts.text)
  const authors = splitAuthors(item.authors.length > 0 ? item.authors : facts.authors)
  // A feed has all its authors in common only if it is that of a person.
  const all = authors.length > 0 ? authors : splitAuthors(raw.authors)
  const date = [...item.dates, facts.date].flatMap((text) => parseItemDate(text) ?? [])[0]
  const hasOwnGuid = item.guid !== '' && (uses.get(item.guid) ?? 0) <= 1
  const isUnique = own !== null && own !== home && (uses.get(item.link) ?? 0) <= 1 && new URL(own).pathname !== '/'
  const keys = keysOf({ guid: item.guid, own, isUnique, hasOwnGuid, title, text: facts.text, ids })
  const pdf = canonicalItemAddress(item.pdf, base)
  const kind = isNoticeTitle(title) ? 'other' : kindOf(ids)
  // A journal's feed is named after a part of it: "Journal of Imaginary Vision: Early View".
  const named = kind === 'post' ? context.title : kind === 'preprint' ? '' : context.title.replace(/:.*$/s, '')
  return {
    keys,
    record: {
      id: '',
      source: 'feed',
      source_id: own ?? home ?? address,
      version: null,
      kind,
      title,
      abstract: facts.abstract,
      authors: all.map((one) => ({ name: one })),
      categories: [],
      primary_category: null,
      published_at: date?.at ?? null,
      ...(date?.precision && { published_precision: date.precision }),
      updated_at: null,
      announced_on: null,
      announce_type: null,
      announced_in: null,
      changed_on: null,
      version_dates: [],
      doi: ids.arxiv === null ? ids.doi : `10.48550/arxiv.${ids.arxiv}`,
      comment: null,
      ...((venue || named) !== '' && { venue: { name: venue || named } }),
      // The page of an item, which other feeds may have, too.
      ...(isUnique && own !== null && { ids: [`url:${hash(['page', own])}`] }),
      journal_ref: null,
      license: /^https?:\/\/\S+$/.test(item.rights) ? item.rights.slice(0, 500) : null,
      code_url: null,
      ...(pdf !== null && { pdf_url: pdf }),
      withdrawn: false,
      source_interface: 'rss',
    },
  }
}

function kindOf({ doi, arxiv, isOnlyInText }: ItemIds): SourceRecord['kind'] {
  if (arxiv !== null) return 'preprint'
  if (doi === null || isOnlyInText) return 'post'
  return SERVER_PREFIXES.some((prefix) => doi.startsWith(`${prefix}/`)) ? 'preprint' : 'article'
}

function titleFromText(text: string): string {
  const [sentence = ''] = /^.{1,120}?[.!?](?=\s|$)/.exec(text) ?? [text.slice(0, TITLE_FROM_TEXT)]
  return cleanTitle(sentence)
}

interface Identity {
  guid: string
  own: string | null
  /** No other item has this address, and it is not that of the feed's page. */
  isUnique: boolean
  /** No other item has this guid. */
  hasOwnGuid: boolean
  title: string
  text: string
  ids: ItemIds
}

/**
 * An item keeps one of its keys when its guid is changed at each build of the feed, when it comes under two links, and
 * when its title is corrected. Two items do not have one in common when all have the same guid or the same link.
 */
function keysOf({ guid, own, isUnique, hasOwnGuid, title, text, ids }: Identity): string[] {
  const parts = [
    isUnique && own !== null && ['link', own],
    ids.doi !== null && !ids.isOnlyInText && ['doi', ids.doi],
    hasOwnGuid && ['guid', guid, title],
    !isUnique && ['text', title, text],
  ]
  return parts.flatMap((part) => (part === false ? [] : [hash(part)]))
}

const hash = (parts: readonly string[]): string =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
