import type { Command } from 'commander'
import type { Backup } from '#api/contract/backups.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { runJob } from '../client/jobs.ts'
import { addExamples } from '../options/examples.ts'
import type { Style } from '../terminal/style.ts'
import type { Column } from '../terminal/table.ts'
import { formatInstant } from '../terminal/times.ts'

const columns: readonly Column<Backup>[] = [
  { title: 'made', value: ({ started_at }) => formatInstant(started_at) },
  { title: 'state', value: stateOf, style: (backup) => styles[stateOf(backup)] },
  { title: 'size', right: true, value: ({ bytes }) => (bytes === null ? '-' : `${(bytes / 1e6).toFixed(1)} MB`) },
  { title: 'papers', hideable: true, right: true, value: ({ papers }) => String(papers ?? '-') },
  { title: 'accounts', hideable: true, right: true, value: ({ readers }) => String(readers ?? '-') },
  { title: 'version', hideable: true, value: ({ version }) => version },
  { title: 'verified', value: ({ verified_at }) => formatInstant(verified_at) },
  {
    title: 'archive',
    value: ({ error, verify_error, path, host }) => error ?? verify_error ?? `${path} on ${host}`,
    truncatable: true,
  },
]

const styles: Readonly<Record<string, Style>> = { failed: 'red', broken: 'red', running: 'yellow', removed: 'dim' }

function stateOf({ state, verify_error, removed_at }: Backup): string {
  if (removed_at !== null) return 'removed'
  return verify_error === null ? state : 'broken'
}

export function addBackup(admin: Command, run: Runner): void {
  const command = admin
    .command('backup')
    .description(
      'Back up the library into the folder of a worker. A backup is restored on the machine: bun api/index.ts --restore FILE.',
    )
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ detach?: boolean }>('the library could not be backed up', async (context, options) =>
        runJob(context, await unwrap(context.client.admin.backup.post()), options),
      ),
    )
  addExamples(command, ['paperdawn admin backup', 'paperdawn admin backup --quiet || notify-the-admin'])

  admin
    .command('backups')
    .description('The last backups: when each was made, its size and content, and when it was verified.')
    .action(
      run('the backups could not be read', async ({ client, out }) => {
        const backups = await unwrap(client.admin.backups.get())
        out.data(backups, () => (backups.total === 0 ? 'No backup was made yet.' : out.table(columns, backups.items)))
      }),
    )
}
