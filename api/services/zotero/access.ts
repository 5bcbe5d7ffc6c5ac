import { AppError } from '../../platform/errors.ts'
import type { Zotero, ZoteroAccess } from '../../sources/zotero/zotero.ts'
import type { ZoteroLibrary } from '../../store/readers/zoteroLibraries.ts'
import type { Product } from '../product.ts'

/** Sealed with the id of the reader, so that no key can be used for another one. */
const purposeOf = (userId: string) => `zotero-key:${userId}`

export const sealKey = ({ secrets }: Pick<Product, 'secrets'>, userId: string, key: string): string =>
  secrets.seal(key, purposeOf(userId))

/** The saved key in plain text; null if it was sealed with another PAPERDAWN_SECRET. */
export function openKey(
  { secrets }: Pick<Product, 'secrets'>,
  { _id, sealed_key }: Pick<ZoteroLibrary, '_id' | 'sealed_key'>,
): string | null {
  try {
    return secrets.open(sealed_key, purposeOf(_id))
  } catch {
    // Recovered: it counts as refused, and the reader can enter it again.
    return null
  }
}

/** The client of Zotero. Throws "conflict" in an installation without one. */
export function requireZotero({ zotero }: Pick<Product, 'zotero'>): Zotero {
  if (zotero === undefined) throw new AppError('conflict', 'This installation does not connect to Zotero.')
  return zotero
}

/** With what the library is asked. Throws "forbidden" when the saved key cannot be read. */
export function accessTo(product: Pick<Product, 'secrets'>, library: ZoteroLibrary, signal: AbortSignal): ZoteroAccess {
  const key = openKey(product, library)
  if (key === null) throw new AppError('forbidden', 'The saved key cannot be read with the current PAPERDAWN_SECRET.')
  return { key, userId: library.zotero_user, signal }
}
