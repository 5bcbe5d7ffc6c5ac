import useSWR from 'swr'
import type { Category } from '#api/contract/categories.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** All shared categories and the user's own categories. */
export function useCategories() {
  const client = useClient()
  const { data, error, mutate } = useSWR<Category[], ApiError>(
    ['categories'],
    async () => (await unwrap(client.categories.get())).items,
    { revalidateOnFocus: false },
  )
  return { categories: data, error, retry: () => void mutate() }
}
