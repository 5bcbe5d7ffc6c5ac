import useSWR from 'swr'
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
 * Refreshed every 15 s.
 */
export function useOutbox(filter: OutboxFilter) {
  const client = useClient()
  const { data, error, mutate } = useSWR<List<OutboxRow>, ApiError, readonly ['admin', 'outbox', OutboxFilter]>(
    ['admin', 'outbox', filter],
    ([, , { state, skip }]) =>
      unwrap(client.admin.outbox.get({ query: { skip, limit: OUTBOX_PAGE, ...(state && { state }) } })),
    { keepPreviousData: true, refreshInterval: 15_000 },
  )
  return {
    outbox: data,
    error,
    refresh: () => mutate(),
    resend: async (id: string): Promise<Job> => {
      const job = await unwrap(client.admin.outbox({ id }).resend.post())
      await mutate()
      return job
    },
    resendAll: async (input: OutboxResendInput): Promise<Job> => {
      const job = await unwrap(client.admin.outbox.resend.post(input))
      await mutate()
      return job
    },
  }
}
