import { invalidField } from '../../platform/errors.ts'
import type { ZoteroAccess, ZoteroCollection, ZoteroGroup, ZoteroKey } from '../../sources/zotero/zotero.ts'
import type { LibraryGroup } from '../../store/readers/zoteroLibraries.ts'
import type { Product } from '../product.ts'
import { requireZotero } from './access.ts'

/** Collections with the names of those that they are in, in the order of these names. */
export function withPaths(collections: readonly ZoteroCollection[]): { key: string; name: string }[] {
  const byKey = new Map(collections.map((one) => [one.key, one]))
  const pathOf = ({ name, parent }: ZoteroCollection, depth = 0): string => {
    const above = parent === null || depth > 20 ? undefined : byKey.get(parent)
    return above === undefined ? name : `${pathOf(above, depth + 1)} / ${name}`
  }
  return collections
    .map((one) => ({ key: one.key, name: pathOf(one) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** The groups whose libraries the key may read, by name. Zotero is not asked for a key that may read none. */
export async function listGroups(
  product: Pick<Product, 'zotero'>,
  { groups: readable }: ZoteroKey,
  access: ZoteroAccess,
): Promise<ZoteroGroup[]> {
  if (readable.length === 0) return []
  const groups = await requireZotero(product).listGroups(access)
  return groups
    .filter(({ id }) => readable === 'all' || readable.includes(id))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

interface Choice {
  rights: ZoteroKey
  access: ZoteroAccess
  /** Absent: those that are saved. */
  wanted: readonly number[] | undefined
  saved: readonly LibraryGroup[]
}

/** The groups that are read from now on, each from its beginning. Throws "invalid-input" for one that the key may not read. */
export async function chooseGroups(
  product: Pick<Product, 'zotero'>,
  { rights, access, wanted, saved }: Choice,
): Promise<LibraryGroup[]> {
  const unread = { version: 0, problem: null, failing_since: null }
  if (wanted === undefined) return saved.map((group) => ({ ...group, version: 0 }))
  if (wanted.length === 0) return []
  const readable = new Map((await listGroups(product, rights, access)).map((group) => [group.id, group]))
  return wanted.map((id) => {
    const group = readable.get(id)
    if (group !== undefined) return { ...group, ...unread }
    const name = saved.find((one) => one.id === id)?.name ?? String(id)
    throw invalidField(
      'groups',
      `This key may not read the group “${name}”. Allow it at zotero.org, or leave the group out.`,
    )
  })
}
