import useSWR from 'swr'
import type { Taste, TasteChanges, TastePreview, TastePreviewInput } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { tasteRead } from '../reads.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** What the ranker has learned about the user, and the actions on it. Each action throws ApiError. */
export function useTaste() {
  const client = useClient()
  const { data, error, mutate } = useSWR<Taste, ApiError>(tasteRead.key, () => unwrap(client.users.me.taste.get()))
  const show = async (call: Promise<Taste>) => void (await mutate(await call, { revalidate: false }))
  return {
    taste: data,
    error,
    retry: () => void mutate(),
    /** Loads the taste again, for changes of another window. */
    reload: () => mutate(),
    change: (changes: TasteChanges) => show(unwrap(client.users.me.taste.put(changes))),
    /** Starts again: earlier actions are not learned from. `change({ reset_at: null })` takes it back. */
    reset: () => show(unwrap(client.users.me.taste.reset.post())),
  }
}

/**
 * The newest list as it would be ordered with `input`. The previous list stays while a new one loads. Nothing is
 * requested if `input` is null.
 */
export function useTastePreview(input: TastePreviewInput | null) {
  const client = useClient()
  return useSWR<TastePreview, ApiError, readonly ['taste-preview', TastePreviewInput] | null>(
    input && ['taste-preview', input],
    ([, wanted]) => unwrap(client.users.me.taste.preview.post(wanted)),
    { keepPreviousData: true, revalidateOnFocus: false },
  )
}
