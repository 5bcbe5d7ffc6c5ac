import { type Command } from 'commander'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addEmailOptions, isChange, mergeSettings, type EmailOptions } from '../options/emailOptions.ts'
import { addExamples } from '../options/examples.ts'
import { EXIT, Failure } from '../terminal/failures.ts'
import { formatFacts } from '../terminal/table.ts'
import { cleanText } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'
import type { EmailConfig } from '#api/contract/mail.ts'

export function addEmail(admin: Command, run: Runner): void {
  const email = admin.command('email').description('How mail leaves the service.')
  email
    .command('get')
    .description('The settings in force; never the password.')
    .action(
      run('the settings of mail could not be read', async ({ client, out }) => {
        const config = await unwrap(client.admin['email-config'].get())
        out.data(config, () => formatConfig(config))
        if (!config.configured) out.note('Nothing was saved yet. Set it: paperdawn admin email set --help')
      }),
    )

  const set = addEmailOptions(
    email.command('set').description('Change settings; what is not named stays. The password is asked for.'),
  ).action(
    run<EmailOptions>('the settings of mail could not be saved', async (context, options) => {
      if (!isChange(options))
        throw new Failure('usage', 'Nothing was named that should change.', {
          advice: 'Name it: paperdawn admin email set --help',
        })
      const { client, out } = context
      const current = await unwrap(client.admin['email-config'].get())
      const saved = await unwrap(client.admin['email-config'].post(await mergeSettings(context, current, options)))
      out.data(saved, () => formatConfig(saved))
      out.note('Saved. Try it: paperdawn admin email test')
    }),
  )
  addExamples(set, [
    'paperdawn admin email set --host smtp.example.org --user papers',
    'paperdawn admin email set --disable',
    'paperdawn admin email set --user papers --password-stdin < secret.txt',
  ])

  const test = addEmailOptions(
    email
      .command('test')
      .description('Try the settings in force, or those named here, which are not saved. Exits with 1 when it fails.')
      .option('--to <address>', 'really send a mail there'),
  ).action(
    run<EmailOptions & { to?: string }>('the mail could not be tried', async (context, options) => {
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
}

const formatConfig = (config: EmailConfig): string =>
  formatFacts([
    ['enabled', config.enabled ? 'yes' : 'no'],
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
