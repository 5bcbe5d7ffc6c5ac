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
  /** Set where this is only another name: the code that counts. */
  alias_of?: string
}

/** The whole taxonomy in arXiv's order, aliases among it. */
export const categories: readonly TaxonomyCategory[] = active.map((category) => ({
  ...category,
  aliases: category.aliases ?? [],
}))

const canonical = new Map<string, string>([
  ...retired.flatMap(({ id, replaced_by }): [string, string][] => (replaced_by ? [[id, replaced_by]] : [])),
  ...categories.map(({ id, alias_of }): [string, string] => [id, alias_of ?? id]),
])

/** The code that counts for `code`: aliases and retired names are mapped. Null for what is no arXiv category (ACM, MSC). */
export const canonicalCategory = (code: string): string | null => canonical.get(code.trim()) ?? null

/** The canonical codes among `codes`, each once, in their order. */
export const canonicalCategories = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((code) => canonicalCategory(code) ?? [])),
]

/** The archive a code belongs to, by its name alone: "cs.CL" -> "cs", "hep-th" -> "hep-th". */
export const archiveOf = (code: string): string => code.split('.', 1)[0] ?? code

/** Every archive that ever gave out ids; retired ones live on in old ids. */
export const archives: ReadonlySet<string> = new Set([
  ...categories.map(({ archive }) => archive),
  ...retired.map(({ id }) => id),
])
