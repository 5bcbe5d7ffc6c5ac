import type { Command } from 'commander'
import type { AuditRow } from '#api/contract/admin.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

const columns: readonly Column<AuditRow>[] = [
  { title: 'when', value: ({ at }) => formatInstant(at) },
  { title: 'who', value: ({ by_email }) => by_email, truncatable: true },
  { title: 'action', value: ({ action }) => action },
  { title: 'to', hideable: true, value: ({ target }) => target ?? '-' },
  { title: 'details', value: ({ details }) => details, truncatable: true },
]

export function addAudit(admin: Command, run: Runner): void {
  addPaging(admin.command('audit').description('Actions of admins, newest first.'), 50).action(
    run<Paging>('the audit log could not be read', async ({ client, out }, { skip, limit }) => {
      const list = await unwrap(client.admin.audit.get({ query: { skip, limit } }))
      out.list(list, columns, 'The audit log is empty.')
    }),
  )
}
