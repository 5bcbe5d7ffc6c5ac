import { Option, type Command } from 'commander'
import type { EmailConfig, EmailConfigInput } from '#api/contract/mail.ts'
import type { Context } from '../client/context.ts'
import { askHidden, readPiped } from '../terminal/prompt.ts'
import { parseWhole } from './values.ts'

export interface EmailOptions {
  host?: string
  port?: number
  security?: EmailConfigInput['security']
  user?: string
  passwordStdin?: boolean
  removePassword?: boolean
  fromName?: string
  fromAddress?: string
  replyTo?: string
  maxPerMinute?: number
  enable?: boolean
  disable?: boolean
}

const SECURITIES = ['none', 'starttls', 'tls'] as const satisfies readonly EmailConfigInput['security'][]

/** There is no option for the password itself: other users could read it in the process list. */
export const addEmailOptions = (command: Command): Command =>
  command
    .option('--host <name>', 'SMTP server')
    .option('--port <number>', 'port of the SMTP server', parseWhole(1, 65_535))
    .addOption(new Option('--security <kind>', 'how the connection is protected').choices(SECURITIES))
    .option('--user <name>', 'user name of the SMTP login; empty for no login')
    .addOption(new Option('--password-stdin', 'read the password from standard input').conflicts('removePassword'))
    .option('--remove-password', 'delete the saved password')
    .option('--from-name <name>', 'name of the sender')
    .option('--from-address <address>', 'address of the sender')
    .option('--reply-to <address>', 'address for replies; empty for the sender')
    .option('--max-per-minute <count>', 'most mails sent per minute', parseWhole(1, 100_000))
    .addOption(new Option('--enable', 'send mail').conflicts('disable'))
    .option('--disable', 'send no mail')

/** Whether any of the mail options was given. */
export const isChange = (options: EmailOptions): boolean => {
  const { host, port, security, user, passwordStdin, removePassword, fromName, fromAddress, replyTo } = options
  const { maxPerMinute, enable, disable } = options
  const given = [host, port, security, user, passwordStdin, removePassword, fromName, fromAddress, replyTo]
  return [...given, maxPerMinute, enable, disable].some((value) => value !== undefined)
}

/**
 * Returns the current settings with the given options applied. Prompts for the password if there is a user name and the
 * user can be prompted.
 */
export async function mergeSettings(
  context: Context,
  current: EmailConfig,
  options: EmailOptions,
): Promise<EmailConfigInput> {
  const user = options.user ?? current.user
  const replyTo = options.replyTo ?? current.reply_to
  const password = await readPassword(context, current, options)
  return {
    version: current.version,
    host: options.host ?? current.host,
    port: options.port ?? current.port,
    security: options.security ?? current.security,
    from_name: options.fromName ?? current.from_name,
    from_address: options.fromAddress ?? current.from_address,
    max_per_minute: options.maxPerMinute ?? current.max_per_minute,
    enabled: options.enable ? true : options.disable ? false : current.enabled,
    ...(user && { user }),
    ...(replyTo && { reply_to: replyTo }),
    ...(password !== undefined && { password }),
  }
}

/** Returns undefined to keep the saved password, '' to delete it. */
async function readPassword(
  { canPrompt }: Context,
  current: EmailConfig,
  options: EmailOptions,
): Promise<string | undefined> {
  const { user, passwordStdin, removePassword } = options
  if (removePassword) return ''
  if (passwordStdin) return readPiped('password')
  const login = user ?? current.user
  // The server uses the saved password with the saved server, port, security and user only.
  const isKept = (['host', 'port', 'security', 'user'] as const).every(
    (name) => options[name] === undefined || options[name] === current[name],
  )
  const isNeeded = user !== undefined || (current.password_set && !isKept)
  if (!login || !isNeeded || !canPrompt) return undefined
  const isSet = current.password_set && isKept
  const typed = await askHidden(`Password of ${login}${isSet ? ' (empty keeps the one that is set)' : ''}: `)
  return typed === '' ? undefined : typed
}
