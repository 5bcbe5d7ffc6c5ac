import { Option, type Command } from 'commander'
import type { SuppressionCause, SuppressionRow } from '#api/contract/mail.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { Failure } from '../terminal/failures.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

const causes = {
  'no-mailbox': 'no such mailbox',
  'no-domain': 'no such domain',
  'mailbox-disabled': 'mailbox disabled',
  'bad-syntax': 'not an address',
} as const satisfies Record<SuppressionCause, string>

const columns: readonly Column<SuppressionRow>[] = [
  { title: 'address', value: ({ id }) => id },
  { title: 'cause', value: ({ cause }) => causes[cause] },
  { title: 'since', value: ({ since }) => formatInstant(since) },
  { title: 'last refused', hideable: true, value: ({ last_refused_at }) => formatInstant(last_refused_at) },
  { title: 'reply', value: ({ reason }) => reason, truncatable: true },
]
const causeOption = (purpose: string) => new Option('--cause <cause>', purpose).choices(Object.keys(causes))

export function addSuppressions(admin: Command, run: Runner): void {
  const suppressions = admin.command('suppressions').description('Addresses to which nothing is sent.')
  addPaging(
    suppressions
      .command('list', { isDefault: true })
      .description('Addresses that the mail server refused permanently, newest first.')
      .addOption(causeOption('only with this cause')),
    20,
  ).action(
    run<Paging & { cause?: SuppressionCause }>(
      'the suppressions could not be read',
      async ({ client, out }, { cause, skip, limit }) => {
        const list = await unwrap(client.admin.suppressions.get({ query: { cause, skip, limit } }))
        out.list(list, columns, 'No address is held back.')
      },
    ),
  )

  const release = suppressions
    .command('release')
    .description('Send mail to an address again, or to all with a cause, from the next mail on.')
    .argument('[address]')
    .addOption(causeOption('release all with this cause'))
    .action(
      run<{ cause?: SuppressionCause }>(
        'the address could not be released',
        async ({ client, out }, { cause }, [address = '']) => {
          if ((address === '') === (cause === undefined))
            throw new Failure('usage', 'Give either an address or --cause.', {
              advice: 'See the addresses: paperdawn admin suppressions',
            })
          const result = await unwrap(
            client.admin.suppressions.release.post(cause === undefined ? { ids: [address] } : { cause }),
          )
          if (result.released === 0 && cause === undefined)
            throw new Failure('not-found', `Mail to ${address} is not suppressed.`)
          out.data(result, () => `Released: ${result.released}`)
        },
      ),
    )
  addExamples(release, [
    'paperdawn admin suppressions release ada@example.org',
    'paperdawn admin suppressions release --cause mailbox-disabled',
  ])
}
