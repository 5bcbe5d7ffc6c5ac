import { archiveOf, archives, canonicalCategory, categories } from '../../text/taxonomy/taxonomy.ts'

/** Stands in the tags of every paper. */
export const EVERY_PAPER = '_all'

/** Between the forms of names, so that no phrase reaches from one into the next. */
export const BREAK = '_'

// Words of papers and queries never hold an underscore, so no word and no prefix can be taken for a tag.
const toTag = (kind: string, text: string) =>
  `_${kind}_${text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')}`

/** The tags of a paper by which the query language filters: categories, their archives and the year. */
export const tagsOf = (paperCategories: readonly string[], year: number | null): string[] => [
  EVERY_PAPER,
  ...paperCategories.map((code) => toTag('cat', code)),
  ...new Set(
    paperCategories.filter((code) => canonicalCategory(code)).map((code) => toTag('archive', archiveOf(code))),
  ),
  ...(year === null ? [] : [yearTag(year)]),
]

export const yearTag = (year: number): string => toTag('year', String(year))

/** The tags any of which a paper of `code` has: "cs.LG", a former name, "cs.*" or "cs", in any case. */
export function categoryTags(code: string): string[] {
  const name = code.trim().replace(/\.?\*$/, '')
  const exact = toTag('cat', toCanonical(name))
  return archives.has(name.toLowerCase()) ? [toTag('archive', name), exact] : [exact]
}

const spelling = new Map(categories.map(({ id }) => [id.toLowerCase(), id]))

/** The code that counts; codes of other sources and of topics stand for themselves. */
export const toCanonical = (code: string): string =>
  canonicalCategory(code) ?? canonicalCategory(spelling.get(code.trim().toLowerCase()) ?? '') ?? code.trim()
