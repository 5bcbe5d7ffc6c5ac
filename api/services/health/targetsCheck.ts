import { TARGET_NAMES } from '../../contract/limits.ts'
import { countFailingTargets } from '../../store/mail/targets.ts'
import type { CheckResult } from './checkResult.ts'

/**
 * Checks whether the services that days are posted to accept them. Failures are those of readers' addresses, which an
 * admin cannot mend, so that they are a warning at most.
 */
export async function checkTargets(): Promise<CheckResult> {
  const kinds = await countFailingTargets()
  const sum = (name: 'total' | 'failing' | 'off') => kinds.reduce((count, one) => count + one[name], 0)
  const [total, failing, off] = [sum('total'), sum('failing'), sum('off')]
  if (total === 0) return { state: 'unknown', message: 'No reader has a connection.' }
  const ended = off === 0 ? '' : ` ${off} switched off, because the service refused for good.`
  if (failing === 0)
    return { state: 'ok', message: `${total - off} of ${total} connections accept their days.${ended}` }
  const which = kinds.flatMap((one) => (one.failing > 0 ? `${TARGET_NAMES[one.kind]} ${one.failing}` : []))
  return { state: 'slow', message: `${failing} of ${total} connections fail: ${which.join(', ')}.${ended}` }
}
