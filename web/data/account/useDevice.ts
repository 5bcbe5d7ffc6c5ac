import useSWR from 'swr'
import type { DeviceRequest } from '#api/contract/auth.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The terminal that waits under `code`; an empty code asks nothing. */
export function useDevice(code: string) {
  const client = useClient()
  const { data, error, mutate } = useSWR<DeviceRequest, ApiError, readonly ['device', string] | null>(
    code === '' ? null : ['device', code],
    ([, user_code]) => unwrap(client.auth.device.get({ query: { user_code } })),
    { revalidateOnFocus: false, keepPreviousData: false },
  )
  return {
    request: data,
    error,
    retry: () => void mutate(),
    /** Lets the terminal in, or turns it away. Throws ApiError. */
    decide: (approve: boolean) => unwrap(client.auth.device.approve.post({ user_code: code, approve })),
  }
}
