import useSWR, { useSWRConfig } from 'swr'
import type { Category, CategoryInput } from '#api/contract/categories.ts'
import { useClient } from '../api.ts'
import { categoriesRead } from '../reads.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Journals, venues, queries and feeds that were made on this page. The API lists them only once they are followed. */
const MADE = ['made-categories'] as const

/** All shared categories and the user's own categories. Nothing is requested unless it `isNeeded`. */
export function useCategories({ isNeeded = true } = {}) {
  const client = useClient()
  // The whole answer: the first page may have asked for it before this hook.
  const { data, error, mutate } = useSWR<{ items: Category[] }, ApiError>(
    isNeeded && categoriesRead.key,
    () => unwrap(client.categories.get()),
    { revalidateOnFocus: false },
  )
  const { data: made = none } = useSWR<Category[]>(MADE, null)
  const unlisted = data && made.filter(({ id }) => !data.items.some((category) => category.id === id))
  const categories = unlisted && unlisted.length > 0 ? [...data.items, ...unlisted] : data?.items
  return { categories, error, retry: () => void mutate() }
}

const none: readonly never[] = []

/** Returns the function that makes the category of a journal, venue, query or feed. It is not followed by that. Throws ApiError. */
export function useMakeCategory() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  return async (input: CategoryInput): Promise<Category> => {
    const category = await unwrap(client.categories.post(input))
    const add = (before: readonly Category[] = []) => [...before.filter(({ id }) => id !== category.id), category]
    await mutate<Category[]>(MADE, add, { revalidate: false })
    return category
  }
}
