import useSWR from 'swr'
import type { TastePreview, TastePreviewInput } from '#api/contract/taste.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

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
