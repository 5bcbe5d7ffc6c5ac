import { randomBytes } from 'node:crypto'
import type { FeedAddress, FeedInput, OwnFeed, OwnFeeds } from '../../contract/feeds.ts'
import { OWN_FEEDS_MAX } from '../../contract/limits.ts'
import { isMade, nameOfCategory } from '../../contract/preprintServers.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { findCategory, findCategoryNames, type CategoryRecord } from '../../store/papers/categories.ts'
import { findFeeds, insertFeed, removeFeed, renewFeed, type FeedRecord } from '../../store/readers/feedKeys.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { foldTag } from '../../text/tags.ts'
import { canonicalCategory } from '../../text/taxonomy/taxonomy.ts'
import type { Product } from '../product.ts'
import { listTags } from '../readingList/readingTags.ts'

type Site = Pick<Product, 'config'>

/** The reader's feeds in the order in which they were made, with their secret addresses. */
export async function listFeeds(site: Site, user: UserRecord): Promise<OwnFeeds> {
  const records = await findFeeds(user._id)
  const toFeed = await feedReader(site, user, records)
  return { items: records.map(toFeed), total: records.length }
}

/**
 * Makes a feed with an address of its own, or returns the one that there is. Throws "invalid-input" for a category that the
 * reader does not follow and for a tag that is not on their list, and "conflict" if they have `OWN_FEEDS_MAX` feeds.
 */
export async function makeFeed(
  site: Site,
  user: UserRecord,
  { kind, of }: FeedInput,
): Promise<{ feed: OwnFeed; created: boolean }> {
  const wanted = { user_id: user._id, key: makeKey(), kind, ...(await findSubject(user, { kind, of })) }
  const stored = await insertFeed(wanted, OWN_FEEDS_MAX)
  if (stored === null)
    throw new AppError('conflict', `You have ${OWN_FEEDS_MAX} feeds, as many as are allowed. End one first.`)
  const toFeed = await feedReader(site, user, [stored.feed])
  return { feed: toFeed(stored.feed), created: stored.created }
}

/** Gives a feed of the reader a new address: the one before is not valid any more. Throws "not-found". */
export async function renewFeedAddress(site: Site, user: UserRecord, id: string): Promise<OwnFeed> {
  const renewed = await renewFeed(user._id, id, makeKey())
  if (renewed === null) throw feedNotFound()
  const toFeed = await feedReader(site, user, [renewed])
  return toFeed(renewed)
}

/** Ends a feed of the reader: nothing can be read under its address any more. Throws "not-found". */
export async function endFeed(user: UserRecord, id: string): Promise<void> {
  if (!(await removeFeed(user._id, id))) throw feedNotFound()
}

/** Returns the secret address of the feed of the reader's days, null if it is off. */
export async function getDayAddress(site: Site, user: UserRecord): Promise<FeedAddress> {
  const feed = await findDayFeed(user)
  return { address: feed === undefined ? null : addressOf(site, feed.key) }
}

/**
 * Switches the feed of the days on, or gives it a new address: the one before is not valid any more. Throws "conflict" as
 * `makeFeed`.
 */
export async function renewDayAddress(site: Site, user: UserRecord): Promise<FeedAddress> {
  const { feed, created } = await makeFeed(site, user, { kind: 'day' })
  return { address: created ? feed.address : (await renewFeedAddress(site, user, feed.id)).address }
}

/** Switches the feed of the days off. */
export async function removeDayAddress(user: UserRecord): Promise<FeedAddress> {
  const feed = await findDayFeed(user)
  if (feed !== undefined) await removeFeed(user._id, feed._id)
  return { address: null }
}

/** The address of the feed with this key. */
export const addressOf = ({ config }: Site, key: string, format: 'atom' | 'json' = 'atom'): string =>
  `${config.publicUrl}/api/feeds/${key}.${format}`

/** The category or topic with this id, if the reader follows it; else null. */
export async function findFollowed({ _id, category_ids }: UserRecord, id: string): Promise<CategoryRecord | null> {
  const category = category_ids.includes(id) ? await findCategory(id) : null
  return category?.owner_id == null || category.owner_id === _id ? category : null
}

const findDayFeed = async ({ _id }: UserRecord) => (await findFeeds(_id)).find(({ kind }) => kind === 'day')

const makeKey = (): string => randomBytes(24).toString('base64url')

const feedNotFound = () => new AppError('not-found', 'There is no such feed, or it was ended before.')

/** What a feed is of, as it is stored. Throws "invalid-input". */
async function findSubject(user: UserRecord, { kind, of }: FeedInput): Promise<Pick<FeedRecord, 'of' | 'name'>> {
  if (kind === 'day') {
    if (of !== undefined) throw invalidField('of', 'The feed of the days is of nothing else.')
    return { of: '', name: '' }
  }
  if (of === undefined) throw invalidField('of', 'Say which category, topic or tag the feed is of.')
  return kind === 'category' ? findFollowedCategory(user, of) : findTag(user, of)
}

async function findFollowedCategory(user: UserRecord, id: string): Promise<Pick<FeedRecord, 'of' | 'name'>> {
  const category = await findFollowed(user, id)
  if (category === null) throw invalidField('of', 'A feed is of a category or topic that you follow.')
  return { of: id, name: fullNameOf(id, category.name) }
}

/** With its code or its server: two categories are called "Machine Learning", and two servers have subjects of one name. */
export function fullNameOf(code: string, name: string): string {
  if (isMade(code) || canonicalCategory(code) === null) return name
  const named = nameOfCategory(code)
  return named === code ? `${code} ${name}` : named
}

/** In the spelling of a feed that there is, so that no tag has two. */
async function findTag(user: UserRecord, typed: string): Promise<Pick<FeedRecord, 'of' | 'name'>> {
  const isSame = (tag: string) => foldTag(tag) === foldTag(typed)
  const [feeds, tags] = await Promise.all([findFeeds(user._id), listTags(user)])
  const known = feeds.find(({ kind, of }) => kind === 'tag' && isSame(of))
  if (known !== undefined) return { of: known.of, name: known.name }
  const tag = tags.items.find((item) => isSame(item.tag))?.tag
  if (tag === undefined) throw invalidField('of', 'No paper on your list has this tag.')
  return { of: tag, name: tag }
}

/** Returns a function that gives a feed as its reader sees it: by its name of now, and with what has ended. */
async function feedReader(
  site: Site,
  user: UserRecord,
  records: readonly FeedRecord[],
): Promise<(record: FeedRecord) => OwnFeed> {
  const categories = records.flatMap(({ kind, of }) => (kind === 'category' ? of : []))
  const [names, tags] = await Promise.all([
    categories.length > 0 ? findCategoryNames(categories) : new Map<string, string>(),
    records.some(({ kind }) => kind === 'tag') ? listTags(user) : { items: [] },
  ])
  const onList = new Set(tags.items.map(({ tag }) => foldTag(tag)))
  return (record) => {
    const { _id, kind, of, key } = record
    const current = names.get(of)
    const name = current === undefined ? record.name : fullNameOf(of, current)
    const hasEnded =
      (kind === 'category' && !(names.has(of) && user.category_ids.includes(of))) ||
      (kind === 'tag' && !onList.has(foldTag(of)))
    const ended = kind === 'category' ? `You do not follow “${name}” any more.` : `No paper on your list has this tag.`
    return { id: _id, kind, of, name, address: addressOf(site, key), ended: hasEnded ? ended : null }
  }
}
