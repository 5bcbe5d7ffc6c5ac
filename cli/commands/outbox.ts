import { Option, type Command } from 'commander'
import type { OutboxRow, OutboxState } from '#api/contract/mail.ts'
import { unwrap } from '../client.ts'
import type { Runner } from '../context.ts'
import { addPaging, type Paging } from '../paging.ts'
import type { Column } from '../table.ts'
import type { Style } from '../terminal.ts'
import { formatInstant } from '../times.ts'

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
  { title: 'to', value: ({ to }) => to, shrinks: true },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'day', value: ({ day }) => day },
  { title: 'state', value: ({ state }) => state, style: ({ state }) => styles[state] },
  { title: 'tries', value: ({ attempts }) => attempts, right: true },
  { title: 'sent', value: ({ sent_at }) => formatInstant(sent_at) },
  { title: 'subject', value: ({ subject }) => subject, shrinks: true },
  { title: 'error', value: ({ error = '' }) => error, shrinks: true },
]

export function addOutbox(admin: Command, run: Runner): void {
  addPaging(
    admin
      .command('outbox')
      .description('Mails, newest first, and what became of them.')
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
}
