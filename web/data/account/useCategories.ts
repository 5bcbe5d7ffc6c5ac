import useSWR from 'swr'
import type { Category } from '#api/contract/categories.ts'
import { useClient } from '../api.ts'
import { categoriesRead } from '../reads.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** All shared categories and the user's own categories. */
export function useCategories() {
  const client = useClient()
  // The whole answer: the first page may have asked for it before this hook.
  const { data, error, mutate } = useSWR<{ items: Category[] }, ApiError>(
    categoriesRead.key,
    () => unwrap(client.categories.get()),
    { revalidateOnFocus: false },
  )
  return { categories: data?.items, error, retry: () => void mutate() }
}
