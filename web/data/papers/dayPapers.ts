import useSWR from 'swr'
import type { LedgerBucket, LedgerPapers } from '#api/contract/dashboard.ts'
import { useClient } from '../api.ts'
import { unwrap, unwrapFile, type ApiError } from '../../shared/client.ts'
import { download } from '../../shared/download.ts'
import { useAction } from '../useAction.ts'

/** The papers in one bucket of a day's ledger. Nothing is requested if `where` is null. */
export function useLedger(day: string, where: LedgerBucket | null) {
  const client = useClient()
  return useSWR<LedgerPapers, ApiError, readonly ['ledger', string, LedgerBucket] | null>(
    where && ['ledger', day, where],
    async ([, ledgerDay, bucket]) => unwrap(client.users.me.ledger({ day: ledgerDay })({ where: bucket }).get()),
    { keepPreviousData: false },
  )
}

/** Downloads the papers of a day as a book for e-readers. */
export function useDayBook() {
  const { delivered } = useClient().users.me
  return useAction(async (day: string) => {
    const file = `${day}.epub`
    download(await unwrapFile(delivered({ file }).get()), `paperdawn-${file}`)
  })
}
