import { findSourceCodes } from '../../store/papers/categories.ts'
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
  const wanted = [...new Set([...DEFAULT_CATEGORIES, ...(await findChosenCategoryIds()), ...further])]
  return canonicalCategories([...wanted, ...(await findSourceCodes(wanted, 'arxiv'))]).toSorted()
}
