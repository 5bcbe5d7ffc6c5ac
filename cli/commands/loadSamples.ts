import type { Command } from 'commander'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { runJob } from '../client/jobs.ts'

export function addLoadSamples(admin: Command, run: Runner): void {
  admin
    .command('load-samples')
    .description('Fill an empty library with invented papers; real ones replace them later.')
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ detach?: boolean }>('the samples could not be loaded', async (context, options) =>
        runJob(context, await unwrap(context.client.admin['load-samples'].post()), options),
      ),
    )
}
