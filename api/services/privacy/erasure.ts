import { RECENT_SIGN_IN_MINUTES } from '../../contract/limits.ts'
import { DAY_MS, endOfSecond } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import {
  findDueErasures,
  finishErasure,
  insertErasure,
  markCarriedOut,
  type ErasureRecord,
} from '../../store/readers/erasures.ts'
import { eraseOwner, findOwner } from '../../store/privacy/personalStore.ts'
import type { UserRecord } from '../../store/readers/users.ts'

/**
 * How long and how often an erasure is repeated, in ms. A request or a job that read the account just before may still
 * write for it: both end within minutes.
 */
export const REPEATED_MS = 3_600_000
export const REPEAT_MS = 600_000
/** A sign-in from before the erasure is refused for so long, in ms, as long as a terminal's session can be. */
const REMEMBERED_MS = 30 * DAY_MS

/**
 * Erases the account of the user and everything kept about it, at once. From the first write on it is carried out in any
 * case: what a failure leaves is erased by `continueErasures`. Safe to repeat. Resolves when a new sign-in makes a new
 * account, up to a second later. `signedInAt` is the time of the caller's
 * sign-in, null for a terminal. Throws "recent-sign-in-required" for an older one, and "invalid-input" when `email` is
 * not the address of the account.
 */
export async function eraseAccount(
  user: UserRecord,
  { email, signedInAt }: { email: string; signedInAt: Date | null },
): Promise<void> {
  checkRecentSignIn(signedInAt)
  if (email.trim().toLowerCase() !== user.email.toLowerCase())
    throw invalidField('email', 'This is not the e-mail address of your account. Nothing was erased.')
  const erasure = await orderErasure(user)
  await carryOut(erasure, new Date())
  await endOfSecond(erasure.at)
}

/** A token that was stolen, or a browser that was left open, must not be enough to erase an account. */
function checkRecentSignIn(signedInAt: Date | null): void {
  if (signedInAt === null)
    throw new AppError(
      'recent-sign-in-required',
      'A terminal cannot delete an account. Sign in on the web and delete it in the profile.',
    )
  // Times of tokens are compared with the system clock, also when the product's clock is set.
  if (Date.now() - signedInAt.getTime() > RECENT_SIGN_IN_MINUTES * 60_000)
    throw new AppError(
      'recent-sign-in-required',
      `Your sign-in is older than ${RECENT_SIGN_IN_MINUTES} minutes. Sign in again to delete your account.`,
    )
}

/** Stores the order to erase the account, which nothing takes back. */
export async function orderErasure(user: UserRecord): Promise<ErasureRecord> {
  return insertErasure({ uid: user.firebase_uid, owner: await findOwner(user), at: new Date() })
}

/**
 * Carries out the erasures that were interrupted, and repeats those of the last hour every ten minutes, because something
 * may have been written again. One that fails does not stop the others; throws "unavailable" at the end. Called each
 * minute.
 */
export async function continueErasures(at = new Date()): Promise<void> {
  const failures: unknown[] = []
  for (const erasure of await findDueErasures(new Date(at.getTime() - REPEAT_MS))) {
    try {
      await carryOut(erasure, at)
      if (at.getTime() - erasure.at.getTime() < REPEATED_MS) continue
      await finishErasure(erasure._id, new Date(at.getTime() + REMEMBERED_MS))
      log.info({ erasure: erasure._id }, 'erasure finished')
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AppError('unavailable', 'An erasure goes on later.', { cause: failures[0] })
}

async function carryOut({ _id, owner }: ErasureRecord, at: Date): Promise<void> {
  if (owner !== null) await Array.fromAsync(eraseOwner(owner))
  await markCarriedOut(_id, at)
}
