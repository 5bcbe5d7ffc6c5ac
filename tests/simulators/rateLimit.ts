import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '#api/sources/source.ts'

/** Rate limit slots within one process. The product keeps them in the database for all processes. */
export function localRateLimit(): RateLimit {
  const queues = new Map<string, Promise<unknown>>()
  const endedAt = new Map<string, number>()
  return {
    async take(key, gapMs, signal) {
      signal.throwIfAborted()
      const previous = queues.get(key)
      const slot = Promise.withResolvers<void>()
      queues.set(key, Promise.all([previous, slot.promise]))
      try {
        await previous
        const waitMs = (endedAt.get(key) ?? Number.NEGATIVE_INFINITY) + gapMs - performance.now()
        if (waitMs > 0) await sleep(waitMs, undefined, { signal })
        signal.throwIfAborted()
      } catch (error) {
        // Frees the slot for the callers that wait behind it. The caller receives the error.
        slot.resolve()
        throw error
      }
      return async () => {
        endedAt.set(key, performance.now())
        slot.resolve()
      }
    },
  }
}
