import { cleanText } from '../terminal/style.ts'
import { unwrap } from './client.ts'
import type { Context } from './context.ts'

/**
 * Notes how many readers are without their newest digest or welcome mail and why, as the health says it, and how to act.
 * Nothing if no reader is.
 */
export async function noteReadersWithoutMail({ client, out }: Context): Promise<void> {
  const { readers_without_mail: readers, checks } = await unwrap(client.admin['system-health'].get())
  const message = checks.find(({ name }) => name === 'Mails')?.message
  // A server of an earlier version does not say it.
  if (readers === undefined || message === undefined || readers.total + readers.welcome === 0) return
  const { waiting, deferred, refused, uncertain, suppressed, welcome } = readers
  const ways: [count: number, way: string][] = [
    [waiting, 'See the runs of the digests: paperdawn admin jobs --kind digest'],
    [deferred + welcome, 'See the mails: paperdawn admin outbox'],
    [refused, 'Send the failed mails again: paperdawn admin outbox resend-all --state failed'],
    [uncertain, 'Send the mails again that were perhaps sent: paperdawn admin outbox resend-all --state uncertain'],
    [suppressed, 'See the addresses without mail: paperdawn admin suppressions'],
  ]
  out.note([cleanText(message), ...ways.flatMap(([count, way]) => (count > 0 ? [way] : []))].join('\n'))
}
