import type { EmailConfigInput } from '#api/contract/mail.ts'
import type { UserChanges } from '#api/contract/users.ts'
import { log } from '#api/platform/log.ts'
import type { JobContext } from '#api/services/jobs/jobContext.ts'
import { changeUser } from '#api/store/readers/users.ts'
import type { useApp } from '#tests/support/app.ts'

type As = ReturnType<typeof useApp>['as']
type Digest = NonNullable<NonNullable<UserChanges['preferences']>['digest']>

/** Makes `server` the one that the product sends its mail to. */
export async function setUpMail(
  as: As,
  { host, port }: { host: string; port: number },
  changes: Partial<EmailConfigInput> = {},
): Promise<void> {
  const { error } = await as('admin').admin['email-config'].post({
    host,
    port,
    security: 'none',
    max_per_minute: 1_000,
    enabled: true,
    from_name: 'Paperdawn',
    from_address: 'digest@papers.example.org',
    ...changes,
  })
  if (error) throw new Error(JSON.stringify(error.value))
}

/**
 * Lets the reader get digests of cs.LG, at 07:00 in Berlin unless `digest` says otherwise; without a welcome mail.
 * Returns their id.
 */
export async function subscribe(
  as: As,
  name: string,
  { enabled = true, ...digest }: Digest = {},
  category_ids = ['cs.LG'],
): Promise<string> {
  const { data, error } = await as(name).users.me.put({
    category_ids,
    preferences: { digest: { hour: 7, time_zone: 'Europe/Berlin', ...digest } },
  })
  if (error) throw new Error(JSON.stringify(error.value))
  // Not by a request: that would queue the welcome mail.
  await changeUser(data.id, { preferences: { digest: { enabled } } })
  return data.id
}

/** A run of a job that no worker watches. */
export const loneRun = (): JobContext => ({
  id: crypto.randomUUID(),
  log,
  signal: new AbortController().signal,
  checkpoint: null,
  progress: async () => undefined,
  save: async () => undefined,
  count: () => undefined,
  problem: () => undefined,
  share: async () => undefined,
})
