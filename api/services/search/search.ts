import { SEARCH_LIMIT_DEFAULT } from '../../contract/limits.ts'
import type { SearchAnswer, SearchHit, SearchQuery } from '../../contract/search.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findSavedItems, findSavedPaperIds } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import type { Product } from '../product.ts'

/**
 * One page of the papers that a query finds, with what the reader saved of them. Anything may stand in `q`: what does
 * not follow the query language is searched as plain words, and `note` says so.
 */
export async function searchPapers(
  { index }: Pick<Product, 'index'>,
  user: Pick<UserRecord, '_id'>,
  query: SearchQuery,
): Promise<SearchAnswer> {
  const started = performance.now()
  const { in_list = false, ...asked } = query
  const within = in_list ? await findSavedPaperIds(user._id) : undefined
  const { hits, total, estimated, ...found } = index.search({ ...asked, within })
  const ids = hits.map(({ id }) => id)
  const [papers, saved] = await Promise.all([findPapers(ids), findSavedItems(user._id, ids)])

  // Pruned from the library since: the index learns of it here.
  const gone = ids.filter((id) => !papers.has(id))
  if (gone.length > 0) index.remove(gone)
  const items = hits.flatMap(({ id, highlights }): SearchHit[] => {
    const paper = papers.get(id)
    return paper ? [{ paper, highlights, saved_item_id: saved.get(id) }] : []
  })
  return {
    ...found,
    items,
    total: total - gone.length,
    ...(estimated && { total_is_lower_bound: true }),
    offset: query.offset ?? 0,
    limit: query.limit ?? SEARCH_LIMIT_DEFAULT,
    took_ms: performance.now() - started,
    indexed_through: index.indexedThrough,
  }
}
