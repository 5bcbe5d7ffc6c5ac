import { AppError } from '../../platform/errors.ts'
import type { Product } from '../product.ts'

const PAGE = 500

/**
 * Ids of the papers that a saved search matches, newest first: those that have all its words, spelled as they are typed.
 * Of `within` if given, and from the day `from` on; at most `limit`. Throws "unavailable" while the index cannot be read.
 */
export async function findMatches(
  { index }: Pick<Product, 'index'>,
  query: string,
  { limit = Number.POSITIVE_INFINITY, ...filters }: { within?: readonly string[]; from?: string; limit?: number },
): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < limit) {
    const page = Math.min(PAGE, limit - ids.length)
    const request = { ...filters, q: query, as_typed: true, sort: 'newest' as const, offset: ids.length, limit: page }
    const { hits, partial, indexed_through } = await index.search(request)
    if (partial && indexed_through === null)
      throw new AppError('unavailable', 'The search index cannot be read now. Try again in a moment.', {
        retryAfter: 5,
      })
    // Without any paper that has all words, the search returns papers with some of them.
    const matches = hits.filter(({ some_words }) => !some_words)
    ids.push(...matches.map(({ id }) => id))
    if (matches.length < page) break
  }
  return ids
}
