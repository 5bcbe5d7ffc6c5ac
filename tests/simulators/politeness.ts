import { setTimeout as sleep } from 'node:timers/promises'
import type { Politeness } from '#api/sources/source.ts'

/** Real turns within one process: what the product keeps in the database for all of them. */
export function localPoliteness(): Politeness {
  const queues = new Map<string, Promise<unknown>>()
  const endedAt = new Map<string, number>()
  return {
    async take(key, gapMs, signal) {
      signal.throwIfAborted()
      const before = queues.get(key)
      const turn = Promise.withResolvers<void>()
      queues.set(key, Promise.all([before, turn.promise]))
      try {
        await before
        const waitMs = (endedAt.get(key) ?? Number.NEGATIVE_INFINITY) + gapMs - performance.now()
        if (waitMs > 0) await sleep(waitMs, undefined, { signal })
        signal.throwIfAborted()
      } catch (error) {
        // The place in the queue must not block those behind; the caller learns why it got no turn.
        turn.resolve()
        throw error
      }
      return async () => {
        endedAt.set(key, performance.now())
        turn.resolve()
      }
    },
  }
}
