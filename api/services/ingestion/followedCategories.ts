import { findAllCategories } from '../../store/papers/categories.ts'
import { findChosenCategoryIds } from '../../store/readers/users.ts'
import { canonicalCategories } from '../../text/taxonomy/taxonomy.ts'

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
  const [chosen, categories] = await Promise.all([findChosenCategoryIds(), findAllCategories()])
  const wanted = new Set([...DEFAULT_CATEGORIES, ...chosen, ...further])
  const codes = categories
    .filter(({ _id }) => wanted.has(_id))
    .flatMap(({ source_codes }) => source_codes['arxiv'] ?? [])
  return canonicalCategories([...wanted, ...codes]).toSorted()
}
