import type { AnnouncingSource } from '../../sources/source.ts'
import { findSourceCodes } from '../../store/papers/categories.ts'
import { findChosenCategoryIds } from '../../store/readers/users.ts'
import type { SourceState } from '../../store/sources/sources.ts'
import { archiveOf, archivesOf, canonicalCategories, sourceOf } from '../../text/taxonomy/taxonomy.ts'

/** Always fetched, so that the library has papers before any user has chosen a category. */
export const DEFAULT_CATEGORIES: readonly string[] = [
  'cs.AI',
  'cs.CL',
  'cs.CV',
  'cs.LG',
  'math.PR',
  'quant-ph',
  'stat.ML',
]

/** Returns the canonical codes of the categories that users chose, of the defaults, and of `further` ids or codes. */
export async function findFollowedCategories(further: readonly string[] = []): Promise<string[]> {
  const wanted = [...new Set([...DEFAULT_CATEGORIES, ...(await findChosenCategoryIds()), ...further])]
  return canonicalCategories([...wanted, ...(await findSourceCodes(wanted))]).toSorted()
}

/** Those of the codes that are of `source`. */
export const codesOf = (source: string, codes: readonly string[]): string[] =>
  codes.filter((code) => sourceOf(archiveOf(code)) === source)

/** As `findFollowedCategories`, only those of `source`. Without any the source is not asked. */
export const findFollowedOf = async (source: string, further?: readonly string[]): Promise<string[]> =>
  codesOf(source, await findFollowedCategories(further))

/** The archives of `source` that users follow. */
export const findFollowedArchives = async (source: string): Promise<string[]> =>
  archivesOf(await findFollowedOf(source))

/**
 * Those of the followed codes of `source` that its last reading did not have: of an archive that was not read, or, where
 * only the followed categories are read, of a category that was not.
 */
export function findUncovered(
  { announcements }: AnnouncingSource,
  { archives, categories }: Pick<SourceState, 'archives' | 'categories'>,
  followed: readonly string[],
): string[] {
  const isEach = announcements.kind === 'dated' && announcements.extent === 'followed'
  return followed.filter((code) => !(isEach ? categories?.includes(code) : archives?.includes(archiveOf(code))))
}
