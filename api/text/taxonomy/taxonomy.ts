import active from './arxivCategories.json'
import retired from './arxivRetired.json'
import serverSubjects from './serverSubjects.json'

/** One of the 155 categories of arXiv's taxonomy, or a subject of a preprint server. */
export interface TaxonomyCategory {
  /** "cs.CL", "hep-th", "biorxiv.cell-biology". */
  id: string
  name: string
  group: string
  group_id: string
  /** The part before the dot: "cs", "astro-ph", "biorxiv". What is read and closed as one on each announcement day. */
  archive: string
  archive_name: string
  /** Other names of the same category. */
  aliases: string[]
  /** The canonical code, if this category is only an alias. */
  alias_of?: string
}

/** arXiv's complete taxonomy in its order, including aliases. */
export const categories: readonly TaxonomyCategory[] = active.map((category) => ({
  ...category,
  aliases: category.aliases ?? [],
}))

/** The subjects of bioRxiv and medRxiv in their order. Each server is one archive. */
export const subjects: readonly TaxonomyCategory[] = serverSubjects.map((subject) => ({ ...subject, aliases: [] }))

const canonical = new Map<string, string>([
  ...subjects.map(({ id }): [string, string] => [id, id]),
  // Three archives were divided without a successor: their old papers keep the name of the archive as their category.
  ...retired.map(({ id, replaced_by }): [string, string] => [id, replaced_by ?? id]),
  ...categories.map(({ id, alias_of }): [string, string] => [id, alias_of ?? id]),
])

/** Returns the canonical code of a code, alias or retired name; null if it is in no taxonomy (ACM, MSC). */
export const canonicalCategory = (code: string): string | null => canonical.get(code.trim()) ?? null

/** Returns the canonical code of a category under any of its names, and the id of a topic as it is. */
export const canonicalId = (id: string): string => canonicalCategory(id) ?? id

/** Returns the ids of categories and topics with the canonical codes of them: papers are stored under these. */
export const withCanonicalIds = (ids: readonly string[]): Set<string> =>
  new Set(ids.flatMap((id) => [id, canonicalId(id)]))

/** Returns the canonical codes of those `codes` that are in a taxonomy, without duplicates, in their order. */
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

/** The archives of preprint servers. */
export const servers: ReadonlySet<string> = new Set(subjects.map(({ archive }) => archive))

/** The id of the source that announces the papers of `archive`: a preprint server is its own. */
export const sourceOf = (archive: string): string => (servers.has(archive) ? archive : 'arxiv')

/** The source of the sample library, which has papers of all archives. */
export const SAMPLES = 'sample'

/** Whether one of the ids is that of a topic, or of a category that an admin made. */
export const includesTopic = (ids: readonly string[]): boolean => ids.some((id) => canonicalCategory(id) === null)

/**
 * The sources that announce papers of these categories, the sample library included; undefined, which means all, with a
 * topic among them and without any category.
 */
export function sourcesOf(ids: readonly string[]): string[] | undefined {
  if (ids.length === 0 || includesTopic(ids)) return undefined
  return [...new Set(archivesOf(canonicalCategories(ids)).map(sourceOf)), SAMPLES]
}

/** Whether papers of `archive` are announced on Saturdays and Sundays, too. */
export const hasWeekends = (archive: string): boolean => servers.has(archive)

/** Every archive of arXiv, including retired ones, which still occur in old ids. */
export const archives: ReadonlySet<string> = new Set([
  ...categories.map(({ archive }) => archive),
  ...retired.map(({ id }) => id),
])
