import useSWR from 'swr'
import type { ReadingPlan } from '#api/contract/readingPlan.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** What to read today. Loaded again after the server has a change of the papers to be read; until then the plan before is kept. */
export function useReadingPlan() {
  const client = useClient()
  const { data, error, mutate } = useSWR<ReadingPlan, ApiError>(['reading-plan'], () =>
    unwrap(client.users.me['reading-plan'].get()),
  )
  return { plan: data, error, retry: () => void mutate() }
}
