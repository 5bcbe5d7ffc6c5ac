import { SEARCH_PAGE_SIZE, SEARCH_QUERY_MAX } from '#api/contract/limits.ts'
import type { SearchQuery } from '#api/contract/search.ts'

/** Filters and order of a search, without its query text. */
export interface SearchFilters {
  category: string[]
  from?: string | undefined
  to?: string | undefined
  author?: string | undefined
  sort: 'relevance' | 'newest'
  in_list: boolean
}
/** The state kept in the search page's URL. `page` starts at 1. */
export interface SearchState extends SearchFilters {
  q: string
  page: number
  /** A misspelled query is not corrected. */
  as_typed?: boolean
  /** The words are still being typed: the last one may be the beginning of a word. Not in the URL. */
  typing?: boolean
}

export const noFilters: SearchFilters = { category: [], sort: 'relevance', in_list: false }

/** Minimum query length in characters. Nothing is requested for a shorter query. */
export const SEARCH_QUERY_MIN = 2

const day = /^\d{4}-\d{2}-\d{2}$/

/** Parses the URL parameters. Ignores invalid values. */
export function readSearch(params: URLSearchParams): SearchState {
  const dayAt = (name: string) => params.getAll(name).find((value) => day.test(value))
  return {
    q: (params.get('q') ?? '').slice(0, SEARCH_QUERY_MAX),
    category: [...new Set(params.getAll('category').filter(Boolean))],
    from: dayAt('from'),
    to: dayAt('to'),
    author: params.get('author')?.slice(0, 120) || undefined,
    sort: params.get('sort') === 'newest' ? 'newest' : 'relevance',
    in_list: params.get('in_list') === 'true',
    ...(params.get('as_typed') === 'true' && { as_typed: true }),
    page: Math.max(1, Math.floor(Number(params.get('page')) || 1)),
  }
}

/** Returns the URL parameters of a search. Omits default values. */
export function writeSearch(state: SearchState): URLSearchParams {
  const { q, category, from, to, author, sort, in_list, page, as_typed } = state
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  for (const id of category) params.append('category', id)
  if (from) params.set('from', from)
  if (to) params.set('to', to)
  if (author) params.set('author', author)
  if (sort !== 'relevance') params.set('sort', sort)
  if (in_list) params.set('in_list', 'true')
  if (as_typed) params.set('as_typed', 'true')
  if (page > 1) params.set('page', `${page}`)
  return params
}

/** Returns the API query, or null if the query text is too short. */
export function toQuery(state: SearchState): SearchQuery | null {
  const { q, page, category, from, to, author, sort, in_list, as_typed, typing } = state
  const words = q.trim()
  if (words.length < SEARCH_QUERY_MIN) return null
  return {
    q: words,
    limit: SEARCH_PAGE_SIZE,
    offset: (page - 1) * SEARCH_PAGE_SIZE,
    sort,
    ...(category.length > 0 && { category }),
    ...(from && { from }),
    ...(to && { to }),
    ...(author && { author }),
    ...(in_list && { in_list }),
    ...(as_typed && { as_typed }),
    ...(typing && { typing }),
  }
}
