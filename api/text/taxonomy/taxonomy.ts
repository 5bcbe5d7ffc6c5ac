import active from './arxivCategories.json'
import retired from './arxivRetired.json'

/** One of the 155 categories of arXiv's taxonomy. */
export interface TaxonomyCategory {
  /** "cs.CL", "hep-th". */
  id: string
  name: string
  group: string
  group_id: string
  /** The part before the dot: "cs", "astro-ph". */
  archive: string
  archive_name: string
  /** Other names of the same category. */
  aliases: string[]
  /** The canonical code, if this category is only an alias. */
  alias_of?: string
}

/** The complete taxonomy in arXiv's order, including aliases. */
export const categories: readonly TaxonomyCategory[] = active.map((category) => ({
  ...category,
  aliases: category.aliases ?? [],
}))

const canonical = new Map<string, string>([
  // Three archives were divided without a successor: their old papers keep the name of the archive as their category.
  ...retired.map(({ id, replaced_by }): [string, string] => [id, replaced_by ?? id]),
  ...categories.map(({ id, alias_of }): [string, string] => [id, alias_of ?? id]),
])

/** Returns the canonical code of a code, alias or retired name; null if it is not an arXiv category (ACM, MSC). */
export const canonicalCategory = (code: string): string | null => canonical.get(code.trim()) ?? null

/** Returns the canonical code of an arXiv category under any of its names, and the id of a topic as it is. */
export const canonicalId = (id: string): string => canonicalCategory(id) ?? id

/** Returns the ids of categories and topics with the canonical codes of them: papers are stored under these. */
export const withCanonicalIds = (ids: readonly string[]): Set<string> =>
  new Set(ids.flatMap((id) => [id, canonicalId(id)]))

/** Returns the canonical codes of those `codes` that are arXiv categories, without duplicates, in their order. */
export const canonicalCategories = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((code) => canonicalCategory(code) ?? [])),
]

/** Returns the archive part of a code, without checking it: "cs.CL" -> "cs", "hep-th" -> "hep-th". */
export const archiveOf = (code: string): string => code.split('.', 1)[0] ?? code

const listedIn = new Map(
  categories
    .filter(({ alias_of }) => alias_of === undefined)
    .map(({ id, aliases }): [string, ReadonlySet<string>] => [id, new Set([id, ...aliases].map(archiveOf))]),
)

/** Whether the feed of `archive` lists the papers of the canonical `code`: also under the other names of the category. */
export const isListedIn = (code: string, archive: string): boolean =>
  listedIn.get(code)?.has(archive) ?? archiveOf(code) === archive

/** The archives of these categories, each once. */
export const archivesOf = (codes: readonly string[]): string[] => [...new Set(codes.map(archiveOf))]

/** Every archive, including retired ones, which still occur in old ids. */
export const archives: ReadonlySet<string> = new Set([
  ...categories.map(({ archive }) => archive),
  ...retired.map(({ id }) => id),
])
