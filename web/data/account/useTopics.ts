import { useSWRConfig } from 'swr'
import type { Category } from '#api/contract/categories.ts'
import { NAME_MAX } from '#api/contract/limits.ts'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'
import { useUser } from '../../shared/useUser.ts'
import { useCategories } from './useCategories.ts'
import { useMe } from './useMe.ts'

/** A saved search of the user. */
export interface Topic extends Category {
  query: string
}

/** The user's saved searches, and the actions that follow them. The actions throw ApiError. */
export function useTopics() {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const { category_ids } = useUser()
  const { changeMe } = useMe()
  const { categories, error, retry } = useCategories()
  const topics = categories?.filter((category): category is Topic => category.owned && category.query !== undefined)

  const reload = () => Promise.all([mutate(['categories']), mutate(['me'])])

  return {
    /** Undefined while loading. */
    topics,
    error,
    retry,
    /** The saved search with this query, if the user follows it. */
    findFollowed: (query: string) =>
      topics?.find((topic) => isSame(topic.query, query) && category_ids.includes(topic.id)),
    /** Follows the saved search with this query; creates it if there is none. */
    follow: async (query: string) => {
      const known = topics?.find((topic) => isSame(topic.query, query))
      if (known) return changeMe({ category_ids: [...category_ids, known.id] })
      // A search for "machine learning" must not have the name of the category.
      await unwrap(client.categories.post({ name: shorten(`Search: ${query}`), query }))
      return reload()
    },
    /** Deletes a saved search. `follow` creates it again. */
    remove: async (id: string) => {
      await unwrap(client.categories({ id }).delete())
      return reload()
    },
  }
}

/** Whether two queries find the same: they may differ in the case of letters, but not in that of an operator. */
const isSame = (one: string, other: string): boolean => foldCase(one) === foldCase(other)
const foldCase = (query: string): string =>
  query.replaceAll(/\S+/g, (word) => (/^\(*(OR|AND|NOT)\)*$/.test(word) ? word : word.toLowerCase()))

/** Returns a name within its limit. It keeps the end, where searches with other filters differ. */
const shorten = (name: string): string =>
  name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX / 2 - 1)}…${name.slice(-NAME_MAX / 2)}`
