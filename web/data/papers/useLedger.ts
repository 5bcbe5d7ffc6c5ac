import useSWR from 'swr'
import type { LedgerBucket } from '#api/contract/dashboard.ts'
import type { Paper } from '#api/contract/papers.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The papers behind one number of a day's ledger. Asks nothing without a place. */
export function useLedger(day: string, where: LedgerBucket | null) {
  const client = useClient()
  return useSWR<Paper[], ApiError, readonly ['ledger', string, LedgerBucket] | null>(
    where && ['ledger', day, where],
    async ([, asked, place]) => (await unwrap(client.users.me.ledger({ day: asked })({ where: place }).get())).items,
    { keepPreviousData: false },
  )
}
