import { setTimeout as sleep } from 'node:timers/promises'
import type { RateLimit } from '../../sources/source.ts'
import { Sources } from './sources.ts'

/** A holder that died gives its turn back after this long; a living one renews it. */
const HELD_MS = 15_000
/** How soon to ask again while somebody has the turn: a request lasts about as long. */
const ASK_AGAIN_MS = 100

/** RateLimit over all processes: one turn for each key, kept in the database and counted by the server's clock. */
export function mongoRateLimit({ heldMs = HELD_MS }: { heldMs?: number } = {}): RateLimit {
  return {
    async take(key, gapMs, signal) {
      const holder = crypto.randomUUID()
      for (;;) {
        signal.throwIfAborted()
        const waitMs = await ask(key, holder, heldMs)
        if (waitMs <= 0) break
        await sleep(waitMs, undefined, { signal })
      }
      const renewing = setInterval(() => void ask(key, holder, heldMs).catch(() => undefined), heldMs / 3)
      return async () => {
        clearInterval(renewing)
        await release(key, holder, gapMs)
      }
    },
  }
}

/** Takes or keeps the turn. Answers 0 when it is ours, else after how many milliseconds to ask again. */
async function ask(key: string, holder: string, heldMs: number): Promise<number> {
  const isOurs = { $eq: ['$slot.holder', holder] }
  const isHeld = { $and: [{ $ne: [{ $ifNull: ['$slot.holder', null] }, null] }, { $gt: ['$slot.until', '$$NOW'] }] }
  const inGap = { $gt: [{ $ifNull: ['$slot.free_at', new Date(0)] }, '$$NOW'] }
  const ours = { holder, until: { $add: ['$$NOW', heldMs] }, free_at: '$$NOW' }
  const answer = await Sources.findOneAndUpdate(
    { _id: key },
    [
      {
        $set: {
          asked_at: '$$NOW',
          slot: { $cond: [{ $or: [isOurs, { $not: [{ $or: [isHeld, inGap] }] }] }, ours, '$slot'] },
        },
      },
    ],
    { upsert: true, returnDocument: 'after', updatePipeline: true },
  )
    .orFail()
    .lean<{ asked_at: Date; slot: { holder: string | null; until: Date; free_at: Date } }>()
  const { slot, asked_at } = answer
  if (slot.holder === holder) return 0
  const inGapMs = slot.free_at.getTime() - asked_at.getTime()
  return slot.holder === null ? Math.max(1, inGapMs) : ASK_AGAIN_MS
}

async function release(key: string, holder: string, gapMs: number): Promise<void> {
  await Sources.updateOne(
    { _id: key, 'slot.holder': holder },
    [{ $set: { slot: { holder: null, until: '$$NOW', free_at: { $add: ['$$NOW', gapMs] } } } }],
    { updatePipeline: true },
  )
}
