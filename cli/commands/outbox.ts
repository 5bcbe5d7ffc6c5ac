import { Option, type Command } from 'commander'
import type { OutboxResendInput, OutboxRow, OutboxState } from '#api/contract/mail.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { runJob } from '../client/jobs.ts'
import { pathPart } from '../client/pathPart.ts'
import { confirmTyped } from '../options/confirm.ts'
import { addExamples } from '../options/examples.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { EXIT } from '../terminal/failures.ts'
import type { Column } from '../terminal/table.ts'
import type { Style } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'

const styles = {
  queued: 'dim',
  claimed: 'yellow',
  'handing-off': 'yellow',
  sent: 'green',
  failed: 'red',
  uncertain: 'red',
  suppressed: 'dim',
} as const satisfies Record<OutboxState, Style>

const columns: readonly Column<OutboxRow>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'to', value: ({ to }) => to, truncatable: true },
  { title: 'kind', hideable: true, value: ({ kind }) => kind },
  // In other mails it is no day, but a key that is used once.
  { title: 'day', hideable: true, value: ({ kind, day }) => (kind === 'digest' ? day : '') },
  { title: 'state', value: ({ state }) => state, style: ({ state }) => styles[state] },
  { title: 'tries', hideable: true, value: ({ attempts }) => attempts, right: true },
  { title: 'sent', hideable: true, value: ({ sent_at }) => formatInstant(sent_at) },
  { title: 'next try', hideable: true, value: ({ retry_at }) => formatInstant(retry_at) },
  { title: 'subject', hideable: true, value: ({ subject }) => subject, truncatable: true },
  { title: 'error', value: ({ error = '' }) => error, truncatable: true },
]

export function addOutbox(admin: Command, run: Runner): void {
  const outbox = admin.command('outbox').description('Queued and sent mails, with their state.')
  addPaging(
    outbox
      .command('list', { isDefault: true })
      .description('Mails, newest first.')
      .addOption(new Option('--state <state>', 'only in this state').choices(Object.keys(styles))),
    20,
  ).action(
    run<Paging & { state?: OutboxState }>(
      'the outbox could not be read',
      async ({ client, out }, { state, skip, limit }) => {
        const list = await unwrap(client.admin.outbox.get({ query: { state, skip, limit } }))
        out.list(list, columns, 'There are no mails.')
      },
    ),
  )

  outbox
    .command('resend')
    .description('Send a mail again that failed, was suppressed or may already have been sent, or one that waits now.')
    .argument('<id>')
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ detach?: boolean }>('the mail could not be sent again', async (context, options, [id = '']) =>
        runJob(context, await unwrap(context.client.admin.outbox({ id: pathPart(id) }).resend.post()), options),
      ),
    )

  const resendAll = outbox
    .command('resend-all')
    .description('Send all failed, or all uncertain, mails again. Uncertain ones may arrive twice.')
    .addOption(new Option('--state <state>', 'which mails').choices(['failed', 'uncertain']).makeOptionMandatory())
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ state: OutboxResendInput['state']; detach?: boolean }>(
        'the mails could not be sent again',
        async (context, { state, ...options }) => {
          const { client, out } = context
          const { total } = await unwrap(client.admin.outbox.get({ query: { state, limit: 1 } }))
          if (total === 0) {
            out.note(`There are no ${state} mails.`)
            return EXIT.ok
          }
          const warning = state === 'uncertain' ? ' Some of them may arrive twice.' : ''
          await confirmTyped(context, {
            question: `This sends ${total} ${state} ${total === 1 ? 'mail' : 'mails'} again.${warning}`,
            word: 'send',
          })
          return runJob(context, await unwrap(client.admin.outbox.resend.post({ state })), options)
        },
      ),
    )
  addExamples(resendAll, [
    'paperdawn admin outbox resend-all --state failed',
    'paperdawn admin outbox resend-all --state uncertain --yes --detach',
  ])
}
