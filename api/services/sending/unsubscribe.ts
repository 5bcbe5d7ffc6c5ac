import { AppError } from '../../platform/errors.ts'
import { changeUser, findUser, switchDigestOffByLink, type UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'

/** Switches off the digest of the token's user. Throws "not-found" for an invalid or expired token. Safe to repeat. */
export async function unsubscribe(product: Pick<Product, 'tokens'>, token: string): Promise<UserRecord> {
  const user = await findSubscriber(product, token)
  await switchDigestOffByLink(user._id)
  return user
}

/** Switches the digest on again, with the settings it had. Throws "not-found" as `unsubscribe`. */
export async function resubscribe(product: Pick<Product, 'tokens'>, token: string): Promise<UserRecord> {
  const { _id } = await findSubscriber(product, token)
  return changeUser(_id, { preferences: { digest: { enabled: true } } })
}

/** Returns the user of an unsubscribe token. Throws "not-found" for an invalid or expired token. */
export async function findSubscriber({ tokens }: Pick<Product, 'tokens'>, token: string): Promise<UserRecord> {
  const { subject } = await tokens.verify('unsubscribe', token).catch((cause: unknown) => {
    throw linkNotFound(cause)
  })
  const user = await findUser(subject)
  if (user === null) throw linkNotFound()
  return user
}

const linkNotFound = (cause?: unknown) => new AppError('not-found', 'This link is not valid any more.', { cause })
