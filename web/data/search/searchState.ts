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

/** Returns the query of a saved search for these words: with the filters that can hold for the papers of coming days. */
export function toTopicQuery({ category, author }: SearchFilters, words: string): string {
  const filters = [
    ...(category.length > 1
      ? [`(${category.map((id) => `cat:${id}`).join(' OR ')})`]
      : category.map((id) => `cat:${id}`)),
    ...(author ? [`author:"${author.replaceAll('"', '')}"`] : []),
  ]
  if (filters.length === 0) return words
  return [/\bOR\b/.test(words) ? `(${words})` : words, ...filters].join(' ')
}

export type DatePreset = 'any' | 'week' | 'month' | 'year' | 'own'
const presetDays = { week: 7, month: 30, year: 365 } as const

/** Returns the first day of a preset that ends at `today`. */
export function presetStart(preset: keyof typeof presetDays, today: Date): string {
  return new Date(today.getTime() - presetDays[preset] * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the preset that a date range matches at `today`. */
export function presetOf({ from, to }: Pick<SearchFilters, 'from' | 'to'>, today: Date): DatePreset {
  if (!from && !to) return 'any'
  if (to) return 'own'
  return (
    (Object.keys(presetDays) as (keyof typeof presetDays)[]).find((name) => presetStart(name, today) === from) ?? 'own'
  )
}

/** An active filter: its label, and the remaining filters when it is removed. */
export interface ActiveFilter {
  id: string
  label: string
  without: SearchFilters
}

const presetLabels = { week: 'past week', month: 'past month', year: 'past year' } as const

export function activeFilters(filters: SearchFilters, today: Date): ActiveFilter[] {
  const { category, from, to, author, in_list } = filters
  const preset = presetOf(filters, today)
  const range = preset === 'own' ? [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ') : ''
  return [
    ...category.map((id) => ({
      id: `category:${id}`,
      label: id,
      without: { ...filters, category: category.filter((other) => other !== id) },
    })),
    ...(preset === 'any'
      ? []
      : [
          {
            id: 'date',
            label: preset === 'own' ? range : presetLabels[preset],
            without: { ...filters, from: undefined, to: undefined },
          },
        ]),
    ...(author ? [{ id: 'author', label: `author ${author}`, without: { ...filters, author: undefined } }] : []),
    ...(in_list ? [{ id: 'in_list', label: 'in my list', without: { ...filters, in_list: false } }] : []),
  ]
}
