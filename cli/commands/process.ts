import type { Command } from 'commander'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { runJob } from '../client/jobs.ts'

export function addProcess(admin: Command, run: Runner): void {
  admin
    .command('process')
    .description('Categorise, index and deliver what is stored and not yet processed.')
    .option('--detach', 'print the id of the job and leave')
    .action(
      run<{ detach?: boolean }>('the papers could not be processed', async (context, options) =>
        runJob(context, await unwrap(context.client.admin['process-papers'].post()), options),
      ),
    )
}
