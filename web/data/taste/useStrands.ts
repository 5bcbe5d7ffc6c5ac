import useSWR from 'swr'
import type { Strand, StrandChange, Strands } from '#api/contract/strands.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { useClient } from '../api.ts'

/** The interests of the user, kept apart and proposed, and the actions on them. Each action throws ApiError. */
export function useStrands() {
  const client = useClient()
  const { strands } = client.users.me
  const { data, error, mutate } = useSWR<Strands, ApiError>(['strands'], () => unwrap(strands.get()))
  const show = async (call: Promise<Strands>) => void (await mutate(await call, { revalidate: false }))
  const replace = (items: readonly Strand[]) =>
    show(
      unwrap(
        strands.put({
          items: items.map(({ id, name, share, share_set, paused, paper_ids }) => ({
            id,
            name,
            share: share_set ? share : null,
            paused,
            paper_ids,
          })),
        }),
      ),
    )
  return {
    strands: data,
    error,
    retry: () => void mutate(),
    /** Proposes smaller groups, of papers that are alike. */
    groupFiner: () => show(unwrap(strands.get({ query: { finer: true } }))),
    /** Keeps exactly these apart: to keep proposed ones, or to take a change back. */
    replace,
    change: (id: string, changes: StrandChange) => show(unwrap(strands({ id }).put(changes))),
    remove: (id: string) => show(unwrap(strands({ id }).delete())),
    split: (id: string) => show(unwrap(strands({ id }).split.post())),
    merge: (id: string, other: string) => show(unwrap(strands({ id }).merge.post({ strand_id: other }))),
  }
}
