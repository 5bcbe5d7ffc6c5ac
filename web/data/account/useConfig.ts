import useSWRImmutable from 'swr/immutable'
import type { PublicConfig } from '#api/contract/auth.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Public configuration of this installation. Loaded once. */
export function useConfig() {
  const client = useClient()
  const { data, error, mutate } = useSWRImmutable<PublicConfig, ApiError>(['config'], () => unwrap(client.config.get()))
  return { config: data, error, retry: () => void mutate() }
}
