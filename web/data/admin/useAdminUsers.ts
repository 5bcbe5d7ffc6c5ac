import useSWR from 'swr'
import type { AdminUser, AdminUserChanges } from '#api/contract/admin.ts'
import type { List } from '#api/contract/lists.ts'
import type { MailPreview } from '#api/contract/mail.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

export const USERS_PAGE = 50

/** One page of the accounts whose name or e-mail address contains `q`. */
export function useAdminUsers({ q, skip }: { q: string; skip: number }) {
  const client = useClient()
  const search = q.trim()
  const { data, error, isLoading, mutate } = useSWR<
    List<AdminUser>,
    ApiError,
    readonly ['admin', 'users', string, number]
  >(
    ['admin', 'users', search, skip],
    ([, , term, from]) =>
      unwrap(client.admin.users.get({ query: { skip: from, limit: USERS_PAGE, ...(term !== '' && { q: term }) } })),
    { keepPreviousData: true },
  )
  return {
    users: data,
    error,
    isLoading,
    refresh: () => mutate(),
    change: async (id: string, changes: AdminUserChanges): Promise<void> => {
      await unwrap(client.admin.users({ id }).put(changes))
      await mutate()
    },
  }
}

/** Returns a call that reads the newest digest of a user, without sending it. */
export function useDigestPreview() {
  const client = useClient()
  return (id: string): Promise<MailPreview> => unwrap(client.admin.users({ id }).digest.get())
}
