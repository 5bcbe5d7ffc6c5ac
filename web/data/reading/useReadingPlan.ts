import { useEffect, useState } from 'react'
import useSWR from 'swr'
import type { ReadingPlan } from '#api/contract/readingPlan.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** The list shows a change before the server has it, and several follow each other. */
const SETTLED_MS = 2_000

/** What to read today. Asked for again after the number of papers to be read has changed; until then the plan before is kept. */
export function useReadingPlan(toRead: number) {
  const client = useClient()
  const [settled, setSettled] = useState(toRead)
  useEffect(() => {
    if (toRead === settled) return
    const timer = setTimeout(() => setSettled(toRead), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [toRead, settled])
  const { data, error, mutate } = useSWR<ReadingPlan, ApiError>(
    ['reading-plan', settled],
    () => unwrap(client.users.me['reading-plan'].get()),
    { keepPreviousData: true },
  )
  return { plan: data, error, retry: () => void mutate() }
}
