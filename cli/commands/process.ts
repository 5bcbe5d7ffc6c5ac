import type { Command } from 'commander'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { runJob } from '../client/jobs.ts'

export function addProcess(admin: Command, run: Runner): void {
  admin
    .command('process')
    .description('Categorise, index and deliver the stored papers that are not processed yet.')
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ detach?: boolean }>('the papers could not be processed', async (context, options) =>
        runJob(context, await unwrap(context.client.admin['process-papers'].post()), options),
      ),
    )
}
