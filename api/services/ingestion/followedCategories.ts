import { findAllCategories } from '../../store/papers/categories.ts'
import { findChosenCategoryIds } from '../../store/readers/users.ts'
import { archiveOf, canonicalCategories } from '../../text/taxonomy/taxonomy.ts'

/** Fetched even before anybody has chosen a category, so that there is something to look at. */
export const DEFAULT_CATEGORIES: readonly string[] = [
  'cs.AI',
  'cs.CL',
  'cs.CV',
  'cs.LG',
  'math.PR',
  'quant-ph',
  'stat.ML',
]

/** The canonical codes of every category that some reader chose, of the defaults, and of `further` ids or codes. */
export async function findFollowedCategories(further: readonly string[] = []): Promise<string[]> {
  const [chosen, categories] = await Promise.all([findChosenCategoryIds(), findAllCategories()])
  const wanted = new Set([...DEFAULT_CATEGORIES, ...chosen, ...further])
  const codes = categories
    .filter(({ _id }) => wanted.has(_id))
    .flatMap(({ source_codes }) => source_codes['arxiv'] ?? [])
  return canonicalCategories([...wanted, ...codes]).toSorted()
}

/** The archives that hold these categories: feeds are read by archive. */
export const archivesOf = (categories: readonly string[]): string[] => [...new Set(categories.map(archiveOf))]
