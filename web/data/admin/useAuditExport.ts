import { unwrapText } from '../../shared/client.ts'
import { download } from '../../shared/download.ts'
import { useClient } from '../api.ts'
import { useAction } from '../useAction.ts'
import type { AuditFilter } from './useAudit.ts'

/** Downloads the entries of the audit log that match the filter as a file. */
export function useAuditExport() {
  const client = useClient()
  return useAction(async (format: 'csv' | 'jsonl', { person, action, reads }: Omit<AuditFilter, 'skip'>) => {
    const filter = {
      reads,
      ...(person.trim() && { person: person.trim() }),
      ...(action.trim() && { action: action.trim() }),
    }
    const text = await unwrapText(client.admin.audit.export.get({ query: { format, ...filter } }))
    download(text, `audit.${format}`)
  })
}
