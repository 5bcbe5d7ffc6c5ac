import {
  archiveOf,
  archives,
  canonicalCategory,
  categories,
  servers,
  sourceOf,
  subjects,
} from '../../text/taxonomy/taxonomy.ts'

/** Tag of every paper. */
export const EVERY_PAPER = '_all'

/** Separates the names of authors, so that no phrase matches across two of them. */
export const NAME_SEPARATOR = '_'

// Words of papers and queries never contain an underscore, so no word or prefix can match a tag.
const toTag = (kind: string, text: string) =>
  `_${kind}_${text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')}`

/** Returns the tags of a paper that queries filter by: categories, their archives and the year. */
export const tagsOf = (paperCategories: readonly string[], year: number | null): string[] => [
  EVERY_PAPER,
  ...paperCategories.map((code) => toTag('cat', code)),
  ...new Set(
    paperCategories.filter((code) => canonicalCategory(code)).map((code) => toTag('archive', archiveOf(code))),
  ),
  ...(year === null ? [] : [yearTag(year)]),
]

export const yearTag = (year: number): string => toTag('year', String(year))

const withoutStar = (code: string) => code.trim().replace(/\.?\*$/, '')

/** Whether `code` is an archive in any case: "cs", "CS.*", "bioRxiv". */
export function isArchive(code: string): boolean {
  const name = withoutStar(code).toLowerCase()
  return archives.has(name) || sourceOf(name) !== 'arxiv'
}

/** Returns the tags that select `code`, in upper or lower case: "cs.LG", a former name, "cs.*" or "cs". */
export function categoryTags(code: string): string[] {
  const name = withoutStar(code)
  const exact = toTag('cat', toCanonical(name))
  return isArchive(code) ? [toTag('archive', name), exact] : [exact]
}

const idByLowerCase = new Map([...categories, ...subjects, ...servers].map(({ id }) => [id.toLowerCase(), id]))

/** Returns the canonical arXiv category in any case, or the code itself for other sources and topics. */
export const toCanonical = (code: string): string =>
  canonicalCategory(code) ?? canonicalCategory(idByLowerCase.get(code.trim().toLowerCase()) ?? '') ?? code.trim()
