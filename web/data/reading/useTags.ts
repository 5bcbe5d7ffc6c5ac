import useSWR from 'swr'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

const none: readonly string[] = []

/** The tags on the user's reading list, the most used first; none until loaded. */
export function useTags() {
  const client = useClient()
  const { data, error, mutate } = useSWR<readonly string[], ApiError>(['reading-list', 'tags'], async () => {
    const { items } = await unwrap(client.users.me['reading-list'].tags.get())
    return items.map(({ tag }) => tag)
  })
  return { tags: data ?? none, error, retry: () => void mutate() }
}
