import type { Command } from 'commander'
import type { QuarantineRow } from '#api/contract/admin.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { pathPart } from '../client/pathPart.ts'
import { EXIT } from '../terminal/failures.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import type { Column } from '../terminal/table.ts'
import { cleanText } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'

const columns: readonly Column<QuarantineRow>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'source', value: ({ source }) => source },
  { title: 'first seen', hideable: true, value: ({ first_seen_at }) => formatInstant(first_seen_at) },
  { title: 'last seen', hideable: true, value: ({ last_seen_at }) => formatInstant(last_seen_at) },
  { title: 'tries', hideable: true, value: ({ tries }) => tries, right: true },
  { title: 'reason', value: ({ reason }) => reason, truncatable: true },
]

export function addQuarantine(admin: Command, run: Runner): void {
  const quarantine = admin.command('quarantine').description('Source records that could not be parsed.')
  addPaging(quarantine.command('list').description('Quarantined records, newest first.'), 20).action(
    run<Paging>('the quarantine could not be read', async ({ client, out }, { skip, limit }) => {
      const list = await unwrap(client.admin.quarantine.get({ query: { skip, limit } }))
      out.list(list, columns, 'Nothing is in quarantine.')
    }),
  )

  quarantine
    .command('retry')
    .description('Fetch a quarantined record from its source again. Exits with 1 when it fails again.')
    .argument('<id>')
    .action(
      run('the record could not be fetched again', async ({ client, out }, _options, [id = '']) => {
        const retried = await unwrap(client.admin.quarantine({ id: pathPart(id) }).retry.post())
        out.data(retried, () => cleanText(retried.message))
        return retried.stored ? EXIT.ok : EXIT.failure
      }),
    )
}
