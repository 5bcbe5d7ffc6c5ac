import useSWR from 'swr'
import type { ReadingPlan } from '#api/contract/readingPlan.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** What to read today. Asked for again when the number of papers to be read changes; until then the plan before is kept. */
export function useReadingPlan(toRead: number) {
  const client = useClient()
  const { data, error, mutate } = useSWR<ReadingPlan, ApiError>(
    ['reading-plan', toRead],
    () => unwrap(client.users.me['reading-plan'].get()),
    { keepPreviousData: true },
  )
  return { plan: data, error, retry: () => void mutate() }
}
