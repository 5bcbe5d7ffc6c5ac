import useSWR from 'swr'
import type { NewPersonalToken } from '#api/contract/tokens.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** The personal tokens of the reader, the newest first; how to make and to revoke one. `make` and `revoke` throw ApiError. */
export function useTokens() {
  const client = useClient()
  const calls = client.users.me.tokens
  const { data, error, mutate } = useSWR(['tokens'], () => unwrap(calls.get()))
  return {
    /** Undefined while loading. */
    tokens: data?.items,
    error: error as Error | undefined,
    retry: () => void mutate(),
    /** Returns the token itself, which is given only this once. */
    make: async (wanted: NewPersonalToken): Promise<string> => {
      const { token } = await unwrap(calls.post(wanted))
      await mutate()
      return token
    },
    revoke: async (id: string): Promise<void> => {
      try {
        await unwrap(calls({ id }).delete())
      } catch (error) {
        // Recovered: it was revoked elsewhere, which is what the reader wants.
        if (!(error instanceof ApiError) || error.code !== 'not-found') throw error
      }
      await mutate()
    },
  }
}
