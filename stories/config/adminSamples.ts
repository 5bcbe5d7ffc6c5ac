import type { AdminUser } from '#api/contract/admin.ts'
import type { EmailConfig, SuppressionRow } from '#api/contract/mail.ts'

const account = (number: number, name: string, email: string, changes: Partial<AdminUser> = {}): AdminUser => ({
  id: `user-${number}`,
  name,
  email,
  is_admin: false,
  disabled: false,
  dormant: false,
  new_sign_in_until: null,
  created_at: '2026-10-01T08:00:00.000Z',
  last_seen_at: '2026-11-20T06:30:00.000Z',
  categories: 4,
  saved: 14,
  delivered: 612,
  digest: true,
  ...changes,
})

/** A reader, a disabled reader without any visit, an administrator, and a reader who was away for long. */
export const users: readonly AdminUser[] = [
  account(1, 'Ada Linde', 'reader@example.org'),
  account(2, 'Bela Moreau', 'second@example.org', { disabled: true, last_seen_at: null, digest: false }),
  account(3, 'Cleo Adeyemi', 'admin@paperdawn.test', { is_admin: true }),
  account(4, 'Dov Ferreira', 'fourth@example.org', { dormant: true, last_seen_at: '2026-03-02T06:30:00.000Z' }),
]

/** An address of each cause. */
export const suppressions: readonly SuppressionRow[] = [
  { id: 'reader@example.org', cause: 'no-mailbox', reason: '550 5.1.1 No such user' },
  { id: 'second@example.org', cause: 'mailbox-disabled', reason: '550 5.2.1 Mailbox disabled' },
  { id: 'third@gone.example', cause: 'no-domain', reason: '550 5.1.2 Domain not found' },
  { id: 'a..b@example.org', cause: 'bad-syntax', reason: '553 Mailbox name not allowed' },
].map((row) => ({
  ...(row as Pick<SuppressionRow, 'id' | 'cause' | 'reason'>),
  since: '2026-11-03T06:00:00.000Z',
  last_refused_at: '2026-11-19T06:00:00.000Z',
}))

/** An address and a reply as long as a mail server takes them. */
export const longSuppression: SuppressionRow = {
  id: `${'given.name.and.family.name'.repeat(2)}@${'department-of-computational-linguistics.'.repeat(5)}example.org`,
  cause: 'no-mailbox',
  reason: `550 5.1.1 <${'recipient'.repeat(12)}@example.org>: Recipient address rejected: User unknown in local table`,
  since: '2026-11-03T06:00:00.000Z',
  last_refused_at: '2026-11-19T06:00:00.000Z',
}

export const emailConfig: EmailConfig = {
  host: 'smtp.example.org',
  port: 587,
  security: 'starttls',
  user: 'paperdawn',
  from_name: 'Paperdawn',
  from_address: 'papers@example.org',
  max_per_minute: 60,
  enabled: true,
  password_set: true,
  configured: true,
  sink: false,
  version: 3,
  updated_at: '2026-11-01T09:00:00.000Z',
}
