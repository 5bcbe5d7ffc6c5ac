import type { Command } from 'commander'
import type { SourceStatus } from '#api/contract/admin.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import type { Column } from '../terminal/table.ts'
import type { Style } from '../terminal/style.ts'
import { formatInstant } from '../terminal/times.ts'

const styles: Record<SourceStatus['state'], Style | undefined> = {
  ok: 'green',
  running: 'yellow',
  slow: 'yellow',
  failing: 'red',
  stale: 'red',
  never: 'dim',
  off: 'dim',
}

const columns: readonly Column<SourceStatus>[] = [
  { title: 'source', value: ({ id }) => id },
  { title: 'state', value: ({ state }) => state, style: ({ state }) => styles[state] },
  { title: 'last success', value: ({ last_success_at }) => formatInstant(last_success_at) },
  { title: 'next run', hideable: true, value: ({ next_run_at }) => formatInstant(next_run_at) },
  { title: 'newest day', hideable: true, value: ({ announced_on }) => announced_on ?? '-' },
  { title: 'papers', value: ({ papers_today }) => papers_today, right: true },
  { title: 'breaker', hideable: true, value: ({ breaker }) => breaker },
  { title: 'wait', hideable: true, value: ({ wait_ms }) => `${(wait_ms / 1000).toFixed(1)} s`, right: true },
  { title: 'failure', value: ({ failure }) => failure ?? '', truncatable: true },
]

export function addSources(admin: Command, run: Runner): void {
  admin
    .command('sources')
    .description('State of the paper sources.')
    .action(
      run('the sources could not be read', async ({ client, out }) => {
        const status = await unwrap(client.admin['paper-sources-status'].get())
        out.data(status, () => out.table(columns, status.items))
      }),
    )
}
