import useSWRImmutable from 'swr/immutable'
import type { PublicConfig } from '#api/contract/auth.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** What the browser may know about this installation; asked once. */
export function useConfig(): { config: PublicConfig | undefined } {
  const client = useClient()
  const { data } = useSWRImmutable<PublicConfig, ApiError>(['config'], () => unwrap(client.config.get()))
  return { config: data }
}
