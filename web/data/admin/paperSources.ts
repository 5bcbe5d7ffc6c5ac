import useSWR, { useSWRConfig } from 'swr'
import type { SourceStatus } from '#api/contract/admin.ts'
import type { SourceSettings, SourceSettingsChanges, SourceTest, SourceTestInput } from '#api/contract/days.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Status of the paper sources. Refreshed every 3 s while one of them runs, else every 30 s. */
export function useSourcesStatus() {
  const client = useClient()
  return useSWR<{ items: SourceStatus[] }, ApiError>(
    ['admin', 'sources'],
    () => unwrap(client.admin['paper-sources-status'].get()),
    { refreshInterval: (status) => (status?.items.some(({ state }) => state === 'running') ? 3_000 : 30_000) },
  )
}

/** The settings of one source. Nothing is requested if `id` is null. */
export function useSourceSettings(id: string | null) {
  const client = useClient()
  const { mutate: mutateAll } = useSWRConfig()
  const { data, error, mutate } = useSWR<SourceSettings, ApiError, readonly ['admin', 'source', string] | null>(
    id === null ? null : ['admin', 'source', id],
    ([, , sourceId]) => unwrap(client.admin.sources({ id: sourceId }).get()),
    { keepPreviousData: false, revalidateOnFocus: false },
  )
  return {
    settings: data,
    error,
    retry: () => void mutate(),
    /** Saves the given settings and reads the source's state again. Throws ApiError. */
    change: async (sourceId: string, changes: SourceSettingsChanges): Promise<SourceSettings> => {
      const saved = await unwrap(client.admin.sources({ id: sourceId }).put(changes))
      await mutate(saved, { revalidate: false })
      void mutateAll(['admin', 'sources'])
      return saved
    },
    /** Asks the source at these addresses, which are not saved by it. Throws ApiError. */
    test: (sourceId: string, input: SourceTestInput): Promise<SourceTest> =>
      unwrap(client.admin.sources({ id: sourceId }).test.post(input)),
  }
}
