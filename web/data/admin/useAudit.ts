import useSWR from 'swr'
import type { AuditRow } from '#api/contract/admin.ts'
import type { List } from '#api/contract/lists.ts'
import { useClient } from '../api.ts'
import { unwrap, unwrapText, type ApiError } from '../../shared/client.ts'
import { download } from '../../shared/download.ts'
import { useAction } from '../useAction.ts'

export const AUDIT_PAGE = 50

interface AuditFilter {
  /** Part of the e-mail address of a person. */
  person: string
  /** Part of an action or call. */
  action: string
  /** Whether to list calls that only read, as the panel itself makes. */
  reads: boolean
  skip: number
}

/** One page of the audit log, newest first. */
export function useAudit({ person, action, reads, skip }: AuditFilter) {
  const client = useClient()
  const filter: AuditFilter = { person: person.trim(), action: action.trim(), reads, skip }
  return useSWR<List<AuditRow>, ApiError, readonly ['admin', 'audit', AuditFilter]>(
    ['admin', 'audit', filter],
    ([, , wanted]) =>
      unwrap(
        client.admin.audit.get({
          query: {
            skip: wanted.skip,
            limit: AUDIT_PAGE,
            reads: wanted.reads,
            ...(wanted.person !== '' && { person: wanted.person }),
            ...(wanted.action !== '' && { action: wanted.action }),
          },
        }),
      ),
    { keepPreviousData: true },
  )
}

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
