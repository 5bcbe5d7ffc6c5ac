import useSWR from 'swr'
import type { MailStatus, SampleStarted } from '#api/contract/mail.ts'
import { useClient } from '../api.ts'
import { unwrap, type ApiError } from '../../shared/client.ts'

/** Whether mail reaches the reader, the state of the newest digest, and calls that resume returned mail and send a sample. */
export function useMailStatus() {
  const client = useClient()
  const { data, error, mutate } = useSWR<MailStatus, ApiError>(['mail-status'], () =>
    unwrap(client.users.me.mail.get()),
  )
  return {
    status: data,
    error,
    refresh: () => mutate(),
    resume: async (): Promise<void> => {
      await mutate(await unwrap(client.users.me.mail.resume.post()), { revalidate: false })
    },
    sendSample: (): Promise<SampleStarted> => unwrap(client.users.me.mail.sample.post()),
  }
}
