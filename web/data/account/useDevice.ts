import useSWR from 'swr'
import type { DeviceRequest } from '#api/contract/auth.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The pending device authorization of a terminal with the user code `code`. Nothing is requested for an empty code. */
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
    /** Approves or denies the terminal's request. Throws ApiError. */
    decide: (approve: boolean) => unwrap(client.auth.device.approve.post({ user_code: code, approve })),
  }
}
