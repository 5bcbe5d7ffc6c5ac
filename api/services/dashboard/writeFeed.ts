import { FEED_CARDS_MAX } from '../../contract/limits.ts'
import { buildAtomFeed } from '../../mail/atomFeed.ts'
import type { FeedPaper, PaperFeed } from '../../mail/feedEntries.ts'
import { buildJsonFeed } from '../../mail/jsonFeed.ts'
import { toLine } from '../../mail/toLine.ts'
import { AppError } from '../../platform/errors.ts'
import { findNewestIn } from '../../store/papers/paperCategories.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findFeedByKey, type FeedRecord } from '../../store/readers/feedKeys.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import { canonicalId } from '../../text/taxonomy/taxonomy.ts'
import { findMuteCauses } from '../delivery/mutes.ts'
import { listDeliveredCards } from '../papers/cards.ts'
import type { Product } from '../product.ts'
import { getReadingList } from '../readingList/readingList.ts'
import { addressOf, findFollowed, fullNameOf } from './ownFeeds.ts'

/** The formats of a feed, by the end of its address. */
export const FEED_FORMATS = { atom: buildAtomFeed, json: buildJsonFeed } as const
export type FeedFormat = keyof typeof FEED_FORMATS

type Contents = Pick<PaperFeed, 'title' | 'home' | 'papers'>

/**
 * Returns the newest papers of the feed with this key. Throws "not-found" for an unknown, renewed or ended one, and "gone"
 * if its reader has removed what it is of.
 */
export async function writeFeed(
  product: Pick<Product, 'config'>,
  { key, format }: { key: string; format: FeedFormat },
): Promise<string> {
  const feed = await findFeedByKey(key)
  const user = feed === null ? null : await findUser(feed.user_id)
  if (feed === null || user === null || user.disabled)
    throw new AppError('not-found', 'There is no feed at this address.')
  const { publicUrl } = product.config
  const contents = await readContents[feed.kind](user, feed)
  return FEED_FORMATS[format]({ publicUrl, address: addressOf(product, key, format), ...contents })
}

const readContents: Readonly<Record<FeedRecord['kind'], (user: UserRecord, feed: FeedRecord) => Promise<Contents>>> = {
  day: readDays,
  category: readCategory,
  tag: readTag,
}

/** The cards of the newest days. The higher one ranks, the later its instant is, so that feed readers keep the order. */
async function readDays(user: UserRecord): Promise<Contents> {
  const { items } = await listDeliveredCards(user, { skip: 0, limit: FEED_CARDS_MAX })
  const papers = items.map(({ paper, reasons, delivered_on, rank }): FeedPaper => {
    const time = new Date(Math.max(0, 3_600 - rank) * 1_000).toISOString().slice(11, 19)
    return { paper, reasons, published: `${delivered_on}T00:00:00Z`, updated: `${delivered_on}T${time}Z` }
  })
  return { title: `Paperdawn: the papers of ${toLine(user.name, 80)}`, home: '/dashboard', papers }
}

/** The papers of a category or topic that were announced last, without muted ones. */
async function readCategory(user: UserRecord, feed: FeedRecord): Promise<Contents> {
  const category = await findFollowed(user, feed.of)
  if (category === null)
    throw new AppError('gone', 'This feed has ended: its reader does not follow its subject any more.')
  const ids = await findNewestIn(canonicalId(feed.of), FEED_CARDS_MAX)
  const stored = await findPapers(ids)
  // Two records can be one paper.
  const found = [...new Map(ids.flatMap((id) => stored.get(id) ?? []).map((paper) => [paper.id, paper])).values()]
  const muted = await findMuteCauses(user, found)
  const papers = found.flatMap((paper): FeedPaper[] => {
    const at = `${paper.announced_on ?? paper.published_at?.slice(0, 10) ?? '1970-01-01'}T00:00:00Z`
    return muted.has(paper.id) ? [] : [{ paper, reasons: [], published: at, updated: at }]
  })
  return { title: `Paperdawn: ${toLine(fullNameOf(feed.of, category.name), 200)}`, home: '/dashboard', papers }
}

/** The papers of the reading list with a tag, the one saved last first. Without the reader's notes. */
async function readTag(user: UserRecord, { of }: FeedRecord): Promise<Contents> {
  const { items } = await getReadingList(user, { tag: of, limit: FEED_CARDS_MAX })
  if (items.length === 0)
    throw new AppError('gone', 'This feed has ended: no paper of its reader has its tag any more.')
  const papers = items.map(({ paper, added_at }): FeedPaper => {
    return { paper, reasons: [], published: added_at, updated: added_at }
  })
  return { title: `Paperdawn: papers tagged “${toLine(of, 80)}”`, home: '/reading-list', papers }
}
