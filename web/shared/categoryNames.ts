import { createContext, use } from 'react'
import type { Paper } from '#api/contract/papers.ts'
import { issnOf, nameOfCategory } from './preprintServers.ts'

/** Returns what a reader calls the category with this code. */
export type NameOf = (code: string) => string

/**
 * Returns the names of categories. Those of journals, which their codes do not say, are taken from `journals`: journals
 * by code, undefined while they are loaded. A journal that is not there has its ISSN for a name.
 */
export const createNameOf =
  (journals: ReadonlyMap<string, string> | undefined): NameOf =>
  (code) => {
    const issn = issnOf(code)
    if (issn === undefined) return nameOfCategory(code)
    return journals === undefined ? 'Journal' : (journals.get(code) ?? `ISSN ${issn}`)
  }

/** Has the names of the journals that the signed-in user follows. */
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

/** Leaves out the further ISSNs of a journal: each is a category, and a reader knows them as one. */
export function withoutSecondIssns(codes: readonly string[], nameOf: NameOf): string[] {
  const named = new Set<string>()
  return codes.filter((code) => {
    if (issnOf(code) === undefined) return true
    const name = nameOf(code)
    if (named.has(name)) return false
    named.add(name)
    return true
  })
}
