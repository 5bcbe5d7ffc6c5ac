import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '#api/sources/requestSlots.ts'

/** No test waits for longer: a caller that would fails at once. */
const WAIT_MAX_MS = 20_000

const remaining = (times: Map<string, number>, key: string) => Math.max(0, (times.get(key) ?? 0) - performance.now())

/** Rate limit slots within one process. The product keeps them in the database for all processes. */
export function localRateLimit(): RateLimit {
  const queues = new Map<string, Promise<unknown>>()
  const freeAt = new Map<string, number>()
  const pausedUntil = new Map<string, number>()
  return {
    async take(key, { gapMs, waitMaxMs, signal }) {
      signal.throwIfAborted()
      const previous = queues.get(key)
      const slot = Promise.withResolvers<void>()
      queues.set(key, Promise.all([previous, slot.promise]))
      try {
        await previous
        const pausedMs = remaining(pausedUntil, key)
        if (pausedMs > waitMaxMs) {
          slot.resolve()
          return { pausedMs }
        }
        const waitMs = Math.max(pausedMs, remaining(freeAt, key))
        if (waitMs > WAIT_MAX_MS) throw new Error(`the caller would wait for ${waitMs / 1000} s`)
        if (waitMs > 0) await sleep(waitMs, undefined, { signal })
        signal.throwIfAborted()
      } catch (error) {
        // Frees the slot for the callers that wait behind it. The caller receives the error.
        slot.resolve()
        throw error
      }
      return {
        async release() {
          freeAt.set(key, performance.now() + gapMs)
          slot.resolve()
        },
      }
    },
    async pause(key, ms) {
      pausedUntil.set(key, Math.max(pausedUntil.get(key) ?? 0, performance.now() + ms))
    },
  }
}
