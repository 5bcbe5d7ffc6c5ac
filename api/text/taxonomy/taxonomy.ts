import active from './arxivCategories.json'
import retired from './arxivRetired.json'
import registeredServers from './registeredServers.json'
import serverSubjects from './serverSubjects.json'

/** One of the 155 categories of arXiv's taxonomy, a subject of a preprint server, or a server as a whole. */
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

/** A preprint server whose papers are known by their DOIs. Each is one archive with one category, and those of its subjects. */
export interface RegisteredServer {
  /** "chemrxiv" */
  id: string
  name: string
  /** What it has papers of, in words. */
  subject: string
  /** What its DOIs begin with: "10.26434". */
  prefixes: readonly string[]
}

export const servers: readonly RegisteredServer[] = registeredServers

/** The source that announces the papers of journals and of the servers with DOIs. */
const REGISTER = 'crossref'
/** The archive of all journals: they are read and closed as one. */
const JOURNALS = 'journal'
const JOURNAL_CODE = /^journal\.\d{4}-\d{3}[\dX]$/i

/** The category of a journal with this ISSN in the form "9999-9994". */
export const toJournalCode = (issn: string): string => `${JOURNALS}.${issn.toUpperCase()}`

/** Whether a category is that of a journal. */
export const isJournalCode = (code: string): boolean => JOURNAL_CODE.test(code)

/** The archives of the queries that readers follow at PubMed, of the feeds, and of the venues of OpenReview. */
const MADE = ['pubmed', 'feed', 'openreview'] as const
const MADE_CODE = new RegExp(String.raw`^(?:${MADE.join('|')})\.[0-9a-f]{16}$`)

/** Whether a category is a query, a feed or a venue, which readers make: its code says no more than that. */
export const isHashCode = (code: string): boolean => MADE_CODE.test(code)

const SUBJECT_CODE = new RegExp(String.raw`^(?:${registeredServers.map(({ id }) => id).join('|')})\.[a-z\d][a-z\d-]*$`)
const SUBJECT_MAX = 80

/** The category of a subject of such a server: "preprintsorg.social-sciences"; null for one without a word in Latin letters. */
export function toSubjectCode(server: string, subject: string): string | null {
  const words =
    subject
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  return words.length === 0 ? null : `${server}.${words.join('-').slice(0, SUBJECT_MAX).replace(/-$/, '')}`
}

/** Whether a category is that of a subject of a server whose papers are known by their DOIs. */
export const isSubjectCode = (code: string): boolean => SUBJECT_CODE.test(code)

/** The ISSN in the code of a journal's category. */
export const issnOf = (code: string): string => code.slice(JOURNALS.length + 1)

const canonical = new Map<string, string>([
  ...subjects.map(({ id }): [string, string] => [id, id]),
  // Three archives were divided without a successor: their old papers keep the name of the archive as their category.
  ...retired.map(({ id, replaced_by }): [string, string] => [id, replaced_by ?? id]),
  ...categories.map(({ id, alias_of }): [string, string] => [id, alias_of ?? id]),
  ...servers.map(({ id }): [string, string] => [id, id]),
])

/**
 * Returns the canonical code of a code, alias or retired name; null if it is in no taxonomy (ACM, MSC) and no journal, subject,
 * query, feed or venue.
 */
export function canonicalCategory(code: string): string | null {
  const trimmed = code.trim()
  if (isJournalCode(trimmed)) return toJournalCode(issnOf(trimmed))
  return canonical.get(trimmed) ?? (isHashCode(trimmed) || isSubjectCode(trimmed) ? trimmed : null)
}

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

/** The archives of preprint servers that are sources of their own. */
export const serverArchives: ReadonlySet<string> = new Set(subjects.map(({ archive }) => archive))

/** By archive: the source that announces its papers, if it is not arXiv. */
const announcing = new Map<string, string>([
  ...[...serverArchives, ...MADE].map((archive): [string, string] => [archive, archive]),
  ...[JOURNALS, ...servers.map(({ id }) => id)].map((archive): [string, string] => [archive, REGISTER]),
])

/** The id of the source that announces the papers of `archive`. */
export const sourceOf = (archive: string): string => announcing.get(archive) ?? 'arxiv'

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
export const hasWeekends = (archive: string): boolean => sourceOf(archive) !== 'arxiv'

/** Every archive of arXiv, including retired ones, which still occur in old ids. */
export const archives: ReadonlySet<string> = new Set([
  ...categories.map(({ archive }) => archive),
  ...retired.map(({ id }) => id),
])
