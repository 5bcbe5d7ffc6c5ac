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
  {
    title: 'status',
    value: ({ status, times }) => (status === null ? '-' : `${status}${times > 1 ? ` (${times} times)` : ''}`),
  },
  { title: 'details', value: ({ details }) => details, truncatable: true },
]

export function addAudit(admin: Command, run: Runner): void {
  const audit = admin
    .command('audit')
    .description('Calls and changes of admins, also refused ones, newest first.')
    .option('--person <text>', 'only of people whose e-mail address contains it')
    .option('--action <text>', 'only actions and calls that contain it, for example wipe')
  addPaging(audit, 50).action(
    run<Paging & { person?: string; action?: string }>(
      'the audit log could not be read',
      async ({ client, out }, query) => {
        const { skip, limit, person, action } = query
        const list = await unwrap(
          client.admin.audit.get({ query: { skip, limit, ...(person && { person }), ...(action && { action }) } }),
        )
        out.list(list, columns, 'The audit log is empty.')
      },
    ),
  )
}
