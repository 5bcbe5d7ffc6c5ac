import { type Command } from 'commander'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { noteReadersWithoutMail } from '../client/readersWithoutMail.ts'
import { addEmailOptions, isChange, mergeSettings, type EmailOptions } from '../options/emailOptions.ts'
import { addExamples } from '../options/examples.ts'
import { EXIT, Failure } from '../terminal/failures.ts'
import { formatFacts } from '../terminal/table.ts'
import { cleanText } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'
import type { EmailConfig } from '#api/contract/mail.ts'

export function addEmail(admin: Command, run: Runner): void {
  const email = admin.command('email').description('Show, change and test the mail settings.')
  email
    .command('get')
    .description('Show the current settings, without the password, and which readers are without mail.')
    .action(
      run('the mail settings could not be read', async (context) => {
        const { client, out } = context
        const config = await unwrap(client.admin['email-config'].get())
        out.data(config, () => formatConfig(config))
        if (config.configured) await noteReadersWithoutMail(context)
        else out.note(adviseFirst(config))
      }),
    )

  const set = addEmailOptions(
    email
      .command('set')
      .description('Change the settings given as options; the others stay. Prompts for the password.'),
  ).action(
    run<EmailOptions>('the mail settings could not be saved', async (context, options) => {
      if (!isChange(options))
        throw new Failure('usage', 'No setting to change was given.', {
          advice: 'See the options: paperdawn admin email set --help',
        })
      const { client, out } = context
      const current = await unwrap(client.admin['email-config'].get())
      const saved = await unwrap(client.admin['email-config'].post(await mergeSettings(context, current, options)))
      out.data(saved, () => formatConfig(saved))
      out.note('Saved. Test the settings: paperdawn admin email test')
    }),
  )
  addExamples(set, [
    'paperdawn admin email set --host smtp.example.org --user papers',
    'paperdawn admin email set --enable',
    'paperdawn admin email set --disable',
    'paperdawn admin email set --user papers --password-stdin < secret.txt',
  ])

  const test = addEmailOptions(
    email
      .command('test')
      .description('Test the current settings with the given changes, without saving them. Exits with 1 when it fails.')
      .option('--to <address>', 'also send a test mail to this address'),
  ).action(
    run<EmailOptions & { to?: string }>('the mail settings could not be tested', async (context, options) => {
      const { client, out } = context
      const settings = isChange(options)
        ? await mergeSettings(context, await unwrap(client.admin['email-config'].get()), options)
        : undefined
      const { to } = options
      const body = { ...(settings && { settings }), ...(to !== undefined && { to }) }
      const result = await unwrap(client.admin['email-config'].test.post(body))
      const { ok, step, message, transcript } = result
      out.data(result, () =>
        [
          ...transcript.map((line) => out.paint('dim', cleanText(line))),
          `${out.paint(ok ? 'green' : 'red', ok ? 'ok' : `failed at ${step}`)}: ${cleanText(message)}`,
        ].join('\n'),
      )
      return ok ? EXIT.ok : EXIT.failure
    }),
  )
  addExamples(test, [
    'paperdawn admin email test',
    'paperdawn admin email test --host smtp.example.org --to me@example.org',
  ])
  addDigestPreview(email, run)
}

function addDigestPreview(email: Command, run: Runner): void {
  const preview = email
    .command('digest-preview')
    .description('Show the newest digest of a user as plain text, without sending it. With --json also as HTML.')
    .argument('<user>', 'id of the user')
    .action(
      run('the digest could not be shown', async ({ client, out }, _options, [user = '']) => {
        const mail = await unwrap(client.admin.users({ id: pathPart(user) }).digest.get())
        out.data(mail, () => `${out.paint('bold', cleanText(mail.subject))}\n\n${cleanLines(mail.text)}`)
        out.note('Links that act without sign-in are left out. Ids of the users: paperdawn admin users')
      }),
    )
  addExamples(preview, [
    'paperdawn admin email digest-preview 5f0c2a9e-4f0e-4d3b-9c5e-0a8a3d7c1b2f',
    'paperdawn admin email digest-preview 5f0c2a9e-4f0e-4d3b-9c5e-0a8a3d7c1b2f --json',
  ])
}

/** Each line without control characters. */
const cleanLines = (text: string) => text.split('\n').map(cleanText).join('\n')

const adviseFirst = ({ sink }: EmailConfig): string =>
  sink
    ? 'Use the built-in mail sink, which keeps all mail and delivers none: paperdawn admin email set --enable'
    : 'Save a mail server: paperdawn admin email set --help'

/** What happens to mail now. The settings that are not saved are proposals, so `enabled` says nothing about them. */
function describeSending({ configured, enabled, sink }: EmailConfig): string {
  if (!configured) return 'no: nothing is saved yet; these are proposals'
  if (!enabled) return 'no: all mail is paused'
  return sink ? 'to the built-in mail sink, which delivers none' : 'yes'
}

const formatConfig = (config: EmailConfig): string =>
  formatFacts([
    ['mail is sent', describeSending(config)],
    ['host', config.host],
    ['port', config.port],
    ['security', config.security],
    ['user', config.user ?? '-'],
    ['password', config.password_set ? 'set' : 'none'],
    ['from', `${config.from_name} <${config.from_address}>`],
    ['reply to', config.reply_to ?? '-'],
    ['per minute', config.max_per_minute],
    ['changed', formatInstant(config.updated_at)],
  ])
