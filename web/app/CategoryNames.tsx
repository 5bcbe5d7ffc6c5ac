import { useMemo, type ReactNode } from 'react'
import { useCategories } from '../data/account/useCategories.ts'
import { CategoryNamesContext, createNameOf } from '../shared/categoryNames.ts'
import { issnOf } from '../shared/preprintServers.ts'
import { useUser } from '../shared/useUser.ts'

/** Gives the pages the names of the journals that the user follows. Nothing is requested for a user of none. */
export function CategoryNames({ children }: { children: ReactNode }) {
  const followsJournals = useUser().category_ids.some((id) => issnOf(id) !== undefined)
  const { categories, error } = useCategories({ isNeeded: followsJournals })
  const isLoading = followsJournals && categories === undefined && error === undefined
  const nameOf = useMemo(() => {
    const journals = categories?.filter(({ kind }) => kind === 'journal').map(({ id, name }) => [id, name] as const)
    return createNameOf(isLoading ? undefined : new Map(journals))
  }, [categories, isLoading])
  return <CategoryNamesContext value={nameOf}>{children}</CategoryNamesContext>
}
