import { model, Schema } from 'mongoose'
import type { BreakerState } from '../../contract/admin.ts'
import { now } from '../../platform/clock.ts'

/** What is known of an outside service. Dates are the product's time, those of `turn` the server's. */
export interface SourceState {
  _id: string
  enabled: boolean
  last_success_at: Date | null
  failing_since: Date | null
  /** Why it failed last, in a sentence. */
  failure: string | null
  /** Changes were read up to and including this day. */
  watermark: string | null
  /** The archives that were read the last time; null before that. */
  archives: string[] | null
  breaker: BreakerState
  slot: { holder: string | null; until: Date; free_at: Date } | null
  /** The server's time of the last question for a turn. */
  asked_at: Date | null
}

const { Mixed } = Schema.Types
const schema = new Schema<SourceState>(
  {
    _id: { type: String, required: true },
    enabled: { type: Boolean, default: true },
    last_success_at: { type: Date, default: null },
    failing_since: { type: Date, default: null },
    failure: { type: String, default: null },
    watermark: { type: String, default: null },
    archives: { type: [String], default: null },
    breaker: { type: String, default: 'closed' },
    slot: { type: Mixed as never, default: null },
    asked_at: { type: Date, default: null },
  },
  { collection: 'sources', strict: 'throw', autoIndex: false, versionKey: false },
)

/** For this room only. */
export const Sources = model('Source', schema)

/** What is known of a source; the state of one never asked when nothing is. */
export async function findSourceState(id: string): Promise<SourceState> {
  const stored = await Sources.findById(id).lean()
  return {
    _id: id,
    enabled: stored?.enabled ?? true,
    last_success_at: stored?.last_success_at ?? null,
    failing_since: stored?.failing_since ?? null,
    failure: stored?.failure ?? null,
    watermark: stored?.watermark ?? null,
    archives: stored?.archives ?? null,
    breaker: stored?.breaker ?? 'closed',
    slot: stored?.slot ?? null,
    asked_at: stored?.asked_at ?? null,
  }
}

/**
 * Notes that a source gave what it was asked for. `watermark` only moves forward. The breaker is closed: one that a
 * process recorded as open before it ended would stay so.
 */
export async function recordSuccess(
  id: string,
  { watermark, archives }: { watermark?: string; archives?: string[] },
): Promise<void> {
  const known = { last_success_at: now(), failing_since: null, failure: null, breaker: 'closed' as const }
  await Sources.updateOne(
    { _id: id },
    { $set: { ...known, ...(archives && { archives }) }, ...(watermark !== undefined && { $max: { watermark } }) },
    { upsert: true },
  )
}

/** Notes that a source failed, with the cause in a sentence. `failing_since` stays that of the first failure in a row. */
export async function recordFailure(id: string, failure: string): Promise<void> {
  await Sources.updateOne({ _id: id }, { $set: { failure } }, { upsert: true })
  await Sources.updateOne({ _id: id, failing_since: null }, { $set: { failing_since: now() } })
}

export async function recordBreaker(id: string, breaker: BreakerState): Promise<void> {
  await Sources.updateOne({ _id: id }, { $set: { breaker } }, { upsert: true })
}
