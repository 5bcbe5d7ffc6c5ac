import type { Command } from 'commander'
import { unwrap } from '../client/client.ts'
import { confirmTyped } from '../options/confirm.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { runJob } from '../client/jobs.ts'

export function addWipe(admin: Command, run: Runner): void {
  const command = admin
    .command('wipe-and-refetch')
    .description('Fetch the last days again and remove the papers that were not found again.')
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ detach?: boolean }>('the papers could not be wiped and refetched', async (context, options) => {
        await confirmTyped(context, {
          question: 'This removes papers not found again, unless a list, note or delivery has them. User data is kept.',
          word: 'wipe',
        })
        const job = await unwrap(context.client.admin['wipe-and-refetch'].post({ confirm: 'wipe' }))
        return runJob(context, job, options)
      }),
    )
  addExamples(command, ['paperdawn admin wipe-and-refetch', 'paperdawn admin wipe-and-refetch --yes --detach'])
}
