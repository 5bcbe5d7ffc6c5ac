import useSWR from 'swr'
import type { EmailConfig, EmailConfigInput, EmailTest } from '#api/contract/mail.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** The mail settings in force, and what can be done with them. */
export function useEmailConfig() {
  const client = useClient()
  const { data, error, isLoading, mutate } = useSWR<EmailConfig, ApiError>(
    ['admin', 'email-config'],
    () => unwrap(client.admin['email-config'].get()),
    // A form under edit is not replaced behind its writer's back.
    { revalidateOnFocus: false },
  )
  return {
    config: data,
    error,
    isLoading,
    refresh: () => mutate(),
    save: async (input: EmailConfigInput): Promise<EmailConfig> => {
      const saved = await unwrap(client.admin['email-config'].post(input))
      await mutate(saved, { revalidate: false })
      return saved
    },
    /** Tries the given values without saving them. With `to`, a message is really sent. */
    test: (settings: EmailConfigInput, to?: string): Promise<EmailTest> =>
      unwrap(client.admin['email-config'].test.post({ settings, ...(to && { to }) })),
  }
}
