import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import { markChanged } from '../../store/readers/tastes.ts'

/**
 * Records that the reader has acted, so that the model follows within seconds. Never throws: the stored action is what
 * counts, and without the mark the model follows at its next fit.
 */
export async function markTasteChanged(userId: string): Promise<void> {
  try {
    await markChanged(userId, now())
  } catch (error) {
    log.warn({ error, user_id: userId }, 'a change of taste could not be recorded; the model follows later')
  }
}
