import { createContext, use } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { isMade, issnOf, nameOfCategory } from './preprintServers.ts'

/** Returns what a reader calls the category with this code. */
export type NameOf = (code: string) => string

/**
 * Returns the names of categories. Those of what readers made, which their codes do not say, are taken from `made`: names
 * by code, undefined while they are loaded. A journal that is not there has its ISSN for a name.
 */
export const createNameOf =
  (made: ReadonlyMap<string, string> | undefined): NameOf =>
  (code) => {
    if (!isMade(code)) return nameOfCategory(code)
    const issn = issnOf(code)
    return made?.get(code) ?? (issn === undefined ? unnamed(code) : made === undefined ? 'Journal' : `ISSN ${issn}`)
  }

/** What a query, a feed or a venue is called that this reader does not follow. */
const unnamed = (code: string): string =>
  code.startsWith('feed.') ? 'a feed' : code.startsWith('openreview.') ? 'a venue' : 'a PubMed query'

/** Whether a category has a name for this reader: queries, feeds and venues of others have none. */
export const isNamed = (code: string, nameOf: NameOf): boolean =>
  !isMade(code) || issnOf(code) !== undefined || nameOf(code) !== unnamed(code)

/** Has the names of the journals, queries, feeds and venues that the signed-in user follows. */
export const CategoryNamesContext = createContext<NameOf>(createNameOf(new Map()))

const none: readonly never[] = []

/** Returns what the user calls a category. Journals that the user does not follow are named as `papers` name theirs. */
export function useCategoryNames(papers: readonly Pick<Paper, 'categories' | 'venue'>[] = none): NameOf {
  const nameOf = use(CategoryNamesContext)
  const said = new Map(
    papers.flatMap(({ categories, venue }) =>
      venue === undefined ? [] : categories.flatMap((code) => (issnOf(code) ? [[code, venue.name] as const] : [])),
    ),
  )
  return (code) => said.get(code) ?? nameOf(code)
}

/**
 * Leaves out the further ISSNs of a journal, each of which is a category, and further queries, feeds and venues without a name,
 * which others follow.
 */
export function withoutNamesakes(codes: readonly string[], nameOf: NameOf): string[] {
  const named = new Set<string>()
  return codes.filter((code) => {
    if (!isMade(code)) return true
    const name = nameOf(code)
    if (named.has(name)) return false
    named.add(name)
    return true
  })
}
