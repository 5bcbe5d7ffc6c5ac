import { model, Schema } from 'mongoose'
import type { BreakerState } from '../../contract/admin.ts'
import { now } from '../../platform/clock.ts'

/** Identifies the content of a feed, with what it showed. */
interface Validator {
  etag: string
  day: string | null
  items: number
  /** Records that could not be read. Absent when an earlier version stored it. */
  rejected?: number
}

/** State of an external source. Dates are in the product's time; `slot` and `asked_at` in the database server's. */
export interface SourceState {
  _id: string
  enabled: boolean
  /** Pause between two requests that an admin set, in milliseconds; null: the default of the source. */
  gap_ms: number | null
  /** By interface: address that an admin set. The other interfaces have the default of the source. */
  addresses: Record<string, string>
  /** The key of the installation, encrypted, with the origin of the address that it was saved for; null without one. */
  sealed_key: SealedKey | null
  /** By fingerprint: the keys that the service refuses, also ones that are not in force any more. */
  refused_keys: Record<string, RefusedKeyRecord>
  /** Requests a day that an admin set; null: the default of the source. */
  requests_per_day: number | null
  /** The requests of the last day with any (UTC). */
  requests: { on: string; count: number } | null
  last_success_at: Date | null
  /** When the first request since the start of a process was answered. */
  answered_at: Date | null
  failing_since: Date | null
  /** Cause of the last failure, in a sentence. */
  failure: string | null
  failed_at: Date | null
  /** Changes were read up to and including this day. */
  watermark: string | null
  /** The archives read by the last run; null before the first. */
  archives: string[] | null
  /** The categories read by the last run of a source with dated records; null before the first. */
  categories: string[] | null
  /** Of a source that is asked about papers of others: up to where these, and the saved ones, were added to its queues. */
  enqueued: { seq: number; at: Date; watched_at?: Date } | null
  /** By archive: the first day whose announcement belongs to the library. */
  kept_since: Record<string, string>
  /** By archive: the feed as it was last stored. */
  validators: Record<string, Validator>
  /** Codes of papers that the taxonomy does not have, with the number of papers stored since the first one. */
  unknown_categories: UnknownCategory[]
  breaker: BreakerState
  /** The slot of the rate limit. */
  slot: RateLimitSlot | null
  /** When the slot was last requested. */
  asked_at: Date | null
}

export interface SealedKey {
  sealed: string
  origin: string
}

interface RefusedKeyRecord {
  /** When the service first refused it. */
  since: Date
  /** It is not sent before. */
  until: Date
}

export interface UnknownCategory {
  code: string
  papers: number
  first_seen_at: Date
  last_seen_at: Date
}

export interface RateLimitSlot {
  /** The caller that has the slot, until `until` at the latest. */
  holder?: string | null
  until?: Date
  /** When the gap after the last request ends. */
  free_at?: Date
  /** End of the pause that the service asked for. */
  paused_until?: Date
}

const { Mixed } = Schema.Types
const schema = new Schema<SourceState>(
  {
    _id: { type: String, required: true },
    enabled: { type: Boolean, default: true },
    gap_ms: { type: Number, default: null },
    addresses: { type: Mixed as never, default: {} },
    sealed_key: { type: Mixed as never, default: null },
    refused_keys: { type: Mixed as never, default: {} },
    requests_per_day: { type: Number, default: null },
    requests: { type: Mixed as never, default: null },
    last_success_at: { type: Date, default: null },
    answered_at: { type: Date, default: null },
    failing_since: { type: Date, default: null },
    failure: { type: String, default: null },
    failed_at: { type: Date, default: null },
    watermark: { type: String, default: null },
    archives: { type: [String], default: null },
    categories: { type: [String], default: null },
    enqueued: { type: Mixed as never, default: null },
    kept_since: { type: Mixed as never, default: {} },
    validators: { type: Mixed as never, default: {} },
    unknown_categories: { type: Mixed as never, default: [] },
    breaker: { type: String, default: 'closed' },
    slot: { type: Mixed as never, default: null },
    asked_at: { type: Date, default: null },
  },
  { collection: 'sources', strict: 'throw', autoIndex: false, versionKey: false, minimize: false },
)

/** Used in api/store only. */
export const Sources = model('Source', schema)

