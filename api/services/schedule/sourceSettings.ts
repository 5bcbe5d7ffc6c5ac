import { isIP } from 'node:net'
import type { SourceSettings, SourceSettingsChanges, SourceTest, SourceTestInput } from '../../contract/days.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { resolveHost } from '../../platform/resolveHost.ts'
import type { Source } from '../../sources/source.ts'
import { INGEST_KEY, findOpenJob } from '../../store/jobs/jobs.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findSourceState, saveSourceSettings } from '../../store/sources/sources.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import { cancelJob } from '../jobs/jobs.ts'
import type { Product, Sources } from '../product.ts'

const LOOK_UP_MS = 5_000
/** An admin waits for all interfaces together. */
const TEST_MS = 30_000

/** Returns the settings of a source that are in force, and its defaults. Throws "not-found". */
export async function getSourceSettings(sources: Sources, id: string): Promise<SourceSettings> {
  return describe(findSource(sources, id))
}

/**
 * Changes settings of a source; they apply to the next request of every process. Null resets to the default. Switching
 * the source off cancels its fetch of announcements. Records what changed in the audit log. Throws "not-found", and
 * "invalid-input" with the field.
 */
export async function changeSourceSettings(
  product: Pick<Product, 'config' | 'sources'>,
  admin: UserRecord,
  { id, ...changes }: SourceSettingsChanges & { id: string },
): Promise<SourceSettings> {
  const source = findSource(product.sources, id)
  const before = await describe(source)
  const addresses = await checkAddresses(product, source, changes.addresses ?? {})
  checkGap(source, before, { ...changes, addresses })
  const { enabled, gap_ms } = changes
  await saveSourceSettings(id, {
    ...(enabled !== undefined && { enabled }),
    ...(gap_ms !== undefined && { gap_ms }),
    addresses,
  })
  const after = await describe(source)
  const details = describeChanges(before, after)
  if (details === null) return after
  await recordAdminAction(admin, { action: 'source-settings', target: id, details })
  if (before.enabled && !after.enabled) await cancelFetch(product.sources, source)
  return after
}

/**
 * Asks each interface of a source for a little, at the given addresses or at those that are saved. Nothing is changed.
 * Throws "not-found", "invalid-input" with the field of an address, and "conflict" for a source without addresses.
 */
export async function testSource(
  product: Pick<Product, 'config' | 'sources'>,
  { id, addresses = {} }: SourceTestInput & { id: string },
): Promise<SourceTest> {
  const source = findSource(product.sources, id)
  if (source.test === undefined)
    throw new AppError('conflict', `${source.name} have no common address: each one is tested when it is followed.`)
  const [{ addresses: saved, defaults }, checked] = await Promise.all([
    describe(source),
    checkAddresses(product, source, addresses),
  ])
  const tested = Object.entries(saved).map(([name, address]): [string, string] => [
    name,
    checked[name] === undefined ? address : (checked[name] ?? defaults.addresses[name] ?? address),
  ])
  const items = await source.test(Object.fromEntries(tested), { signal: AbortSignal.timeout(TEST_MS) })
  return { ok: items.every(({ ok }) => ok), items }
}

async function describe({ id, name, defaults }: Source): Promise<SourceSettings> {
  const { enabled, gap_ms, addresses } = await findSourceState(id)
  return {
    id,
    name,
    enabled,
    gap_ms: gap_ms ?? defaults.gapMs,
    addresses: { ...defaults.addresses, ...addresses },
    defaults: { gap_ms: defaults.gapMs, addresses: { ...defaults.addresses } },
  }
}

function findSource(sources: Sources, id: string): Source {
  const source = sources.get(id)
  if (source === undefined) throw new AppError('not-found', `There is no source “${id}”.`)
  return source
}

/** Returns the addresses to store. An address that is the default is stored as none, so that it follows the default. */
async function checkAddresses(
  { config }: Pick<Product, 'config'>,
  { defaults }: Source,
  addresses: Readonly<Record<string, string | null>>,
): Promise<Record<string, string | null>> {
  const checked: Record<string, string | null> = {}
  for (const [name, address] of Object.entries(addresses)) {
    const field = `addresses.${name}`
    const known = Object.hasOwn(defaults.addresses, name) ? defaults.addresses[name] : undefined
    if (known === undefined) throw invalidField(field, `There is no interface “${name}”.`)
    const href = address === null || address === known ? null : await checkAddress(field, address, config)
    checked[name] = href === toText(new URL(known)) ? null : href
  }
  return checked
}

async function checkAddress(field: string, text: string, { production }: Product['config']): Promise<string> {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalidField(field, 'Write an address that begins with https://.')
  if (url.username !== '' || url.password !== '') throw invalidField(field, 'The address may not contain credentials.')
  if (url.search !== '' || url.hash !== '') throw invalidField(field, 'The address may not contain “?” or “#”.')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
  if (url.protocol === 'http:' && (production || !isLoopback))
    throw invalidField(field, 'The address must begin with https://.')
  if (production) await checkPublic(field, host)
  return toText(url)
}

/** An address without a path has no slash at its end, as people write it. */
const toText = (url: URL): string => (url.pathname === '/' ? url.origin : url.href)

/** Says at once what each request checks again: requests may not reach services of the private network. */
async function checkPublic(field: string, host: string): Promise<void> {
  try {
    await resolveHost(host, { allowPrivate: false, limitMs: LOOK_UP_MS })
  } catch (error) {
    throw error instanceof AppError ? invalidField(field, error.message, error) : error
  }
}

/**
 * arXiv's own hosts ask for a pause, so a source that uses one of them may not have a shorter one. A mirror decides
 * about its own load, so any pause is allowed for it.
 */
function checkGap(
  source: Source,
  before: SourceSettings,
  { gap_ms, addresses = {} }: Pick<SourceSettingsChanges, 'gap_ms' | 'addresses'>,
): void {
  if (gap_ms === undefined && Object.keys(addresses).length === 0) return
  const used = Object.entries(source.defaults.addresses).map(([name, address]) => {
    const changed = addresses[name]
    return changed === undefined ? (before.addresses[name] ?? address) : (changed ?? address)
  })
  const shortest = source.shortestGap(used)
  const gap = gap_ms === undefined ? before.gap_ms : (gap_ms ?? source.defaults.gapMs)
  if (gap < shortest)
    throw invalidField('gap_ms', `${source.name} asks for at least ${shortest} ms between two requests.`)
}

function describeChanges(before: SourceSettings, after: SourceSettings): string | null {
  const changes = [
    ...(before.enabled === after.enabled ? [] : [`switched ${after.enabled ? 'on' : 'off'}`]),
    ...(before.gap_ms === after.gap_ms ? [] : [`pause ${after.gap_ms} ms instead of ${before.gap_ms} ms`]),
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
