import useSWR from 'swr'
import type { Whereabouts } from '#api/contract/whereabouts.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Where the paper with the id, address or title `ref` went for the user. Nothing is requested for an empty `ref`. */
export function useWhereabouts(ref: string) {
  const client = useClient()
  return useSWR<Whereabouts, ApiError, readonly ['whereabouts', string] | null>(
    ref === '' ? null : ['whereabouts', ref],
    ([, asked]) => unwrap(client.users.me.whereabouts.get({ query: { ref: asked } })),
    { keepPreviousData: false, revalidateOnFocus: false },
  )
}
