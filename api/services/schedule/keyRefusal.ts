import type { SourceStatus } from '../../contract/admin.ts'
import { formatInstant } from '../../platform/clock.ts'
import type { Source } from '../../sources/source.ts'
import type { SourceState } from '../../store/sources/sources.ts'
import { storedKeysOf } from '../ingestion/sourceKeys.ts'
import type { Product } from '../product.ts'

/** A refused key of a source. */
interface KeyRefusal {
  /** Since when, and what to do. */
  shown: NonNullable<SourceStatus['key_refusal']>
  /** The last failure of the source says that its key is refused, and nothing else. */
  isTheFailure: boolean
}

/** Returns since when the service of a source refuses the key in force, and what to do; null for a source that is off. */
export function findKeyRefusal(
  product: Pick<Product, 'secrets'>,
  source: Source,
  state: SourceState,
): KeyRefusal | null {
  const { enabled, failing_since, failure } = state
  if (!enabled || source.findRefusedKey === undefined) return null
  const refused = source.findRefusedKey(storedKeysOf(product, source, state))
  if (refused === null) return null
  const { id, name, key } = source
  const { since, effect, setting } = refused
  const whose = setting === undefined ? 'the saved key' : `the key of the setting ${setting}`
  // The key of a source that needs one can only be removed with the source switched off.
  const advice =
    setting === undefined
      ? `save another key${key === 'required' ? '' : ' or remove it'}`
      : 'change the setting, save a key'
  return {
    shown: {
      since: since.toISOString(),
      message: `${name} refuses ${whose} since ${formatInstant(since)}, so ${effect}; ${advice} in Ingestion, or run: paperdawn admin sources set ${id} --key`,
    },
    isTheFailure:
      failing_since !== null &&
      refused.failure !== undefined &&
      failure?.startsWith(`${name} ${refused.failure}`) === true,
  }
}

const FINE: ReadonlySet<SourceStatus['state']> = new Set(['ok', 'never'])

/** The status of a source with a refused key: a failure that says the same is left out. */
export function withKeyRefusal(status: SourceStatus, refusal: KeyRefusal | null): SourceStatus {
  if (refusal === null) return status
  const { shown, isTheFailure } = refusal
  const { state } = status
  return {
    ...status,
    state: FINE.has(state) || (isTheFailure && state === 'slow') ? 'key-refused' : state,
    key_refusal: shown,
    ...(isTheFailure && { failing_since: null, failure: null, failed_at: null }),
  }
}
