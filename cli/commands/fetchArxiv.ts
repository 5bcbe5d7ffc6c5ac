import type { Command } from 'commander'
import { FETCH_RESULTS_DEFAULT, FETCH_RESULTS_MAX } from '#api/contract/limits.ts'
import { unwrap } from '../client/client.ts'
import type { Runner } from '../client/context.ts'
import { addExamples } from '../options/examples.ts'
import { runJob } from '../client/jobs.ts'
import { parseWhole } from '../options/values.ts'

export function addFetchArxiv(admin: Command, run: Runner): void {
  const command = admin
    .command('fetch-arxiv')
    .description("Store what arXiv's own search finds.")
    .argument('<query>', "in arXiv's syntax")
    .option('--max-results <count>', 'how many at most', parseWhole(1, FETCH_RESULTS_MAX), FETCH_RESULTS_DEFAULT)
    .option('--detach', 'print the job id and exit')
    .action(
      run<{ maxResults: number; detach?: boolean }>(
        'arXiv could not be searched',
        async (context, { maxResults, detach }, [query = '']) => {
          const input = { query, max_results: maxResults }
          const job = await unwrap(context.client.admin['fetch-arxiv'].post(input, { query: {} }))
          return runJob(context, job, { detach })
        },
      ),
    )
  addExamples(command, [
    'paperdawn admin fetch-arxiv "au:noether"',
    'paperdawn admin fetch-arxiv "cat:cs.CL AND ti:parsing" --max-results 200',
  ])
}
