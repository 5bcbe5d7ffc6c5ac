import type { Command } from 'commander'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { runJob } from '../client/jobs.ts'

export function addRebuildIndex(admin: Command, run: Runner): void {
  admin
    .command('rebuild-index')
    .description('Build the search index again from the stored papers.')
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ detach?: boolean }>('the search index could not be rebuilt', async (context, options) =>
        runJob(context, await unwrap(context.client.admin['rebuild-index'].post()), options),
      ),
    )
}
