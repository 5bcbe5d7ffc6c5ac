import useSWR from 'swr'
import type { LedgerBucket } from '#api/contract/dashboard.ts'
import type { Paper } from '#api/contract/papers.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The papers in one bucket of a day's ledger. Nothing is requested if `where` is null. */
export function useLedger(day: string, where: LedgerBucket | null) {
  const client = useClient()
  return useSWR<Paper[], ApiError, readonly ['ledger', string, LedgerBucket] | null>(
    where && ['ledger', day, where],
    async ([, ledgerDay, bucket]) =>
      (await unwrap(client.users.me.ledger({ day: ledgerDay })({ where: bucket }).get())).items,
    { keepPreviousData: false },
  )
}
