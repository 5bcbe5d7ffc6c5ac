import type { AuthorName } from '../../text/authorName.ts'

/** How often the parts of names are combined in the library. */
export interface NameCounts {
  /** Number of different names that were counted. */
  names: number
  /** First given name -> the family names that it is written with. */
  byGiven: ReadonlyMap<string, ReadonlySet<string>>
  /** Family name -> the given names that it is written with. */
  byFamily: ReadonlyMap<string, ReadonlySet<string>>
  /** Initial -> number of different names with it. */
  byInitial: ReadonlyMap<string, number>
}

/** Counts the names of a sample of the library. */
export function countNames(names: Iterable<AuthorName>): NameCounts {
  const byGiven = new Map<string, Set<string>>()
  const byFamily = new Map<string, Set<string>>()
  const byInitial = new Map<string, number>()
  const known = new Set<string>()
  for (const { given, family } of names) {
    const [first] = given
    if (!first || first.isInitial || !family) continue
    const key = `${first.plain} ${family.plain}`
    if (known.has(key)) continue
    known.add(key)
    addTo(byGiven, first.plain, family.plain)
    addTo(byFamily, family.plain, first.plain)
    byInitial.set(first.plain.slice(0, 1), (byInitial.get(first.plain.slice(0, 1)) ?? 0) + 1)
  }
  return { names: known.size, byGiven, byFamily, byInitial }
}

function addTo(lists: Map<string, Set<string>>, key: string, value: string): void {
  const list = lists.get(key)
  if (list) list.add(value)
  else lists.set(key, new Set([value]))
}

/**
 * How many other persons of this name a library is expected to have, if given and family names were combined at random:
 * the product of their numbers of other combinations, divided by the number of names. 0 for a family name alone, which
 * means every author with it. Where only an initial is written, every given name with it counts.
 */
export function expectNamesakes({ given, family }: AuthorName, { names, ...counts }: NameCounts): number {
  const [first] = given
  if (!first || !family || names === 0) return 0
  const givens = counts.byFamily.get(family.plain)
  if (first.isInitial) {
    const initial = first.initials.slice(0, 1)
    const alike = [...(givens ?? [])].filter((name) => name.startsWith(initial)).length
    const share = (counts.byInitial.get(initial) ?? 0) / names
    return Math.max(0, alike - 1) + share * Math.max(0, (givens?.size ?? 0) - alike)
  }
  // Without the combination itself: a name that was met only as a whole is no common one.
  const isKnown = givens?.has(first.plain) ? 1 : 0
  const otherFamilies = (counts.byGiven.get(first.plain)?.size ?? 0) - isKnown
  const otherGivens = (givens?.size ?? 0) - isKnown
  return (otherFamilies * otherGivens) / names
}
