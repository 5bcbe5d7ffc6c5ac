import useSWR, { useSWRConfig } from 'swr'
import type { Job } from '#api/contract/jobs.ts'
import type { List } from '#api/contract/lists.ts'
import type { OutboxResendInput, OutboxRow, OutboxState } from '#api/contract/mail.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

export const OUTBOX_PAGE = 20
export interface OutboxFilter {
  state?: OutboxState | undefined
  skip: number
}

/**
 * One page of the outbox: queued, sent and failed mail, newest first, and calls that send one or all in a state again.
 * Refreshed every 15 s. `refreshAll` also refreshes what else the admin panel shows, such as the readers without mail.
 */
export function useOutbox(filter: OutboxFilter) {
  const client = useClient()
  const { mutate: mutateAny } = useSWRConfig()
  const { data, error, isLoading, mutate } = useSWR<
    List<OutboxRow>,
    ApiError,
    readonly ['admin', 'outbox', OutboxFilter]
  >(
    ['admin', 'outbox', filter],
    ([, , { state, skip }]) =>
      unwrap(client.admin.outbox.get({ query: { skip, limit: OUTBOX_PAGE, ...(state && { state }) } })),
    { keepPreviousData: true, refreshInterval: 15_000 },
  )
  return {
    outbox: data,
    /** `outbox` is still the page of the filter before. */
    isOfOtherFilter: isLoading && data !== undefined,
    error,
    refresh: () => mutate(),
    refreshAll: () => mutateAny((key) => Array.isArray(key) && key[0] === 'admin'),
    resend: async (id: string): Promise<Job> => {
      const job = await unwrap(client.admin.outbox({ id }).resend.post())
      await mutate()
      return job
    },
    resendAll: (input: OutboxResendInput): Promise<Job> => unwrap(client.admin.outbox.resend.post(input)),
  }
}
