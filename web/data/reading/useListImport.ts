import useSWR, { useSWRConfig } from 'swr'
import type { ListImport } from '#api/contract/listImport.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'
import { importFile } from './importFile.ts'

/** How often an import is read while sources are asked, in ms. */
const READ_MS = 1_500

/** The import `id` into the reading list, read again until it has ended; null for none. `send` starts one. */
export function useListImport(id: string | null) {
  const client = useClient()
  const { mutate } = useSWRConfig()
  const list = client.users.me['reading-list']
  const { data, error } = useSWR<ListImport, ApiError, readonly ['list-import', string] | null>(
    id === null ? null : ['list-import', id],
    ([, importId]) => unwrap(list.imports({ id: importId }).get()),
    { refreshInterval: (latest) => (latest?.state === 'looking-up' ? READ_MS : 0) },
  )
  return {
    listImport: data,
    error,
    /** Imports this text and returns the id of the import, as `importFile` does. */
    send: async (text: string, options: Parameters<typeof importFile>[2]): Promise<string> => {
      const started = await importFile(client, text, options)
      await mutate(['list-import', started.id], started, { revalidate: false })
      return started.id
    },
    /** Loads what an import changes: the numbers and tags of the list, and the dashboard. */
    refreshOthers: () =>
      mutate(
        (key) =>
          Array.isArray(key) &&
          (['dashboard', 'reading-plan'].includes(String(key[0])) || ['counts', 'tags'].includes(String(key[1]))),
      ),
  }
}
