import useSWR from 'swr'
import type { AuditRow } from '#api/contract/admin.ts'
import type { List } from '#api/contract/lists.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

export const AUDIT_PAGE = 50
export interface AuditFilter {
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
