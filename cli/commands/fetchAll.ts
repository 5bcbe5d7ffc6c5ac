import type { Command } from 'commander'
import { DAYS_BACK_FETCH_MAX } from '#api/contract/limits.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { runJob } from '../client/jobs.ts'
import { parseWhole } from '../options/values.ts'

interface Options {
  category?: string
  source?: string
  daysBack: number
  detach?: boolean
}

export function addFetchAll(admin: Command, run: Runner): void {
  const command = admin
    .command('fetch-all')
    .description('Fetch the announcements of every enabled source, or of one.')
    .option('--category <id>', 'only this category, such as cs.CL')
    .option('--source <id>', 'only this source, such as biorxiv')
    .option('--days-back <days>', 'how many days back', parseWhole(1, DAYS_BACK_FETCH_MAX), 1)
    .option('--detach', 'print the job id and exit')
    .action(
      run<Options>('the sources could not be fetched', async (context, { category, source, daysBack, detach }) => {
        const input = {
          days_back: daysBack,
          ...(category !== undefined && { category }),
          ...(source !== undefined && { source }),
        }
        const job = await unwrap(context.client.admin['fetch-all-sources'].post(input, { query: {} }))
        return runJob(context, job, { detach })
      }),
    )
  addExamples(command, [
    'paperdawn admin fetch-all',
    'paperdawn admin fetch-all --category cs.CL --days-back 3',
    'paperdawn admin fetch-all --source biorxiv --days-back 2',
    'paperdawn admin fetch-all --detach',
  ])
}
