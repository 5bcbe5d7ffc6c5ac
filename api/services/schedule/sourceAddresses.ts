import { isIP } from 'node:net'
import type { SourceSettings, SourceSettingsChanges } from '../../contract/days.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { resolveHost } from '../../platform/resolveHost.ts'
import type { Source } from '../../sources/source.ts'
import type { Product } from '../product.ts'

const LOOK_UP_MS = 5_000

/** Returns the addresses to store. An address that is the default is stored as none, so that it follows the default. */
export async function checkAddresses(
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
export function checkGap(
  source: Source,
  before: SourceSettings,
  { gap_ms, addresses = {}, key }: Pick<SourceSettingsChanges, 'gap_ms' | 'addresses' | 'key'>,
): void {
  if (gap_ms === undefined && Object.keys(addresses).length === 0) return
  const used = Object.entries(source.defaults.addresses).map(([name, address]) => {
    const changed = addresses[name]
    return changed === undefined ? (before.addresses[name] ?? address) : (changed ?? address)
  })
  const shortest = source.shortestGap(used, key === undefined ? before.key_set : key !== null)
  const gap = gap_ms === undefined ? before.gap_ms : (gap_ms ?? source.defaults.gapMs)
  if (gap < shortest)
    throw invalidField('gap_ms', `${source.name} asks for at least ${shortest} ms between two requests.`)
}
