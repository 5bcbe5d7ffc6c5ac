import useSWR from 'swr'
import type { ConnectionInput, ConnectionTest, SavedConnection } from '#api/contract/connections.ts'
import type { TargetKind } from '#api/contract/limits.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** The services that the reader's day is posted to; how to save, test and remove one. The calls throw ApiError. */
export function useConnections() {
  const client = useClient()
  const calls = client.users.me.connections
  const { data, error, mutate } = useSWR(['connections'], () => unwrap(calls.get()))
  return {
    /** Undefined while loading. */
    connections: data?.items,
    error: error as Error | undefined,
    retry: () => void mutate(),
    /** Returns the secret of an own webhook if one was made, which is given only this once; else null. */
    save: async (kind: TargetKind, input: ConnectionInput): Promise<string | null> => {
      const { secret }: SavedConnection = await unwrap(calls({ kind }).put(input))
      await mutate()
      return secret ?? null
    },
    /** Tests `input`, or the saved values without it. */
    test: async (kind: TargetKind, input?: ConnectionInput): Promise<ConnectionTest> => {
      const result = await unwrap(calls({ kind }).test.post(input ?? {}))
      if (input === undefined) await mutate()
      return result
    },
    remove: async (kind: TargetKind): Promise<void> => {
      try {
        await unwrap(calls({ kind }).delete())
      } catch (error) {
        // Recovered: it was removed elsewhere, which is what the reader wants.
        if (!(error instanceof ApiError) || error.code !== 'not-found') throw error
      }
      await mutate()
    },
  }
}
