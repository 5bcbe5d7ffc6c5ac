import type { Category, Followable } from '../../contract/categories.ts'
import { FEEDS_MAX } from '../../contract/limits.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { FoundFeed } from '../../sources/finders.ts'
import { findCategory, saveMade, type CategoryRecord } from '../../store/papers/categories.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { canonicalFeedAddress, isPrivateFeedAddress } from '../../text/feedAddress.ts'
import { archiveOf } from '../../text/taxonomy/taxonomy.ts'
import type { Sources } from '../product.ts'
import { AFTER_TAXONOMY, categoryReader } from './categories.ts'
import { ask, KeptAnswers, requireFinder, toMadeCode } from './finding.ts'

/** A page and up to nine addresses that may be those of its feed are asked for, with a pause after each. */
const ASK_MS = 30_000
const NAME_MAX = 120

const kept = new KeptAnswers<FoundFeed[]>()

/**
 * Makes the category of the feed at this address, or of the likeliest one that the page there names; or returns the one
 * that is there. `mayAdd` throws when the reader has made too many of late. Throws "invalid-input" when there is no feed,
 * "conflict" when the reader follows `FEEDS_MAX`, and "source-unavailable".
 */
export async function createFeed(
  sources: Sources,
  { category_ids }: Pick<UserRecord, 'category_ids'>,
  { url, mayAdd }: { url: string | undefined; mayAdd: () => void },
): Promise<{ category: Category; created: boolean }> {
  const typed = requireAddress(url)
  const toCategory = await categoryReader(sources)
  const known = await findCategory(toMadeCode('feed', typed))
  if (known !== null) return { category: toCategory(known), created: false }
  if (category_ids.filter((id) => archiveOf(id) === 'feed').length >= FEEDS_MAX)
    throw new AppError('conflict', `${FEEDS_MAX} feeds are the most that one can follow.`)
  mayAdd()
  const { found, source } = await find(sources, typed)
  const [feed] = found
  if (feed === undefined) throw invalidField('url', 'There is no feed at this address, and the page names none.')
  const { category, created } = await saveMade(toRecord(source, feed))
  return { category: toCategory(category), created }
}

/** The feeds at an address that a reader typed, or that the page there names. Throws as `createFeed` does. */
export async function findFeeds(sources: Sources, typed: string): Promise<Followable[]> {
  const { found, source } = await find(sources, requireAddress(typed))
  return found.map((feed) => ({
    kind: 'feed',
    source,
    code: toMadeCode('feed', feed.address),
    name: feed.title,
    detail: describe(feed),
    per_day: feed.perDay,
    sample: feed.sample,
    address: feed.address,
    abstracts: feed.withAbstract,
    ...(feed.issn !== null && { issn: [feed.issn] }),
  }))
}

function requireAddress(typed = ''): string {
  const address = canonicalFeedAddress(typed)
  if (address === null)
    throw invalidField('url', 'It is no address of a page on the web: https://, a name, and no password in it.')
  // All readers of a library see its papers.
  if (isPrivateFeedAddress(address))
    throw invalidField(
      'url',
      'The address has a key for one person in it. Only feeds that everyone may read can be followed.',
    )
  return address
}

async function find(sources: Sources, address: string): Promise<{ found: FoundFeed[]; source: string }> {
  const source = await requireFinder(sources, 'feeds')
  const all = await kept.get(address, () => ask(source, (options) => source.feeds.find(address, options), ASK_MS))
  // A page may name a feed with a key, too.
  return { found: all.filter((feed) => !isPrivateFeedAddress(feed.address)), source: source.id }
}

function toRecord(source: string, feed: FoundFeed): CategoryRecord {
  const _id = toMadeCode('feed', feed.address)
  return {
    _id,
    name: feed.title.slice(0, NAME_MAX),
    name_key: _id,
    kind: 'feed',
    group: 'Feeds',
    description: `${new URL(feed.address).hostname} · ${describe(feed)}`,
    aliases: feed.issn === null ? [] : [feed.issn],
    source_codes: { [source]: [_id] },
    address: feed.address,
    owner_id: null,
    daily_volume: feed.perDay ?? 0,
    position: AFTER_TAXONOMY,
  }
}

/** "20 items, the newest of 2026-11-20, abstracts for 80 %" */
const describe = ({ items, newestOn, withAbstract }: FoundFeed): string =>
  items === 0
    ? 'no items now'
    : [
        items === 1 ? '1 item' : `${items} items`,
        newestOn !== null && `the newest of ${newestOn}`,
        withAbstract > 0 ? `abstracts for ${Math.round(withAbstract * 100)} %` : 'titles only',
      ]
        .filter(Boolean)
        .join(', ')
