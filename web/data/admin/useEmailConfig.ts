import useSWR from 'swr'
import type { EmailConfig, EmailConfigInput, EmailTest } from '#api/contract/mail.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The saved mail settings, and calls to save and test them. */
export function useEmailConfig() {
  const client = useClient()
  const { data, error, isLoading, mutate } = useSWR<EmailConfig, ApiError>(
    ['admin', 'email-config'],
    () => unwrap(client.admin['email-config'].get()),
    // Revalidation would replace the form while the admin edits it.
    { revalidateOnFocus: false },
  )
  return {
    config: data,
    error,
    isLoading,
    refresh: () => mutate(),
    save: async (input: EmailConfigInput): Promise<EmailConfig> => {
      const saved = await unwrap(client.admin['email-config'].post(input)).catch((cause: ApiError) => {
        // Another admin saved others meanwhile, which the form offers to load.
        if (cause.code === 'conflict') void mutate()
        throw cause
      })
      await mutate(saved, { revalidate: false })
      return saved
    },
    /** Tests `settings` without saving them. Sends a test message if `to` is set. */
    test: (settings: EmailConfigInput, to?: string): Promise<EmailTest> =>
      unwrap(client.admin['email-config'].test.post({ settings, ...(to && { to }) })),
  }
}
