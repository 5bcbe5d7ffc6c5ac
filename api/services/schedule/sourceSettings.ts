import type { SourceSettings, SourceSettingsChanges, SourceTest, SourceTestInput } from '../../contract/days.ts'
import { AppError } from '../../platform/errors.ts'
import type { Source } from '../../sources/source.ts'
import { INGEST_KEY, findOpenJob } from '../../store/jobs/jobs.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { budgetEndsAt, requestLimitOf } from '../../store/sources/requestBudget.ts'
import { findSourceState, saveSourceSettings } from '../../store/sources/sources.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { requestEnrichment } from '../enrichment/enrich.ts'
import { cancelJob } from '../jobs/jobs.ts'
import type { Product, Sources } from '../product.ts'
import { checkAddresses, checkGap } from './sourceAddresses.ts'
import { checkKey, hasKey } from '../ingestion/sourceKeys.ts'
import { findKeyRefusal } from './keyRefusal.ts'
import { readGap } from './schedule.ts'
import { requestsOf } from './sourcesStatus.ts'

type Context = Pick<Product, 'config' | 'secrets' | 'sources'>

/** An admin waits for all interfaces together. */
const TEST_MS = 30_000

/** Returns the settings of a source that are in force, and its defaults. Throws "not-found". */
export async function getSourceSettings(
  product: Pick<Product, 'secrets' | 'sources'>,
  id: string,
): Promise<SourceSettings> {
  return describe(product, findSource(product.sources, id))
}

/**
 * Changes settings of a source; they apply to the next request of every process. Null resets to the default, and
 * removes a key. Switching the source off cancels its fetch of announcements; switching one on that enriches papers begins
 * with it. Records what changed in the audit log, never a key. Throws "not-found", and
 * "invalid-input" with the field.
 */
export async function changeSourceSettings(
  product: Context,
  admin: UserRecord,
  { id, ...changes }: SourceSettingsChanges & { id: string },
): Promise<SourceSettings> {
  const source = findSource(product.sources, id)
  const before = await describe(product, source)
  const addresses = await checkAddresses(product, source, changes.addresses ?? {})
  checkGap(source, before, { ...changes, addresses })
  const address = addressAfter(before, addresses)
  const key = address === undefined ? undefined : checkKey(product, source, { before, address, changes })
  const { enabled, gap_ms, requests_per_day } = changes
  await saveSourceSettings(id, {
    ...(enabled !== undefined && { enabled }),
    ...(gap_ms !== undefined && { gap_ms }),
    ...(requests_per_day !== undefined && { requests_per_day }),
    ...(key !== undefined && { sealed_key: key }),
    addresses,
  })
  const after = await describe(product, source)
  const details = describeChanges(before, after, changes.key)
  if (details === null) return after
  await recordAdminAction(admin, { action: 'source-settings', target: id, details })
  if (before.enabled && !after.enabled) await cancelFetch(product.sources, source)
  if (!before.enabled && after.enabled && source.enrichment !== undefined) await requestEnrichment(product)
  return after
}

/**
 * Asks each interface of a source for a little, at the given addresses and with the given key, or with those that are saved. Nothing is changed.
 * Throws "not-found", "invalid-input" with the field of an address, and "conflict" for a source without addresses.
 */
export async function testSource(
  product: Context,
  { id, addresses = {}, key }: SourceTestInput & { id: string },
): Promise<SourceTest> {
  const source = findSource(product.sources, id)
  if (source.test === undefined)
    throw new AppError('conflict', `${source.name} have no common address: each one is tested when it is followed.`)
  const [{ addresses: saved, defaults }, checked] = await Promise.all([
    describe(product, source),
    checkAddresses(product, source, addresses),
  ])
  const tested = Object.entries(saved).map(([name, address]): [string, string] => [
    name,
    checked[name] === undefined ? address : (checked[name] ?? defaults.addresses[name] ?? address),
  ])
  const items = await source.test(Object.fromEntries(tested), {
    signal: AbortSignal.timeout(TEST_MS),
    ...(key !== undefined && { key }),
  })
  return { ok: items.every(({ ok }) => ok), items }
}

async function describe(product: Pick<Product, 'secrets'>, source: Source): Promise<SourceSettings> {
  const { id, name, key, defaults } = source
  const state = await findSourceState(id)
  const isKeySet = hasKey(product, source, state)
  const gapMs = (isKeySet ? defaults.gapWithKeyMs : undefined) ?? defaults.gapMs
  const perDay = defaults.requestsPerDay ?? null
  const isKeyRefused = findKeyRefusal(product, source, state) !== null
  return {
    id,
    name,
    enabled: state.enabled,
    gap_ms: state.gap_ms ?? gapMs,
    gap_in_force_ms: await readGap(source, state),
    addresses: { ...defaults.addresses, ...state.addresses },
    key_needed: key ?? 'none',
    ...(defaults.keyForm !== undefined && { key_form: defaults.keyForm }),
    key_set: isKeySet,
    key_refused: isKeyRefused,
    requests_per_day: requestLimitOf(state.requests_per_day, perDay, false),
    budget: { ...requestsOf(source, state, isKeyRefused), resets_at: budgetEndsAt().toISOString() },
    defaults: {
      gap_ms: gapMs,
      addresses: { ...defaults.addresses },
      requests_per_day: perDay,
    },
  }
}

/** The address in force after a change, of a source with one API. */
const addressAfter = (before: SourceSettings, changed: Readonly<Record<string, string | null>>): string | undefined =>
  changed['api'] === null ? before.defaults.addresses['api'] : (changed['api'] ?? before.addresses['api'])

function findSource(sources: Sources, id: string): Source {
  const source = sources.get(id)
  if (source === undefined) throw new AppError('not-found', `There is no source “${id}”.`)
  return source
}

function describeChanges(before: SourceSettings, after: SourceSettings, key: string | null | undefined): string | null {
  const changes = [
    ...(before.enabled === after.enabled ? [] : [`switched ${after.enabled ? 'on' : 'off'}`]),
    ...(before.gap_ms === after.gap_ms ? [] : [`pause ${after.gap_ms} ms instead of ${before.gap_ms} ms`]),
    ...(before.requests_per_day === after.requests_per_day
      ? []
      : [
          `${after.requests_per_day ?? 'any number of'} requests a day instead of ${before.requests_per_day ?? 'any number'}`,
        ]),
    ...(key === undefined ? [] : [key === null ? 'key removed' : 'key set']),
    ...Object.entries(after.addresses).flatMap(([name, address]) =>
      address === before.addresses[name] ? [] : [`${name} at ${address} instead of ${before.addresses[name]}`],
    ),
  ]
  return changes.length === 0 ? null : `${after.name}: ${changes.join('; ')}.`
}

/** Cancels the open fetch of announcements if no other source takes part in it. */
async function cancelFetch(sources: Sources, { id, announcements }: Source): Promise<void> {
  if (announcements === undefined) return
  const job = await findOpenJob(INGEST_KEY)
  if (job === null) return
  const others = sources
    .announcing()
    .filter((other) => other.id !== id && (job.input['source'] ?? other.id) === other.id)
  const states = await Promise.all(others.map((other) => findSourceState(other.id)))
  if (!states.some(({ enabled }) => enabled)) await cancelJob(job._id)
}
