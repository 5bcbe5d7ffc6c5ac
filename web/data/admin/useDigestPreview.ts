import type { MailPreview } from '#api/contract/mail.ts'
import { useClient } from '../api.ts'
import { unwrap } from '../../shared/client.ts'

/** Returns a call that reads the newest digest of a user, without sending it. */
export function useDigestPreview() {
  const client = useClient()
  return (id: string): Promise<MailPreview> => unwrap(client.admin.users({ id }).digest.get())
}
