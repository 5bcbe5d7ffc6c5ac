import useSWR from 'swr'
import type { FeedInput, OwnFeed } from '#api/contract/feeds.ts'
import { ApiError, unwrap } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** The reader's feeds with their secret addresses; how to make, renew and end one. The calls throw ApiError. */
export function useFeeds() {
  const client = useClient()
  const calls = client.users.me.feeds
  const { data, error, mutate } = useSWR<readonly OwnFeed[], ApiError>(
    ['feeds'],
    async () => (await unwrap(calls.get())).items,
  )
  const change = async (call: Promise<unknown>): Promise<void> => {
    try {
      await call
    } catch (cause) {
      // Recovered: it was ended elsewhere, and the list that is read now says so.
      if (!(cause instanceof ApiError) || cause.code !== 'not-found') throw cause
    }
    await mutate()
  }
  return {
    /** Undefined while loading. */
    feeds: data,
    error,
    retry: () => void mutate(),
    make: (input: FeedInput) => change(unwrap(calls.post(input))),
    renew: (id: string) => change(unwrap(calls({ id }).renew.post())),
    end: (id: string) => change(unwrap(calls({ id }).delete())),
  }
}
