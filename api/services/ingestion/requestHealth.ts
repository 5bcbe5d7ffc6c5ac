import type { BreakerState } from '../../contract/admin.ts'
import { log } from '../../platform/log.ts'
import { clearFailure, recordAnswer, recordBreaker, recordFailure } from '../../store/sources/sources.ts'

/**
 * Returns hooks for the requests to a source. Its state says when the source first answered this process, and that it is
 * failing from the first failed request on, until every host that failed has answered again; and whether requests are
 * held back after failures.
 */
export function followRequests(source: string, name: string) {
  const failing = new Set<string>()
  let hasAnswered = false
  let stored: Promise<void> = Promise.resolve()
  // One after the other, so that the last state is the one that stays.
  const store = (write: () => Promise<void>) => {
    stored = stored
      .then(write)
      .catch((error: unknown) => log.warn({ error, source }, 'the state of a source could not be stored'))
  }
  return {
    onBreaker(state: BreakerState): void {
      store(() => recordBreaker(source, state))
    },
    onRequestFailed({ host, reason }: { host: string; reason: string }): void {
      failing.add(host)
      store(() => recordFailure(source, `${name} ${reason}.`))
    },
    onRequestSucceeded(host: string): void {
      if (!hasAnswered) store(() => recordAnswer(source))
      hasAnswered = true
      if (failing.delete(host) && failing.size === 0) store(() => clearFailure(source))
    },
  }
}
