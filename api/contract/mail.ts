import { t } from 'elysia'
import { NAME_MAX, TARGET_KINDS } from './limits.ts'
import { Day, Instant, listOf, skipAndLimit } from './lists.ts'
import { oneOf, plainLine } from './stringSchemas.ts'

const strict = { additionalProperties: false }
export const MailSecurity = oneOf(['none', 'starttls', 'tls'])

const settings = {
  host: t.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.:_-]+$' }),
  port: t.Integer({ minimum: 1, maximum: 65_535 }),
  security: MailSecurity,
  user: t.Optional(t.String({ maxLength: 320 })),
  from_name: t.String(),
  from_address: t.String({ format: 'email', maxLength: 320 }),
  reply_to: t.Optional(t.String({ format: 'email', maxLength: 320 })),
  max_per_minute: t.Integer({ minimum: 1, maximum: 100_000 }),
  enabled: t.Boolean(),
}

const version = t.Integer({ description: 'Increases with each save; 0 before the first.' })

/**
 * Without `password` the stored password is kept, if host, port, security and user stay the same; an empty one deletes
 * it. With `version`, the save is refused if the settings have another version by then.
 */
export const EmailConfigInput = t.Object(
  {
    ...settings,
    from_name: plainLine(NAME_MAX),
    password: t.Optional(t.String({ maxLength: 1_000 })),
    version: t.Optional(version),
  },
  strict,
)
export type EmailConfigInput = typeof EmailConfigInput.static

/** The current mail settings. The password is never returned. */
export const EmailConfig = t.Object({
  ...settings,
  version,
  password_set: t.Boolean({ description: 'False also if the saved one cannot be read with the current secret.' }),
  configured: t.Boolean({
    description: 'False if no settings are saved yet: no mail is sent, and the values are suggestions.',
  }),
  sink: t.Boolean({
    description: 'True for the embedded mail sink of a development start, which keeps all mail and delivers none.',
  }),
  updated_at: t.Nullable(Instant),
})
export type EmailConfig = typeof EmailConfig.static

export const EmailTestInput = t.Object(
  { settings: t.Optional(EmailConfigInput), to: t.Optional(t.String({ format: 'email', maxLength: 320 })) },
  strict,
)
export const EmailTest = t.Object({
  ok: t.Boolean(),
  step: oneOf(['dns', 'connect', 'tls', 'login', 'mail-from', 'rcpt-to', 'send'], {
    description: 'The last step that was tried; if `ok` is false, the step that failed.',
  }),
  message: t.String(),
  transcript: t.Array(t.String()),
})
export type EmailTest = typeof EmailTest.static

export const OutboxState = oneOf(['queued', 'claimed', 'handing-off', 'sent', 'failed', 'uncertain', 'suppressed'])
export type OutboxState = 'queued' | 'claimed' | 'handing-off' | 'sent' | 'failed' | 'uncertain' | 'suppressed'
/**
 * "connection-off" tells a reader that a target was switched off, "alarm" an admin what fails; "ereader" is a day for an
 * e-reader, "ereader-test" its code.
 */
const OUTBOX_KINDS = [
  'digest',
  'review',
  'welcome',
  'top-papers',
  'test',
  'connection-off',
  'alarm',
  'ereader',
  'ereader-test',
  ...TARGET_KINDS,
] as const
export const OutboxRow = t.Object({
  id: t.String(),
  user_id: t.String(),
  to: t.String({ description: 'Address of a mail; host of a target that a day is posted to.' }),
  kind: oneOf(OUTBOX_KINDS, { description: 'Kind of a mail, or of the target that a day is posted to.' }),
  day: t.String(),
  state: OutboxState,
  subject: t.String(),
  attempts: t.Integer({
    description: 'How often a mail server was given the mail, without those for which no server was reached.',
  }),
  error: t.Optional(t.String()),
  retry_at: t.Nullable(Instant, { description: 'When a failed mail is tried again; null: not automatically.' }),
  queued_at: Instant,
  sent_at: t.Nullable(Instant),
})
export type OutboxRow = typeof OutboxRow.static
export const OutboxList = listOf(OutboxRow)
export const OutboxQuery = t.Object({ ...skipAndLimit(20), state: t.Optional(OutboxState) })

