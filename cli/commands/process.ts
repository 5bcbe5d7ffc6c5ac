import type { Command } from 'commander'
import { unwrap } from '../client.ts'
import type { Runner } from '../context.ts'
import { runJob } from '../jobRun.ts'

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
