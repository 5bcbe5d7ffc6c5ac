import type { EmailConfig, EmailConfigInput, EmailTest } from '../../contract/mail.ts'
import { checkMailPort, resolveMailHost } from '../../mail/mailHosts.ts'
import { composeMessage } from '../../mail/message.ts'
import { headerValue, messageIdOf } from '../../mail/headers.ts'
import { testSmtp } from '../../mail/smtpTest.ts'
import { buildTestMail } from '../../mail/testMessage.ts'
import { toLine } from '../../mail/toLine.ts'
import { now } from '../../platform/clock.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { clearMailRefusals } from '../../store/mail/mailRefusals.ts'
import { takeMailSlot } from '../../store/mail/mailRate.ts'
import { findMailSettings, saveMailSettings, type MailSettingsRecord } from '../../store/mail/mailSettings.ts'
import type { UserRecord } from '../../store/readers/users.ts'
import { recordAdminAction } from '../accounts/audit.ts'
import type { Product } from '../product.ts'

const PURPOSE = 'mail-password'
const RESOLVE_MS = 5_000
const PER_MINUTE = 60

/** The mail settings for sending, with the password in plain text. */
export type MailSettings = EmailConfigInput

/** Returns the saved settings, or null. Those of the mail sink have the port at which it listens since this start. */
async function findSaved({ sink }: Pick<Product, 'sink'>): Promise<MailSettingsRecord | null> {
  const saved = await findMailSettings()
  return saved?.to_sink && sink ? { ...saved, host: sink.host, port: sink.port } : saved
}

const isSink = ({ sink }: Pick<Product, 'sink'>, { host, port }: Pick<MailSettings, 'host' | 'port'>): boolean =>
  sink?.host === host && sink.port === port

/** Returns the saved mail settings, or defaults if none were saved. The password is never included. */
export async function getMailConfig(product: Product): Promise<EmailConfig> {
  const saved = await findSaved(product)
  return saved === null ? defaultConfig(product) : toConfig(product, saved)
}

/**
 * Saves the mail settings and resets the count of refusals by the mail server. An absent password keeps the saved one,
 * an empty one deletes it.
 * Throws "invalid-input" for a host or port to which mail may not be sent, and if the password is absent although host,
 * port, security or user change, or although the saved one cannot be read. Throws "conflict" if another admin saved the
 * settings since `input.version`.
 */
export async function saveMailConfig(product: Product, admin: UserRecord, input: EmailConfigInput) {
  await checkInput(product, input)
  const before = await findSaved(product)
  const { password, version = before?.version ?? 0, ...rest } = input
  if (version !== (before?.version ?? 0)) throw changedMeanwhile()
  const record: Omit<MailSettingsRecord, '_id'> = {
    ...rest,
    version: version + 1,
    to_sink: isSink(product, rest),
    sealed_password: password ? product.secrets.seal(password, PURPOSE) : keptPassword(product, before, input),
    updated_at: now(),
    updated_by: admin._id,
  }
  if (!(await saveMailSettings(record, before?.version ?? null))) throw changedMeanwhile()
  await clearMailRefusals()
  const details = describeChange(before, input)
  await recordAdminAction(admin, { action: 'mail-settings', details })
  return toConfig(product, record)
}

const changedMeanwhile = () =>
  new AppError('conflict', 'The mail settings were changed in the meantime. Load them again, then make your change.')

/** Returns the sealed password to keep. Throws "invalid-input" if it cannot be read or was saved for other settings. */
function keptPassword(
  product: Pick<Product, 'secrets'>,
  before: MailSettingsRecord | null,
  input: EmailConfigInput,
): string | null {
  if (!before?.sealed_password || input.password === '' || !input.user) return null
  // Mail can be paused without it.
  if (input.enabled && readPassword(product, before) === null)
    throw invalidField(
      'password',
      'The saved password cannot be read with the current PAPERDAWN_SECRET. Enter it again.',
    )
  if (isSameLogin(before, input)) return before.sealed_password
  const { host, port, user } = before
  throw invalidField(
    'password',
    `The saved password belongs to ${user ?? 'no user'} at ${host}:${port}. Enter it again.`,
  )
}

/** Whether a password saved with the settings `saved` may be used with `settings`. */
const isSameLogin = (saved: MailSettingsRecord, settings: EmailConfigInput): boolean =>
  (['host', 'port', 'security', 'user'] as const).every((name) => saved[name] === settings[name])

/**
 * Tests `settings`, or the saved ones if absent, up to MAIL FROM and RCPT TO. With `to`, sends a test message. The saved
 * password is only used with the saved host, port, security and user, so that it is sent to no other server, and not in
 * plain text.
 * Throws "rate-limited" if this minute's limit of mails is reached.
 */
export async function testMail(
  product: Product,
  admin: UserRecord,
  { settings, to }: { settings?: EmailConfigInput; to?: string },
): Promise<EmailTest> {
  const saved = await findSaved(product)
  const tested = withSavedPassword(product, settings ?? (await getMailConfig(product)), saved)
  if (to !== undefined) await requireMailSlot(tested.max_per_minute)
  const message = to === undefined ? undefined : await composeTest(product, admin, tested, to)
  const { smtpAllowPrivate: allowPrivate, ehloName } = product.config
  return testSmtp(tested, { allowPrivate, ehloName, from: tested.from_address, ...(message && { message }) })
}

