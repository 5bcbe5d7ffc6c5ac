import { DAY_MS, formatInstant, now } from '../../platform/clock.ts'
import { findBackups, findLastBackups } from '../../store/backup/backups.ts'
import type { Product } from '../product.ts'
import type { CheckResult } from './checkResult.ts'

/** A backup is made each day. */
const OLD_MS = 2 * DAY_MS
/** An archive is verified each week. */
const UNVERIFIED_MS = 15 * DAY_MS

/** When the last backup was made, and when one was last verified; what failed since. */
export async function checkBackups({ config }: Pick<Product, 'config'>): Promise<CheckResult> {
  const [{ done, verified }, recent] = await Promise.all([findLastBackups(), findBackups(30)])
  const made =
    done === null ? 'No backup was made yet.' : `The last backup was made on ${formatInstant(done.started_at)}.`
  if (config.backups.folder === null && done === null)
    return { state: 'unknown', message: 'No folder for backups is set (PAPERDAWN_BACKUP_FOLDER).' }
  const newest = recent.find(({ state }) => state !== 'running')
  if (newest?.state === 'failed') {
    const since = recent.findLast(
      ({ state, started_at }) => state === 'failed' && started_at > (done?.started_at ?? new Date(0)),
    )
    const failing = since ? ` since ${formatInstant(since.started_at)}` : ''
    return { state: 'slow', message: `Backups fail${failing}: ${newest.error ?? ''} ${made}` }
  }
  if (newest?.verify_error != null)
    return { state: 'down', message: `The last backup cannot be restored: ${newest.verify_error}` }
  if (done === null) return { state: 'unknown', message: made }
  const checked =
    verified?.verified_at == null ? 'None was verified yet.' : `Verified on ${formatInstant(verified.verified_at)}.`
  const at = now().getTime()
  const isOld = at - done.started_at.getTime() > OLD_MS
  const isUnverified = at - (verified?.verified_at ?? done.started_at).getTime() > UNVERIFIED_MS
  return { state: isOld || isUnverified ? 'slow' : 'ok', message: `${made} ${checked}` }
}
