import { AppError } from '../../platform/errors.ts'
import { switchDigestOffByLink, switchReviewOff } from '../../store/readers/mailChoices.ts'
import { changeUser, findUser, type UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'

/** What a reader gets again and again, and can end by the link in it. */
export type MailList = 'digest' | 'review'

interface Subscriber {
  user: UserRecord
  /** The list of the mail with the link. */
  list: MailList
  /** Of a review: the weekday that was chosen when its mail was sent. */
  weekday: number
}

/** The list of a review in its link: with its weekday, so that it can be switched on again as it was. */
export const nameReviewList = ({ preferences }: UserRecord): string => `review ${preferences.review?.weekday ?? 0}`

/**
 * Switches off the mails that the token's link is in, or with `all` every recurring mail. Throws "not-found" for an invalid
 * or expired token. Safe to repeat.
 */
export async function unsubscribe(
  product: Pick<Product, 'tokens'>,
  token: string,
  { all = false } = {},
): Promise<Subscriber> {
  const found = await findSubscriber(product, token)
  const { user, list } = found
  if (all || list === 'digest') await switchDigestOffByLink(user._id)
  if (all || list === 'review') await switchReviewOff(user._id)
  return found
}

/** Switches the mails of the link on again, a digest with the settings it had. Throws "not-found" as `unsubscribe`. */
export async function resubscribe(product: Pick<Product, 'tokens'>, token: string): Promise<Subscriber> {
  const found = await findSubscriber(product, token)
  const { user, list, weekday } = found
  const preferences = list === 'review' ? { review: { weekday } } : { digest: { enabled: true } }
  return { ...found, user: await changeUser(user._id, { preferences }) }
}

/** Returns the user of an unsubscribe token, and the list. Throws "not-found" for an invalid or expired token. */
export async function findSubscriber({ tokens }: Pick<Product, 'tokens'>, token: string): Promise<Subscriber> {
  const { subject, session } = await tokens.verify('unsubscribe', token).catch((cause: unknown) => {
    throw linkNotFound(cause)
  })
  const user = await findUser(subject)
  if (user === null) throw linkNotFound()
  const [, weekday] = /^review ([0-6])$/.exec(session ?? '') ?? []
  return { user, list: weekday === undefined ? 'digest' : 'review', weekday: Number(weekday ?? 0) }
}

/** Whether the mails of a list go to the reader. */
export const getsList = ({ preferences }: UserRecord, list: MailList): boolean =>
  list === 'review' ? preferences.review?.weekday != null : preferences.digest.enabled

const linkNotFound = (cause?: unknown) => new AppError('not-found', 'This link is not valid any more.', { cause })
