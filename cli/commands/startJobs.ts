import type { Command } from 'commander'
import type { Job } from '#api/contract/jobs.ts'
import { unwrap } from '../client/client.ts'
import type { Context, Runner } from '../client/context.ts'
import { runJob } from '../client/jobs.ts'

interface JobCommand {
  description: string
  /** What is said when it fails. */
  failure: string
  start: (context: Context) => Promise<Job>
}

/** Returns the function that adds a command which starts a job without input and follows it. */
function addJob(name: string, { description, failure, start }: JobCommand) {
  return (admin: Command, run: Runner): void => {
    admin
      .command(name)
      .description(description)
      .option('--detach', 'print the job id and exit')
      .action(
        run<{ detach?: boolean }>(failure, async (context, options) => runJob(context, await start(context), options)),
      )
  }
}

export const addProcess = addJob('process', {
  description: 'Categorise, index and deliver the stored papers that are not processed yet.',
  failure: 'the papers could not be processed',
  start: ({ client }) => unwrap(client.admin['process-papers'].post()),
})

export const addRebuildIndex = addJob('rebuild-index', {
  description: 'Build the search index again from the stored papers.',
  failure: 'the search index could not be rebuilt',
  start: ({ client }) => unwrap(client.admin['rebuild-index'].post()),
})

export const addLoadSamples = addJob('load-samples', {
  description: 'Fill an empty library with invented papers; real ones replace them later.',
  failure: 'the samples could not be loaded',
  start: ({ client }) => unwrap(client.admin['load-samples'].post()),
})