/** Returns the settings to send with. Throws "conflict" if mail is not set up or paused, or its password is unreadable. */
export async function requireMailSettings(product: Pick<Product, 'secrets' | 'sink'>): Promise<MailSettings> {
  const saved = await findSaved(product)
  if (saved === null)
    throw new AppError('conflict', 'Mail is not set up yet. An administrator does it in the admin panel, under E-mail.')
  if (!saved.enabled) throw new AppError('conflict', 'All mail is paused in the mail settings.')
  if (saved.sealed_password !== null && readPassword(product, saved) === null)
    throw new AppError(
      'conflict',
      'The saved password of the mail server cannot be read with the current PAPERDAWN_SECRET. An administrator enters it again in the admin panel, under E-mail.',
    )
  return withSavedPassword(product, toConfig(product, saved), saved)
}

/** Whether mail is set up and not paused. */
export const isMailOn = async (): Promise<boolean> => (await findMailSettings())?.enabled === true

/** Whether all mail goes to the embedded mail sink, which delivers none. */
export const isMailToSink = async ({ sink }: Pick<Product, 'sink'>): Promise<boolean> =>
  sink !== undefined && (await findMailSettings())?.to_sink === true

/** Sends all mail to the embedded mail sink, if there is one and no settings were saved yet. */
export async function useMailSink(product: Product, admin: UserRecord): Promise<void> {
  const { sink, host, port, security, from_name, from_address, max_per_minute, enabled, configured } =
    await getMailConfig(product)
  if (sink && !configured)
    await saveMailConfig(product, admin, { host, port, security, from_name, from_address, max_per_minute, enabled })
}

function defaultConfig({ sink, config }: Pick<Product, 'sink' | 'config'>): EmailConfig {
  const server = sink
    ? { host: sink.host, port: sink.port, security: 'none' as const }
    : { host: 'smtp.example.org', port: 587, security: 'starttls' as const }
  return {
    ...server,
    from_name: 'Paperdawn',
    from_address: `digest@${config.adminEmailDomain ?? 'example.org'}`,
    max_per_minute: PER_MINUTE,
    enabled: true,
    version: 0,
    password_set: false,
    configured: false,
    sink: sink !== undefined,
    updated_at: null,
  }
}

function toConfig(product: Pick<Product, 'secrets' | 'sink'>, record: Omit<MailSettingsRecord, '_id'>): EmailConfig {
  const { host, port, security, user, from_name, from_address, reply_to, max_per_minute, enabled } = record
  return {
    host,
    port,
    security,
    from_name,
    from_address,
    max_per_minute,
    enabled,
    ...(user !== undefined && { user }),
    ...(reply_to !== undefined && { reply_to }),
    version: record.version ?? 0,
    password_set: readPassword(product, record) !== null,
    configured: true,
    sink: isSink(product, record),
    updated_at: record.updated_at.toISOString(),
  }
}

/** Returns null if no password is saved, or if it was sealed with another PAPERDAWN_SECRET. */
function readPassword(
  { secrets }: Pick<Product, 'secrets'>,
  { sealed_password }: Pick<MailSettingsRecord, 'sealed_password'>,
): string | null {
  if (sealed_password === null) return null
  try {
    return secrets.open(sealed_password, PURPOSE)
  } catch {
    // It counts as none, so that an admin can enter it again.
    return null
  }
}

function withSavedPassword(
  product: Pick<Product, 'secrets'>,
  settings: EmailConfigInput,
  saved: MailSettingsRecord | null,
): MailSettings {
  const { password, ...rest } = settings
  if (password !== undefined) return { ...rest, ...(password !== '' && { password }) }
  const kept = saved && isSameLogin(saved, settings) ? readPassword(product, saved) : null
  return { ...rest, ...(kept !== null && { password: kept }) }
}

async function checkInput({ config }: Pick<Product, 'config'>, input: EmailConfigInput): Promise<void> {
  checkMailPort(input.port, config.smtpAllowPrivate)
  if (input.from_name !== toLine(input.from_name, 1_000)) throw invalidField('from_name', 'The name must be one line.')
  if (config.smtpAllowPrivate) return
  try {
    await resolveMailHost(input.host, { allowPrivate: false, limitMs: RESOLVE_MS })
  } catch (cause) {
    // A failed DNS lookup may be temporary, so the host is accepted. A private address is always refused.
    if (!(cause instanceof AppError) || cause.code === 'forbidden')
      throw invalidField('host', (cause as Error).message, cause)
  }
}

async function requireMailSlot(perMinute: number): Promise<void> {
  const waitMs = await takeMailSlot(perMinute)
  if (waitMs === 0) return
  const retryAfter = Math.ceil(waitMs / 1_000)
  throw new AppError('rate-limited', 'This minute’s limit of mails has been reached.', { retryAfter })
}

function composeTest({ config }: Pick<Product, 'config'>, admin: UserRecord, settings: MailSettings, to: string) {
  return composeMessage({
    ...buildTestMail({ publicUrl: config.publicUrl, sender: toLine(admin.name) }),
    from: { name: settings.from_name, address: settings.from_address },
    to: headerValue(to),
    ...(settings.reply_to !== undefined && { replyTo: settings.reply_to }),
    messageId: messageIdOf(['test', crypto.randomUUID()], settings.from_address),
  })
}

function describeChange(
  before: MailSettingsRecord | null,
  { password, version: _version, ...input }: EmailConfigInput,
): string {
  if (before === null) return 'Set up mail.'
  const changed = Object.entries(input).flatMap(([name, value]) =>
    before[name as keyof typeof input] === value ? [] : [name],
  )
  const removed = (['user', 'reply_to'] as const).filter((name) => before[name] !== undefined && !(name in input))
  const names = [...changed, ...removed, ...(password === undefined ? [] : ['password'])]
  return names.length === 0 ? 'Saved the mail settings unchanged.' : `Changed the mail settings: ${names.join(', ')}.`
}
