import { dayQuery } from '../data/papers/dayQuery.ts'
import { readingQuery } from '../data/reading/readingPages.ts'
import { readSearch, toQuery } from '../data/search/searchState.ts'
import { filterOf, readState } from '../pages/ReadingList/readingState.ts'
import { paperIdAt } from '../shared/paperAddress.ts'

/** One answer that a page needs before its content. */
export interface FirstRead {
  /** Key of the SWR hook that reads it. */
  key: readonly unknown[]
  /** Address on this site, written as the API client writes it. */
  address: string
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The answers that the page at this address needs first, besides those that only a rendered page can ask for. */
export function firstReadsOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): FirstRead[] {
  const params = new URLSearchParams(search)
  const page = pageRead(pathname, params)
  return [{ key: ['me'], address: '/api/auth/me' }, ...(page ? [page] : [])]
}

function pageRead(path: string, params: URLSearchParams): FirstRead | null {
  if (path === '/dashboard' && !params.has('day'))
    return { key: ['dashboard', undefined], address: addressOf('users/me/dashboard', dayQuery()) }
  if (path === '/search') {
    const query = toQuery(readSearch(params))
    return query && { key: ['search', query], address: addressOf('papers/search', { ...query }) }
  }
  if (path === '/reading-list') {
    const filter = filterOf(readState(params))
    return { key: ['reading-list', filter, 0], address: addressOf('users/me/reading-list', readingQuery(filter, 0)) }
  }
  // An address with escaped characters is left to the page.
  const ref = /^\/paper\/([\w.:/-]+)$/.exec(path)?.[1]
  if (ref !== undefined) {
    const id = paperIdAt(ref)
    return { key: ['paper', id], address: addressOf(`papers/${encodeURIComponent(id)}`) }
  }
  if (path === '/profile') {
    const section = params.get('section')
    if (section === null) return { key: ['categories'], address: addressOf('categories') }
    if (section === 'taste') return { key: ['taste'], address: addressOf('users/me/taste') }
  }
  return null
}

function addressOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(`${one}`)}`),
  )
  return `/api/${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}
