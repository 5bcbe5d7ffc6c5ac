import {
  categoriesRead,
  dayRead,
  meRead,
  paperRead,
  readingRead,
  searchRead,
  tasteRead,
  type FirstRead,
} from '../data/reads.ts'
import { readSearch, toQuery } from '../data/search/searchState.ts'
import { isDay } from '../shared/days.ts'
import { filterOf, readState } from '../pages/ReadingList/readingState.ts'
import { paperIdAt } from '../shared/paperAddress.ts'

/** The answers that the page at this address needs first, besides those that only a rendered page can ask for. */
export function firstReadsOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): FirstRead[] {
  const params = new URLSearchParams(search)
  const page = pageRead(pathname, params)
  return [meRead, ...(page ? [page] : [])]
}

function pageRead(path: string, params: URLSearchParams): FirstRead | null {
  if (path === '/dashboard') {
    const day = params.get('day')
    return dayRead(day !== null && isDay(day) ? day : undefined)
  }
  if (path === '/search') {
    const query = toQuery(readSearch(params))
    return query && searchRead(query)
  }
  if (path === '/reading-list') return readingRead(filterOf(readState(params)), 0)
  // An address with escaped characters is left to the page.
  const ref = /^\/paper\/([\w.:/-]+)$/.exec(path)?.[1]
  if (ref !== undefined) return paperRead(paperIdAt(ref))
  if (path === '/profile') {
    const section = params.get('section')
    if (section === null) return categoriesRead
    if (section === 'taste') return tasteRead
  }
  return null
}
