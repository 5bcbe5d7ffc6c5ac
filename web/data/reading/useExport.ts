import type { ExportFormat } from '#api/contract/citations.ts'
import { FILE_ENDINGS } from '../../shared/fileEndings.ts'
import { downloadText } from '../../shared/download.ts'
import { unwrapText } from '../../shared/client.ts'
import { useClient } from '../api.ts'
import { useAction } from '../useAction.ts'

/** Downloads the whole reading list, or the items with these ids, as a file. */
export function useExport() {
  const client = useClient()
  return useAction(async (format: ExportFormat, ids: readonly string[]) => {
    const query = ids.length === 0 ? { format } : { format, ids: [...ids] }
    const text = await unwrapText(client.users.me['reading-list'].export.get({ query }))
    downloadText(text, `reading-list.${FILE_ENDINGS[format]}`)
  })
}
