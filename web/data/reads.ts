import { DAY_PAGE_SIZE } from '#api/contract/limits.ts'
import type { ReadingListQuery } from '#api/contract/readingList.ts'
import type { SearchQuery } from '#api/contract/search.ts'

// What pages need first, each with the key of its SWR hook and the address: the hooks read by it, and the first requests
// are sent by it before the hooks are loaded. Without React and SWR, which this module must not wait for.

type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** One answer that a page needs before its content. */
export interface FirstRead<Key extends readonly unknown[] = readonly unknown[]> {
  /** Key of the SWR hook that reads it. */
  key: Key
  /** Address on this site, written as the API client writes it. */
  address: string
}

const read = <const Key extends readonly unknown[], Asked extends Query>(key: Key, path: string, query: Asked) => ({
  key,
  query,
  address: addressOf(path, query),
})

export const meRead = read(['me'], 'auth/me', {})
export const categoriesRead = read(['categories'], 'categories', {})
export const tasteRead = read(['taste'], 'users/me/taste', {})

/** The day with the first page of its cards; the newest day if undefined. */
export const dayRead = (day?: string) =>
  read(['dashboard', day], 'users/me/dashboard', { first: DAY_PAGE_SIZE, ...(day !== undefined && { day }) })

export const searchRead = (query: SearchQuery) => read(['search', query], 'papers/search', { ...query })

/** Number of items of the reading list that are loaded at once. */
export const READING_STEP = 30

export type ReadingFilter = Pick<ReadingListQuery, 'status' | 'q' | 'tag' | 'sort' | 'with_note'>

/** The items of the reading list after the first `skip`. */
export const readingRead = (filter: ReadingFilter, skip: number) =>
  read(['reading-list', filter, skip], 'users/me/reading-list', { ...filter, skip, limit: READING_STEP })

export const paperRead = (id: string) => read(['paper', id], `papers/${encodeURIComponent(id)}`, {})

function addressOf(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(`${one}`)}`),
  )
  return `/api/${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}
