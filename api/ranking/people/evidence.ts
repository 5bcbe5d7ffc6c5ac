import { dotSparse } from '../features/sparse.ts'
import type { Mention } from './mention.ts'
import { expectNamesakes, type NameCounts } from './nameCounts.ts'

/** What two groups of mentions have in common. */
export interface Evidence {
  /** Number of co-authors that the mention shares with the others. */
  shared: number
  /** The same, each co-author weighed from 0 to 1 by how rare the name is. */
  rareShared: number
  /** Largest cosine of the texts. */
  closeness: number
  /** Share of the categories of the mention that the others have. */
  categories: number
  /** Whether the subjects have an archive or group in common, such as "cs" or "hep-ph". */
  sameArchive: boolean
  /** Share of the words of the affiliation; null if it is not known of both. */
  affiliation: number | null
}

/** What the mention has in common with any of `others`; null without others. */
export function compareMentions(mention: Mention, others: readonly Mention[], counts: NameCounts): Evidence | null {
  if (others.length === 0) return null
  const shared = [...mention.coauthors].filter(([key]) => others.some(({ coauthors }) => coauthors.has(key)))
  const codes = new Set(others.flatMap(({ categories }) => categories))
  const archives = new Set([...codes].map(archiveOf))
  const placed = others.filter(({ affiliation }) => affiliation.size > 0)
  return {
    shared: shared.length,
    rareShared: shared.reduce((sum, [, name]) => sum + 1 / (1 + expectNamesakes(name, counts)), 0),
    closeness: others.reduce((most, { features }) => Math.max(most, dotSparse(mention.features, features)), 0),
    categories:
      mention.categories.length === 0
        ? 0
        : mention.categories.filter((code) => codes.has(code)).length / mention.categories.length,
    sameArchive: mention.categories.some((code) => archives.has(archiveOf(code))),
    affiliation:
      mention.affiliation.size === 0 || placed.length === 0
        ? null
        : Math.max(...placed.map(({ affiliation }) => overlapOf(mention.affiliation, affiliation))),
  }
}

const archiveOf = (code: string) => code.split('.')[0] ?? code

const overlapOf = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.intersection(other).size / Math.min(one.size, other.size)
