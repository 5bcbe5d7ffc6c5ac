import { useState } from 'react'
import useSWR from 'swr'
import type { QuarantineRow } from '#api/contract/admin.ts'
import type { List } from '#api/contract/lists.ts'
import { useClient } from '../api.ts'
import { useAction } from '../useAction.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

export const QUARANTINE_PAGE = 20

/** One page of the records that could not be parsed, newest first, and a call that fetches some of them again. */
export function useQuarantine(skip: number) {
  const client = useClient()
  const { data, error, mutate } = useSWR<List<QuarantineRow>, ApiError, readonly ['admin', 'quarantine', number]>(
    ['admin', 'quarantine', skip],
    ([, , from]) => unwrap(client.admin.quarantine.get({ query: { skip: from, limit: QUARANTINE_PAGE } })),
    { keepPreviousData: true },
  )
  /** Id of the record that is being fetched, and what became of those before. */
  const [busyId, setBusyId] = useState<string | null>(null)
  const [outcome, setOutcome] = useState('')
  const retrying = useAction(async (ids: readonly string[]) => {
    setOutcome('')
    let [stored, message] = [0, '']
    try {
      // One after the other: each is a request to the source.
      for (const [index, id] of ids.entries()) {
        setBusyId(id)
        const retried = await unwrap(client.admin.quarantine({ id }).retry.post())
        if (retried.stored) stored += 1
        message = retried.message
        if (ids.length > 1) setOutcome(`${index + 1} of ${ids.length} fetched again, ${stored} in the library now.`)
      }
      if (ids.length === 1) setOutcome(message)
    } finally {
      setBusyId(null)
      await mutate()
    }
  })
  return { quarantine: data, error, refresh: () => mutate(), retrying, busyId, outcome }
}
