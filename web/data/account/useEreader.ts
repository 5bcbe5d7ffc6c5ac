import useSWR from 'swr'
import type { ConnectionTest } from '#api/contract/connections.ts'
import type { EreaderState } from '#api/contract/ereader.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** The e-reader that the reader's day is mailed to; how to save, test, confirm and remove it. The calls throw ApiError. */
export function useEreader() {
  const client = useClient()
  const calls = client.users.me.connections.ereader
  const { data, error, mutate } = useSWR<EreaderState, ApiError>(['ereader'], () => unwrap(calls.get()))
  return {
    /** Undefined while loading. */
    state: data,
    error,
    retry: () => void mutate(),
    save: async (address: string): Promise<void> => {
      await mutate(await unwrap(calls.put({ address })), { revalidate: false })
    },
    test: async (): Promise<ConnectionTest> => {
      const result = await unwrap(calls.test.post())
      await mutate()
      return result
    },
    confirm: async (code: string): Promise<void> => {
      await mutate(await unwrap(calls.confirm.post({ code })), { revalidate: false })
    },
    remove: async (): Promise<void> => {
      try {
        await unwrap(calls.delete())
      } catch (cause) {
        // Recovered: it was removed elsewhere, which is what the reader wants.
        if (!(cause instanceof ApiError) || cause.code !== 'not-found') throw cause
      }
      await mutate()
    },
  }
}
