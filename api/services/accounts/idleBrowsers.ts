import { DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { recordBrowserUse } from '../../store/readers/browsers.ts'
import type { UserRecord } from '../../store/readers/users.ts'

/** A use within this time of the last recorded one is not recorded, so that few requests write. */
const USE_MS = 3_600_000

/**
 * Throws "unused-too-long" when the browser that signed in at `signedInAt` was not used for `idleDays`, else records its
 * use, at most once an hour. The time of the sign-in stands for a browser: the tokens of both stay the same until it signs
 * in again. It is also the first use. Sign-ins are timed by the system clock, also when the product's clock is set.
 */
export async function checkIdle({ idleDays }: Config, user: UserRecord, signedInAt: Date): Promise<void> {
  if (idleDays === 0) return
  const at = new Date()
  const known = user.browsers?.find(({ signed_in_at }) => signed_in_at.getTime() === signedInAt.getTime())
  const unusedMs = at.getTime() - (known?.used_at ?? signedInAt).getTime()
  if (unusedMs > idleDays * DAY_MS)
    throw new AppError(
      'unused-too-long',
      `You were signed out because this browser was not used for ${idleDays} days. Please sign in again.`,
    )
  // A browser that is forgotten here has been unused for too long: its sign-in is older still, so it stays refused.
  const since = new Date(at.getTime() - idleDays * DAY_MS)
  if (unusedMs > USE_MS) await recordBrowserUse(user._id, { signedInAt, at, since })
}
