import { SEARCH_LIMIT_DEFAULT } from '../../contract/limits.ts'
import type { SearchResponse, SearchHit, SearchQuery } from '../../contract/search.ts'
import { AppError } from '../../platform/errors.ts'
import { findHighlights } from '../../search/order/highlights.ts'
import { parseLookUpId, parsePaperReference } from '../../search/query/idQuery.ts'
import { findReferredPaper } from '../../store/papers/paperLookup.ts'
import { findPapers } from '../../store/papers/papers.ts'
import { findSavedPaperIds } from '../../store/readers/readingList.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { findAliases } from '../../store/papers/joins.ts'
import { findMarks } from '../joining/readerPapers.ts'
import type { Product } from '../product.ts'
import { prepareMeaning, readMeaning } from '../nearness/textMeaning.ts'
import { searchByMeaning } from './searchByMeaning.ts'

/**
 * Returns one page of search results, each with what the user did with it. `q` may contain any text: parts that do not
 * follow the query language are searched as plain words, and `note` reports this. A search whose `signal` aborts before
 * its turn is not run. Throws "unavailable" when too many searches wait, and when nothing is found while the index is
 * being built or cannot be read.
 */
export async function searchPapers(
  product: Pick<Product, 'sources' | 'index' | 'embedding' | 'nearest'>,
  user: Pick<UserRecord, '_id'>,
  query: SearchQuery,
  signal?: AbortSignal,
): Promise<SearchResponse> {
  const started = performance.now()
  const { in_list = false, ...searchQuery } = query
  prepareMeaning(product)
  const within = in_list ? await findPapersOnList(user._id) : undefined
  const { hits, total, estimated, note, interpretation, ...found } = await searchByMeaning(
    product.index,
    { ...searchQuery, within },
    { readMeaning: (text) => readMeaning(product, { text, kind: 'question' }), signal },
  )
  // The words of an address may be those of any paper.
  const isPage = parsePaperReference(query.q) === null && parseLookUpId(query.q) !== null
  const lookUpId = total === 0 || isPage ? await findLookUpId(product, query.q) : null
  // Nothing was found, and papers are missing in the index: the wanted ones may be among them.
  if (total === 0 && found.indexed_through === null && lookUpId === null)
    throw new AppError('unavailable', 'The search index is being built. Try again in a moment.', { retryAfter: 2 })
  const ids = hits.map(({ id }) => id)
  const { oldestId } = product.nearest
  const [papers, marksOf] = await Promise.all([
    findPapers(oldestId === null ? ids : [...ids, oldestId]),
    findMarks(user._id, ids),
  ])

  const shown = new Set<string>()
  const items = hits.flatMap(({ id, marks, some_words, by_meaning }): SearchHit[] => {
    const paper = papers.get(id)
    // A record that was joined into another paper may be near in meaning, too, or be in the index until that follows.
    if (!paper || shown.has(paper.id)) return []
    shown.add(paper.id)
    const highlights = {
      title: findHighlights(paper.title, 'title', marks),
      abstract: findHighlights(paper.abstract, 'abstract', marks),
    }
    const kind = { ...(some_words && { some_words }), ...(by_meaning && { by_meaning }) }
    return [{ paper, highlights, ...marksOf(id), ...kind }]
  })
  const oldest = oldestId === null ? undefined : papers.get(oldestId)
  const meaningFrom = oldest?.announced_on ?? oldest?.published_at?.slice(0, 10)
  const notes = [note, interpretation].filter((text) => text !== undefined)
  return {
    ...found,
    ...(notes.length > 0 && { note: notes.join(' ') }),
    ...(meaningFrom !== undefined && { meaning_from: meaningFrom }),
    ...(parsePaperReference(query.q) !== null && { names_paper: true }),
    ...(lookUpId !== null && { look_up_id: lookUpId }),
    items,
    // Papers that were deleted or joined, but are still in the index until it follows, are not counted.
    total: total - (hits.length - items.length),
    ...(estimated && { total_is_lower_bound: true }),
    offset: query.offset ?? 0,
    limit: query.limit ?? SEARCH_LIMIT_DEFAULT,
    took_ms: performance.now() - started,
  }
}

async function findPapersOnList(userId: string): Promise<string[]> {
  const saved = await findSavedPaperIds(userId)
  const { paperOf } = await findAliases(saved)
  return [...new Set(saved.map(paperOf))]
}

/** What can be asked for by `q`, if the library lacks the paper; null otherwise. */
async function findLookUpId({ sources }: Pick<Product, 'sources'>, q: string): Promise<string | null> {
  const id = parseLookUpId(q)
  if (id === null || !sources.canLookUp(id)) return null
  const reference = parsePaperReference(q)
  return reference === null || (await findReferredPaper(reference)) === null ? id : null
}
