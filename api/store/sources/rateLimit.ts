import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit, Slot } from '../../sources/requestSlots.ts'
import { Sources, type RateLimitSlot } from './sources.ts'

/** A slot expires after this time. Its holder renews it while it lives. */
const HELD_MS = 15_000
/** Polling interval while another caller has the slot: about the duration of a request. */
const POLL_MS = 100

/** A rate limit over all processes: one slot per key, stored in the database and timed by the server's clock. */
export function mongoRateLimit({ heldMs = HELD_MS, installation = '' } = {}): RateLimit {
  return {
    async take(key, { gapMs, waitMaxMs, signal }) {
      const holder = { id: `${installation}:${crypto.randomUUID()}`, heldMs, gapMs }
      for (;;) {
        signal.throwIfAborted()
        const { waitMs, pausedMs } = await tryTake(key, holder)
        if (pausedMs > waitMaxMs) return { pausedMs }
        if (waitMs === 0) return hold(key, holder)
        await sleep(waitMs, undefined, { signal })
      }
    },
    async pause(key, ms) {
      const until = { $max: ['$slot.paused_until', { $add: ['$$NOW', ms] }] }
      await Sources.updateOne({ _id: key }, [{ $set: { 'slot.paused_until': until } }], {
        upsert: true,
        updatePipeline: true,
      })
    },
  }
}

/** Returns the milliseconds until the gap or the pause of `key` ends, by the database server's clock; 0 when it has. */
export async function findRemainingWait(key: string): Promise<number> {
  const endsAt = { $max: ['$slot.free_at', '$slot.paused_until'] }
  const [state] = await Sources.aggregate<{ waitMs: number }>([
    { $match: { _id: key } },
    { $project: { waitMs: { $max: [0, { $subtract: [endsAt, '$$NOW'] }] } } },
  ])
  return state?.waitMs ?? 0
}

interface Holder {
  id: string
  heldMs: number
  gapMs: number
}

/** The slot in the hands of a holder. The gap counts from the last renewal, for a holder that is killed. */
const heldBy = ({ id, heldMs, gapMs }: Holder) => ({
  'slot.holder': id,
  'slot.until': { $add: ['$$NOW', heldMs] },
  'slot.free_at': { $add: ['$$NOW', gapMs] },
})

/** Takes the slot if it is free (`waitMs` is 0), else says when to try again and what remains of a pause. */
async function tryTake(key: string, holder: Holder): Promise<{ waitMs: number; pausedMs: number }> {
  const isFree = {
    $and: [
      { $or: [{ $not: ['$slot.holder'] }, { $lte: ['$slot.until', '$$NOW'] }] },
      // A missing time is lower than any date.
      { $lte: [{ $max: ['$slot.free_at', '$slot.paused_until'] }, '$$NOW'] },
    ],
  }
  const taken = Object.entries(heldBy(holder)).map(([field, value]) => [field, { $cond: [isFree, value, `$${field}`] }])
  const { slot, asked_at } = await Sources.findOneAndUpdate(
    { _id: key },
    [{ $set: { asked_at: '$$NOW', ...Object.fromEntries(taken) } }],
    { upsert: true, returnDocument: 'after', updatePipeline: true },
  )
    .orFail()
    .lean<{ asked_at: Date; slot: RateLimitSlot }>()
  const remaining = (until?: Date) => Math.max(0, (until?.getTime() ?? 0) - asked_at.getTime())
  const pausedMs = remaining(slot.paused_until)
  if (slot.holder === holder.id) return { waitMs: 0, pausedMs }
  const isHeld = typeof slot.holder === 'string' && remaining(slot.until) > 0
  return { waitMs: Math.max(pausedMs, isHeld ? POLL_MS : remaining(slot.free_at), 1), pausedMs }
}

function hold(key: string, holder: Holder): Slot {
  const isOurs = { _id: key, 'slot.holder': holder.id }
  // A failed renewal is tried again at the next interval. The slot expires after `heldMs` without one.
  const renew = () => Sources.updateOne(isOurs, [{ $set: heldBy(holder) }], { updatePipeline: true })
  const renewing = setInterval(() => void renew().catch(() => undefined), holder.heldMs / 3)
  return {
    async release() {
      clearInterval(renewing)
      const released = { ...heldBy(holder), 'slot.holder': null, 'slot.until': '$$NOW' }
      await Sources.updateOne(isOurs, [{ $set: released }], { updatePipeline: true })
    },
  }
}

/**
 * Frees the slots of all processes of `installation`, which must have ended. Their last request may have been sent right
 * before their end, so the gap starts now.
 */
export async function releaseSlots(installation: string, gapMs: number): Promise<void> {
  await Sources.updateMany(
    { 'slot.holder': new RegExp(`^${installation}:`) },
    [{ $set: { 'slot.holder': null, 'slot.until': '$$NOW', 'slot.free_at': { $add: ['$$NOW', gapMs] } } }],
    { updatePipeline: true },
  )
}
