import useSWR from 'swr'
import type { FeedAddress } from '#api/contract/users.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The secret address of the reader's feed (null: off), and calls that renew it and switch the feed off. */
export function useFeedAddress() {
  const client = useClient()
  const calls = client.users.me['feed-address']
  const { data, error, mutate } = useSWR<FeedAddress, ApiError>(['feed-address'], () => unwrap(calls.get()))
  return {
    address: data?.address,
    error,
    retry: () => void mutate(),
    renew: async (): Promise<void> => {
      await mutate(await unwrap(calls.post()), { revalidate: false })
    },
    remove: async (): Promise<void> => {
      await mutate(await unwrap(calls.delete()), { revalidate: false })
    },
  }
}
