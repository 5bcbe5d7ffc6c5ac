import { useMemo, type ReactNode } from 'react'
import { useCategories } from '../data/account/useCategories.ts'
import { CategoryNamesContext, createNameOf } from '../shared/categoryNames.ts'
import { isMade } from '../shared/preprintServers.ts'
import { useUser } from '../shared/useUser.ts'

/** Gives the pages the names of the journals, queries and feeds that the user follows. Nothing is requested for a user of none. */
export function CategoryNames({ children }: { children: ReactNode }) {
  const followsMade = useUser().category_ids.some(isMade)
  const { categories, error } = useCategories({ isNeeded: followsMade })
  const isLoading = followsMade && categories === undefined && error === undefined
  const nameOf = useMemo(() => {
    const made = categories?.filter(({ id }) => isMade(id)).map(({ id, name }) => [id, name] as const)
    return createNameOf(isLoading ? undefined : new Map(made))
  }, [categories, isLoading])
  return <CategoryNamesContext value={nameOf}>{children}</CategoryNamesContext>
}
