import { randomBytes } from 'node:crypto'
import { FEED_CARDS_MAX } from '../../contract/limits.ts'
import type { FeedAddress } from '../../contract/users.ts'
import { buildAtomFeed } from '../../mail/atomFeed.ts'
import { buildJsonFeed } from '../../mail/jsonFeed.ts'
import { AppError } from '../../platform/errors.ts'
import { findFeedKey, findFeedOwner, removeFeedKey, saveFeedKey } from '../../store/readers/feedKeys.ts'
import { findUser, type UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'
import { listDeliveredCards } from '../papers/cards.ts'

/** Returns the secret address of the reader's feed, null if it is off. */
export async function getFeedAddress(product: Pick<Product, 'config'>, user: UserRecord): Promise<FeedAddress> {
  const key = await findFeedKey(user._id)
  return { address: key === null ? null : addressOf(product, key) }
}

/** Switches the reader's feed on, or gives it a new address: the one before is not valid any more. */
export async function renewFeedAddress(product: Pick<Product, 'config'>, user: UserRecord): Promise<FeedAddress> {
  const key = randomBytes(24).toString('base64url')
  await saveFeedKey(user._id, key)
  return { address: addressOf(product, key) }
}

/** Switches the reader's feed off. */
export async function removeFeedAddress(user: UserRecord): Promise<FeedAddress> {
  await removeFeedKey(user._id)
  return { address: null }
}

/** The formats of a feed, by the end of its address. */
export const FEED_FORMATS = { atom: buildAtomFeed, json: buildJsonFeed } as const
export type FeedFormat = keyof typeof FEED_FORMATS

/** Returns the newest cards of the reader with this key as a feed. Throws "not-found". */
export async function writeFeed(
  product: Pick<Product, 'config'>,
  { key, format }: { key: string; format: FeedFormat },
): Promise<string> {
  const owner = await findFeedOwner(key)
  const user = owner === null ? null : await findUser(owner)
  if (user === null || user.disabled) throw new AppError('not-found', 'There is no feed at this address.')
  const { items } = await listDeliveredCards(user, { skip: 0, limit: FEED_CARDS_MAX })
  const { publicUrl } = product.config
  return FEED_FORMATS[format]({ publicUrl, address: addressOf(product, key, format), reader: user.name, cards: items })
}

const addressOf = ({ config }: Pick<Product, 'config'>, key: string, format: FeedFormat = 'atom') =>
  `${config.publicUrl}/api/feeds/${key}.${format}`
