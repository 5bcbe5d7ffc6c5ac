import useSWR from 'swr'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** The terminals that are signed in to the account, newest first, and how to sign one out. `end` throws ApiError. */
export function useTerminals() {
  const client = useClient()
  const { data, error, mutate } = useSWR(['terminals'], () =>
    unwrap(client.users.me.sessions.get({ query: { limit: 100 } })),
  )
  return {
    /** Undefined while loading. */
    terminals: data?.items,
    error: error as Error | undefined,
    retry: () => void mutate(),
    end: async (id: string) => {
      await unwrap(client.users.me.sessions({ id }).delete())
      await mutate()
    },
  }
}
