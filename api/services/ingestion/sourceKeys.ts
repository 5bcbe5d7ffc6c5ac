import { createHmac } from 'node:crypto'
import type { SourceSettings, SourceSettingsChanges } from '../../contract/days.ts'
import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { RefusedKeys, StoredKeys } from '../../sources/refusedKeys.ts'
import type { Source } from '../../sources/source.ts'
import { clearRefusedKey, recordRefusedKey } from '../../store/sources/refusedKeys.ts'
import { findSourceState, type SealedKey, type SourceState } from '../../store/sources/sources.ts'
import type { Product } from '../product.ts'

/** Sealed with the id of the source, so that no key can be used for another one. */
const purposeOf = (id: string) => `source-key:${id}`

/** The values that the client of a source reads before each request, with its key in plain text. */
export async function readRequestSettings(
  secrets: Secrets,
  { id, apiUrl }: { id: string; apiUrl: string },
): Promise<Pick<SourceState, 'gap_ms' | 'addresses'> & { key?: string }> {
  const { gap_ms, addresses, sealed_key } = await findSourceState(id)
  const key = openKey(secrets, id, sealed_key, addresses['api'] ?? apiUrl)
  return { gap_ms, addresses, ...(key !== null && { key }) }
}

/** The key for an address; null if none is saved for its host, or if it was sealed with another PAPERDAWN_SECRET. */
function openKey(secrets: Secrets, id: string, key: SealedKey | null, address: string): string | null {
  if (key === null || key.origin !== new URL(address).origin) return null
  try {
    return secrets.open(key.sealed, purposeOf(id))
  } catch {
    // Recovered: it counts as none, and an admin can enter it again.
    return null
  }
}

/** The key that the source can be asked with at the address in force; null if there is none. */
const keyInForce = (
  { secrets }: Pick<Product, 'secrets'>,
  { id, defaults }: Pick<Source, 'id' | 'defaults'>,
  { sealed_key, addresses }: Pick<SourceState, 'sealed_key' | 'addresses'>,
): string | null => openKey(secrets, id, sealed_key, addresses['api'] ?? defaults.addresses['api'] ?? '')

/** Whether the source has a key that it can be asked with at the address in force. */
export const hasKey = (...inForce: Parameters<typeof keyInForce>): boolean => keyInForce(...inForce) !== null

/**
 * Returns the key to store after a change: undefined for the one that is saved. `before` and `address` are the settings so
 * far and the address in force after the change. Throws "invalid-input" for a key of a source that has none, for an address
 * on another host than that of the saved key, and for a source that is on without the key that it needs.
 */
export function checkKey(
  { secrets }: Pick<Product, 'secrets'>,
  { id, name, key: use }: Source,
  { before, address, changes }: { before: SourceSettings; address: string; changes: SourceSettingsChanges },
): SealedKey | null | undefined {
  const { key } = changes
  if (key != null && use === undefined) throw invalidField('key', `${name} has no keys.`)
  const { origin } = new URL(address)
  const isMoved = before.key_set && origin !== new URL(before.addresses['api'] ?? address).origin
  if (key === undefined && isMoved)
    throw invalidField('key', `The saved key is not sent to another host. Enter a key for ${new URL(address).host}.`)
  const willHaveKey = key === undefined ? before.key_set : key !== null
  if (use === 'required' && !willHaveKey && (changes.enabled ?? before.enabled))
    throw invalidField('key', `${name} answers only with a key. Enter one first.`)
  return key == null ? key : { sealed: secrets.seal(key, purposeOf(id)), origin }
}

/** What the stored state of a source says about its keys. */
export function storedKeysOf(
  product: Pick<Product, 'secrets'>,
  source: Pick<Source, 'id' | 'defaults'>,
  state: Pick<SourceState, 'addresses' | 'sealed_key' | 'refused_keys'>,
): StoredKeys {
  const key = keyInForce(product, source, state)
  const fingerprintOf = createFingerprints(product.secrets, source.id)
  return {
    addresses: state.addresses,
    ...(key !== null && { key }),
    findRefusal: (one, origin) => state.refused_keys[fingerprintOf(one, origin)] ?? null,
  }
}

const createFingerprints =
  (secrets: Pick<Secrets, 'deriveKey'>, id: string) =>
  (key: string, origin: string): string =>
    createHmac('sha256', secrets.deriveKey(`refused-key:${id}`))
      .update(`${origin}\n${key}`)
      .digest('hex')

/**
 * Keeps which keys of a source its service refuses, for all processes. Stores no key, but a fingerprint that
 * cannot be made, or compared with a guess, without the secret of the installation.
 */
export function keepRefusedKeys(secrets: Pick<Secrets, 'deriveKey'>, id: string): RefusedKeys {
  const fingerprintOf = createFingerprints(secrets, id)
  const warn = (error: unknown) => log.warn({ error, source: id }, 'whether a key is refused could not be stored')
  return {
    async find(key, origin) {
      const { refused_keys } = await findSourceState(id)
      return refused_keys[fingerprintOf(key, origin)] ?? null
    },
    async record(key, origin, until) {
      const isNew = await recordRefusedKey(id, fingerprintOf(key, origin), until).catch(warn)
      if (isNew) log.warn({ source: id }, 'the service refuses its key')
    },
    clear: (key, origin) => clearRefusedKey(id, fingerprintOf(key, origin)).catch(warn),
  }
}