/** Sends all mails in a state again. */
export const OutboxResendInput = t.Object({ state: oneOf(['failed', 'uncertain']) }, strict)
export type OutboxResendInput = typeof OutboxResendInput.static

/** Why nothing is sent to an address. */
export const SUPPRESSION_CAUSES = ['no-mailbox', 'no-domain', 'mailbox-disabled', 'bad-syntax'] as const
export type SuppressionCause = (typeof SUPPRESSION_CAUSES)[number]
const SuppressionCause = oneOf(SUPPRESSION_CAUSES)
const address = t.String({ description: 'The address in lower case.' })
export const SuppressionRow = t.Object({
  id: address,
  cause: SuppressionCause,
  reason: t.String({ description: 'The reply of the mail server.' }),
  since: Instant,
  last_refused_at: Instant,
})
export type SuppressionRow = typeof SuppressionRow.static
export const SuppressionList = listOf(SuppressionRow)
export const SuppressionQuery = t.Object({ ...skipAndLimit(20), cause: t.Optional(SuppressionCause) })
/** Releases the given addresses, or all with this cause. */
export const SuppressionRelease = t.Union([
  t.Object({ ids: t.Array(t.String({ minLength: 1, maxLength: 320 }), { minItems: 1, maxItems: 100 }) }, strict),
  t.Object({ cause: SuppressionCause }, strict),
])
export type SuppressionRelease = typeof SuppressionRelease.static
export const SuppressionReleased = t.Object({ released: t.Integer() })

/** What became of the mail to the caller. */
export const MailStatus = t.Object({
  returned: t.Nullable(t.Object({ cause: SuppressionCause, reason: t.String(), since: Instant }), {
    description: 'The mail server refuses the address, so nothing is sent to it. Null if mail is sent.',
  }),
  digest: t.Nullable(
    t.Object({
      day: Day,
      state: t.Nullable(OutboxState, { description: 'Null if there is no digest yet; `day` is then the current one.' }),
      reason: t.Nullable(t.String({ description: 'Why it was not sent, or not yet.' })),
      sent_at: t.Nullable(Instant),
      retry_at: t.Nullable(Instant),
      absence: t.Nullable(t.String(), {
        description: 'Why there is no digest of the current day of the reader yet; null if `day` is that day.',
      }),
    }),
    { description: 'The newest digest of the caller; null if the digest is off or nothing was announced yet.' },
  ),
  review: t.Nullable(
    t.Object({
      week: t.Nullable(Day, { description: 'The last day of the week of the newest review; null before the first.' }),
      state: t.Nullable(OutboxState),
      reason: t.Nullable(t.String({ description: 'Why it was not sent, or not yet.' })),
      sent_at: t.Nullable(Instant),
      retry_at: t.Nullable(Instant),
      next_at: t.Nullable(Instant, { description: 'When the next one is due; null while the newest is tried again.' }),
      absence: t.Nullable(t.String(), { description: 'Why there is none of the newest week that is over.' }),
    }),
    { description: 'The newest weekly review of the caller; null if it does not come by mail.' },
  ),
  targets: t.Integer({ description: 'Number of connections that the day of the caller is posted to.' }),
  unsubscribed_at: t.Nullable(Instant, {
    description: 'When the digest was switched off by the link in a mail; null if it is on, or was switched off here.',
  }),
})
export type MailStatus = typeof MailStatus.static

export const SampleStarted = t.Object({ to: t.String({ description: 'The address that the sample is sent to.' }) })
export type SampleStarted = typeof SampleStarted.static

export const MailPreview = t.Object({
  subject: t.String(),
  html: t.String(),
  text: t.String(),
  bytes: t.Integer({ description: 'Size of the HTML part.' }),
})
export type MailPreview = typeof MailPreview.static
