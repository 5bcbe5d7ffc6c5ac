import type { Command } from 'commander'
import type { AuditRow } from '#api/contract/admin.ts'
import { AUDIT_KEPT_DAYS } from '#api/contract/limits.ts'
import { download, unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { requireNewFile, saveFile } from '../client/saveFile.ts'
import { addExamples } from '../options/examples.ts'
import { addPaging, type Paging } from '../options/paging.ts'
import { Failure } from '../terminal/failures.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

interface Options extends Paging {
  person?: string
  action?: string
  output?: string
  reads: boolean
}

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
    .description(`Calls and changes of admins, also refused ones, newest first. Kept for ${AUDIT_KEPT_DAYS} days.`)
    .option('--person <text>', 'only of people whose e-mail address contains it')
    .option('--action <text>', 'only actions and calls that contain it, for example wipe')
    .option('--no-reads', 'without the calls that only read and were answered')
    .option('--output <file>', 'write them all to a new file: .jsonl (JSON lines) or .csv')
  addPaging(audit, 50).action(
    run<Options>('the audit log could not be read', async (context, { skip, limit, person, action, output, reads }) => {
      const filter = { ...(person && { person }), ...(action && { action }), ...(!reads && { reads }) }
      if (output !== undefined) return writeAll(context, output, filter)
      const list = await unwrap(context.client.admin.audit.get({ query: { skip, limit, ...filter } }))
      context.out.list(list, columns, 'The audit log is empty.')
    }),
  )
  addExamples(audit, [
    'paperdawn admin audit --person ada@example.org',
    'paperdawn admin audit --action wipe --output audit.csv',
  ])
}

/** Writes the rows to the file, which only this user can read. Replaces a file only with --yes. */
async function writeAll(
  context: Context,
  path: string,
  filter: { person?: string; action?: string; reads?: boolean },
): Promise<void> {
  const format = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  if (!['jsonl', 'csv'].includes(format)) throw new Failure('usage', 'The name of the file must end in .jsonl or .csv.')
  await requireNewFile(context, path)
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filter)) query.set(name, `${value}`)
  await saveFile(context, path, await download(context, `/api/admin/audit/export?${query}`))
}
