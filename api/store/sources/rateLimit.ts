import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '../../sources/source.ts'
import { Sources } from './sources.ts'

/** A slot expires after this time. Its holder renews it while it lives. */
const HELD_MS = 15_000
/** Polling interval while another caller has the slot: about the duration of a request. */
const POLL_MS = 100

/** A rate limit over all processes: one slot per key, stored in the database and timed by the server's clock. */
export function mongoRateLimit({ heldMs = HELD_MS }: { heldMs?: number } = {}): RateLimit {
  return {
    async take(key, gapMs, signal) {
      const holder = crypto.randomUUID()
      for (;;) {
        signal.throwIfAborted()
        const waitMs = await tryTake(key, holder, heldMs)
        if (waitMs <= 0) break
        await sleep(waitMs, undefined, { signal })
      }
      // A failed renewal is tried again at the next interval. The slot expires after `heldMs` without one.
      const renewing = setInterval(() => void tryTake(key, holder, heldMs).catch(() => undefined), heldMs / 3)
      return async () => {
        clearInterval(renewing)
        await release(key, holder, gapMs)
      }
    },
  }
}

/** Takes or renews the slot. Returns 0 on success, else the milliseconds until the next attempt. */
async function tryTake(key: string, holder: string, heldMs: number): Promise<number> {
  const isHolder = { $eq: ['$slot.holder', holder] }
  const isTaken = { $and: [{ $ne: [{ $ifNull: ['$slot.holder', null] }, null] }, { $gt: ['$slot.until', '$$NOW'] }] }
  const inGap = { $gt: [{ $ifNull: ['$slot.free_at', new Date(0)] }, '$$NOW'] }
  const taken = { holder, until: { $add: ['$$NOW', heldMs] }, free_at: '$$NOW' }
  const state = await Sources.findOneAndUpdate(
    { _id: key },
    [
      {
        $set: {
          asked_at: '$$NOW',
          slot: { $cond: [{ $or: [isHolder, { $not: [{ $or: [isTaken, inGap] }] }] }, taken, '$slot'] },
        },
      },
    ],
    { upsert: true, returnDocument: 'after', updatePipeline: true },
  )
    .orFail()
    .lean<{ asked_at: Date; slot: { holder: string | null; until: Date; free_at: Date } }>()
  const { slot, asked_at } = state
  if (slot.holder === holder) return 0
  const inGapMs = slot.free_at.getTime() - asked_at.getTime()
  return slot.holder === null ? Math.max(1, inGapMs) : POLL_MS
}

async function release(key: string, holder: string, gapMs: number): Promise<void> {
  await Sources.updateOne(
    { _id: key, 'slot.holder': holder },
    [{ $set: { slot: { holder: null, until: '$$NOW', free_at: { $add: ['$$NOW', gapMs] } } } }],
    { updatePipeline: true },
  )
}