/** Returns the stored state of a source, or the initial state when nothing is stored. */
export async function findSourceState(id: string): Promise<SourceState> {
  const stored = await Sources.findById(id).lean()
  return {
    _id: id,
    enabled: stored?.enabled ?? true,
    gap_ms: stored?.gap_ms ?? null,
    addresses: stored?.addresses ?? {},
    sealed_key: stored?.sealed_key ?? null,
    refused_keys: stored?.refused_keys ?? {},
    requests_per_day: stored?.requests_per_day ?? null,
    requests: stored?.requests ?? null,
    last_success_at: stored?.last_success_at ?? null,
    answered_at: stored?.answered_at ?? null,
    failing_since: stored?.failing_since ?? null,
    failure: stored?.failure ?? null,
    failed_at: stored?.failed_at ?? null,
    watermark: stored?.watermark ?? null,
    archives: stored?.archives ?? null,
    categories: stored?.categories ?? null,
    enqueued: stored?.enqueued ?? null,
    kept_since: stored?.kept_since ?? {},
    validators: stored?.validators ?? {},
    unknown_categories: stored?.unknown_categories ?? [],
    breaker: stored?.breaker ?? 'closed',
    slot: stored?.slot ?? null,
    asked_at: stored?.asked_at ?? null,
  }
}

/**
 * Changes what an admin sets for a source. Fields that are left out stay; null removes a value, so that the default applies.
 * With a change of the key, no key counts as refused any more.
 */
export async function saveSourceSettings(
  id: string,
  {
    addresses = {},
    ...rest
  }: Partial<Pick<SourceState, 'enabled' | 'gap_ms' | 'sealed_key' | 'requests_per_day'>> & {
    addresses?: Record<string, string | null>
  },
): Promise<void> {
  const entries = Object.entries(addresses).map(([name, address]) => [`addresses.${name}`, address] as const)
  await Sources.updateOne(
    { _id: id },
    {
      $set: {
        ...rest,
        ...(rest.sealed_key !== undefined && { refused_keys: {} }),
        ...Object.fromEntries(entries.filter(([, address]) => address !== null)),
      },
      $unset: Object.fromEntries(entries.filter(([, address]) => address === null)),
    },
    { upsert: true },
  )
}

const NO_FAILURE = { failing_since: null, failure: null, failed_at: null }

interface Success {
  watermark?: string
  archives?: string[]
  categories?: readonly string[]
  /** Why a part of the source could not be read. */
  failure?: string
}

/**
 * Records a successful read of a source. `watermark` only moves forward. `failure` is why a part could not be read; the
 * source stays failing then. Also stores the breaker as closed: a process that ended with an open breaker could not.
 */
export async function recordSuccess(id: string, { watermark, failure, ...read }: Success): Promise<void> {
  const success = { last_success_at: now(), ...(failure === undefined && NO_FAILURE), breaker: 'closed' as const }
  await Sources.updateOne(
    { _id: id },
    { $set: { ...success, ...read }, ...(watermark !== undefined && { $max: { watermark } }) },
    { upsert: true },
  )
  if (failure !== undefined) await recordFailure(id, failure)
}

/** Records up to where papers were added to the queue of a source, and of which categories. */
export async function recordEnqueued(
  id: string,
  { categories, ...enqueued }: NonNullable<SourceState['enqueued']> & { categories: readonly string[] },
): Promise<void> {
  await Sources.updateOne({ _id: id }, { $set: { enqueued, categories: [...categories] } }, { upsert: true })
}

/** Records that the source has answered a request. */
export async function recordAnswer(id: string): Promise<void> {
  await Sources.updateOne({ _id: id }, { $set: { answered_at: now() } }, { upsert: true })
}

/** Records that the source answers again. */
export async function clearFailure(id: string): Promise<void> {
  await Sources.updateOne({ _id: id }, { $set: NO_FAILURE })
}

/** Records a failure with its cause in a sentence. `failing_since` keeps the time of the first failure in a row. */
export async function recordFailure(id: string, failure: string): Promise<void> {
  await Sources.updateOne({ _id: id }, { $set: { failure, failed_at: now() } }, { upsert: true })
  await Sources.updateOne({ _id: id, failing_since: null }, { $set: { failing_since: now() } })
}

export async function recordBreaker(id: string, breaker: BreakerState): Promise<void> {
  await Sources.updateOne({ _id: id }, { $set: { breaker } }, { upsert: true })
}

/**
 * Records the first day of each archive whose announcement belongs to the library. A known day only moves earlier, or
 * not at all with `ifNew`.
 */
export async function recordKeptSince(
  id: string,
  since: Readonly<Record<string, string>>,
  { ifNew = false } = {},
): Promise<void> {
  for (const [archive, day] of Object.entries(since)) {
    const field = `kept_since.${archive}`
    await Sources.updateOne({ _id: id }, {}, { upsert: true })
    if (ifNew) await Sources.updateOne({ _id: id, [field]: null }, { $set: { [field]: day } })
    else await Sources.updateOne({ _id: id }, { $min: { [field]: day } })
  }
}

/** Records what the feed of `archive` showed when it was last stored. */
export async function recordValidator(id: string, archive: string, validator: Validator): Promise<void> {
  await Sources.updateOne({ _id: id }, { $set: { [`validators.${archive}`]: validator } })
}
